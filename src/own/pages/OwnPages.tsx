// The sheets of all figures of cases, which the report draws, too.
import '../../figures/kit/figure.css';
import '../../charts/drawing.css';
import '../../figures/kit/heat.css';
import '../../figures/page/case-figures.css';
import '../../ui/controls.css';
import { useEffect, useRef } from 'react';
import { PagePart } from '../../ui/loading.tsx';
import type { OwnResult } from '../judge-files.ts';
import { ResultView } from '../ResultView.tsx';
import type { OwnSession } from '../session.ts';
import { casesName, type OwnPlace, pathOf } from '../use-own.ts';

const loadOwnDrill = () => import('./OwnDrill.tsx');

const CASES = ['/explore/', '/case/'];

const DRILLS = [
  { page: '/explore/', label: 'Cases', own: (page: string) => CASES.includes(page) },
  { page: '/figures/', label: 'Figures', own: (page: string) => page.startsWith('/figures/') },
  { page: '/compare/', label: 'Compare', own: (page: string) => page === '/compare/' },
] as const;

const hasCases = ({ benchmark, scored }: OwnResult): boolean => benchmark !== null && scored.valued;

interface LinksProps {
  readonly label: string;
  readonly links: readonly { readonly to: string; readonly label: string; readonly isHere: boolean }[];
}

function Links({ label, links }: LinksProps) {
  return (
    <nav className="tables" aria-label={label}>
      <div>
        {links.map(({ to, label, isHere }) => (
          <a key={to} href={`#${to}`} aria-current={isHere ? 'page' : undefined}>
            {label}
          </a>
        ))}
      </div>
    </nav>
  );
}

/** Puts the focus at the top of a newly opened page, since the link that led there is gone. */
function useArrival({ result, page }: OwnPlace) {
  const top = useRef<HTMLDivElement>(null);
  const came = useRef('');
  useEffect(() => {
    const here = `${result} ${page}`;
    const { current } = top;
    const isFirst = came.current === '';
    came.current = here;
    if (current === null) return;
    if (document.activeElement === document.body) current.focus({ preventScroll: true });
    if (!isFirst && current.getBoundingClientRect().top < 0) current.scrollIntoView();
  }, [result, page]);
  return top;
}

interface OwnPagesProps {
  readonly session: OwnSession;
  readonly results: readonly OwnResult[];
  readonly place: OwnPlace & { readonly search: string };
  readonly set: string;
}

export function OwnPages({ session, results, place, set }: OwnPagesProps) {
  const top = useArrival(place);
  const result = place.result >= 1 && place.result <= results.length ? place.result : 1;
  const chosen = results[result - 1];
  if (chosen === undefined || place.set !== set) return null;
  const drill = hasCases(chosen) ? DRILLS.find(({ own }) => own(place.page)) : undefined;
  const page = drill?.page ?? '/';
  const here = { set, result };
  const id = casesName(here);
  return (
    <div className="own-pages" ref={top} tabIndex={-1}>
      {results.length < 2 ? null : (
        <Links
          label="Your results"
          links={results.map((one, i) => ({
            // What was asked of other cases, by their runs and attributes, would find nothing here.
            to: pathOf({ set, result: i + 1, page: hasCases(one) ? page : '/' }),
            label: one.title,
            isHere: one === chosen,
          }))}
        />
      )}
      {hasCases(chosen) ? (
        <Links
          label="Pages of your results"
          links={[{ page: '/', label: 'Where you stand' }, ...DRILLS].map((one) => ({
            to: pathOf({ ...here, page: one.page }),
            label: one.label,
            isHere: one.page === page,
          }))}
        />
      ) : null}
      {drill === undefined ? (
        <ResultView key={id} {...{ session, id }} place={{ ...here, page: place.page }} result={chosen} />
      ) : (
        <PagePart load={loadOwnDrill} waiting={<p role="status">Loading what draws this page…</p>}>
          {({ OwnDrill }) => <OwnDrill key={id} {...{ session, id, place }} result={chosen} />}
        </PagePart>
      )}
    </div>
  );
}
