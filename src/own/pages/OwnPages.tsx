import { lazy, Suspense, useState } from 'react';
import { useFragment } from '../../ui/FragmentAddress.tsx';
import type { CaseOpinions, SayOpinion } from '../case-opinions.ts';
import type { OwnResult } from '../judge-files.ts';
import { Result } from '../Result.tsx';
import type { OwnSession } from '../session.ts';

const OwnDrill = lazy(async () => ({ default: (await import('./OwnDrill.tsx')).OwnDrill }));

/** The pages of own results, by what stands in the fragment. */
const PAGES = [
  { path: '/', label: 'Where you stand', own: (path: string) => path === '' || path === '/' },
  { path: '/explore/', label: 'Cases', own: (path: string) => path === '/explore/' || path === '/case/' },
  { path: '/figures/', label: 'Figures', own: (path: string) => path.startsWith('/figures/') },
  { path: '/compare/', label: 'Compare', own: (path: string) => path === '/compare/' },
] as const;

interface ChosenProps {
  readonly results: readonly OwnResult[];
  readonly chosen: OwnResult;
  readonly choose: (place: number) => void;
}

/** Whose cases are looked at, where there are several results. */
function Chosen({ results, chosen, choose }: ChosenProps) {
  if (results.length < 2) return null;
  return (
    <label>
      Results{' '}
      <select
        className="field"
        value={results.indexOf(chosen)}
        onChange={({ currentTarget }) => choose(Number(currentTarget.value))}
      >
        {results.map((result, place) => (
          <option key={result.title} value={place}>
            {result.title}
          </option>
        ))}
      </select>
    </label>
  );
}

interface OwnPagesProps {
  readonly session: OwnSession;
  readonly results: readonly OwnResult[];
  readonly opinions: CaseOpinions;
  readonly say: SayOpinion;
}

/** Own results as the site shows a benchmark: where they stand, their cases, their figures, and how they compare. Which page it is stands in the fragment. */
export function OwnPages({ session, results, opinions, say }: OwnPagesProps) {
  const { path, search } = useFragment();
  const [place, choose] = useState(0);
  const known = results.filter(({ benchmark, scored }) => benchmark !== null && scored.valued);
  const chosen = known[place] ?? known[0];
  const page = PAGES.find(({ own }) => own(path)) ?? PAGES[0];
  // What was asked of other cases, by their runs and attributes, would find nothing here.
  const turnTo = (other: number): void => {
    choose(other);
    window.location.hash = page.path;
  };
  return (
    <div className="own-pages">
      {chosen === undefined ? null : (
        <nav className="tables" aria-label="Pages of your results">
          <div>
            {PAGES.map((one) => (
              <a key={one.path} href={`#${one.path}`} aria-current={one === page ? 'page' : undefined}>
                {one.label}
              </a>
            ))}
          </div>
        </nav>
      )}
      {page === PAGES[0] || chosen === undefined ? (
        results.map((result) => <Result key={result.title} {...{ session, result, opinions, say }} />)
      ) : (
        <Suspense fallback={<p role="status">Loading what draws this page…</p>}>
          <Chosen results={known} chosen={chosen} choose={turnTo} />
          <OwnDrill key={chosen.title} {...{ session, path, search, opinions, say }} result={chosen} />
        </Suspense>
      )}
    </div>
  );
}
