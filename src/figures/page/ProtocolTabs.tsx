import type { FacetState } from '../../explore/state.ts';
import { valuesField } from '../../explore/state.ts';
import { href } from '../../ui/href.ts';
import { PROTOCOL_WORDS } from '../kit/protocol-words.ts';
import { figuresPath } from '../state.ts';
import type { PrerenderedFigures } from './prerendered.ts';

interface ProtocolTabsProps {
  readonly known: PrerenderedFigures;
  /** The selected cases stay selected on the other pages. */
  readonly facets: FacetState;
}

function searchOf(facets: FacetState): string {
  const wanted = Object.entries(facets).filter(([, values]) => values.length > 0);
  if (wanted.length === 0) return '';
  return `?${new URLSearchParams(wanted.map(([name, values]) => [name, valuesField([]).write(values)]))}`;
}

/** The ways of judging that a benchmark has figures of, each on its own page. */
export function ProtocolTabs({ known: { protocol, protocols, choices }, facets }: ProtocolTabsProps) {
  if (protocols.length < 2) return null;
  const search = searchOf(facets);
  return (
    <nav className="tables" aria-label="Ways of judging">
      <div>
        {protocols.map((one) => (
          <a
            key={one}
            href={`${href(figuresPath(choices.benchmark, protocols, one))}${search}`}
            aria-current={one === protocol ? 'page' : undefined}
          >
            {PROTOCOL_WORDS[one].tab}
          </a>
        ))}
      </div>
    </nav>
  );
}
