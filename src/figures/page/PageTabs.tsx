import { href } from '../../ui/href.ts';
import { pageTab } from '../kit/protocol-words.ts';
import { figuresPath, isSamePage } from '../state.ts';
import { figureIdsOf } from './case-figures.ts';
import type { PrerenderedFigures } from './prerendered.ts';

interface PageTabsProps {
  readonly known: PrerenderedFigures;
  /** Query string of the selected cases, which stay selected on the other pages. */
  readonly search: string;
}

/** The pages of a benchmark's figures: by way of judging and topic. Each says which figures it has, for addresses of another page (`other-page.ts`). */
export function PageTabs({ known: { page, pages, choices }, search }: PageTabsProps) {
  if (pages.length < 2) return null;
  return (
    <nav className="tables" aria-label="Pages of figures">
      <div>
        {pages.map((one) => (
          <a
            key={pageTab(one)}
            href={`${href(figuresPath(choices.benchmark, pages, one))}${search}`}
            data-figures={figureIdsOf(one).join(' ')}
            aria-current={isSamePage(one, page) ? 'page' : undefined}
          >
            {pageTab(one)}
          </a>
        ))}
      </div>
    </nav>
  );
}
