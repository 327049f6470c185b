import '../../ui/controls.css';
import '../../ui/windows.css';
import { lazy, type MouseEvent, Suspense, useEffect, useState } from 'react';
import { holdCases } from '../../client/local-cases.ts';
import type { CaseOpinions, SayOpinion } from '../case-opinions.ts';
import { type OwnResult, ownRuns } from '../judge-files.ts';
import { OWN_CASES, type OwnSource, ownSource } from '../own-source.ts';
import type { OwnSession } from '../session.ts';

const OwnCasesList = lazy(async () => ({ default: (await import('./OwnCasesList.tsx')).OwnCasesList }));
const OwnCase = lazy(async () => ({ default: (await import('./OwnCase.tsx')).OwnCase }));
const OwnCompare = lazy(async () => ({ default: (await import('./OwnCompare.tsx')).OwnCompare }));
const OwnFigures = lazy(async () => ({ default: (await import('./OwnFigures.tsx')).OwnFigures }));

/** Answers for own cases as long as it is on the page; null before. */
function useSource(session: OwnSession, result: OwnResult): OwnSource | null {
  const [source, setSource] = useState<OwnSource | null>(null);
  useEffect(() => {
    if (result.benchmark === null) return;
    const own = ownSource(session, result, result.benchmark);
    holdCases(OWN_CASES, own.cases);
    setSource(own);
    return () => {
      own.end();
      holdCases(OWN_CASES, null);
    };
  }, [session, result]);
  return source;
}

/** A link to a place of the page is followed without its fragment, which holds the page's state here. */
function followInPlace(event: MouseEvent<HTMLDivElement>): void {
  const link = event.target instanceof Element ? event.target.closest('a[href^="#"]') : null;
  const to = link?.getAttribute('href') ?? '';
  if (to === '' || to.startsWith('#/')) return;
  event.preventDefault();
  document.getElementById(decodeURIComponent(to.slice(1)))?.scrollIntoView();
}

interface OwnDrillProps {
  readonly session: OwnSession;
  readonly result: OwnResult;
  /** What stands in the fragment, and the state after it. */
  readonly path: string;
  readonly search: string;
  readonly opinions: CaseOpinions;
  readonly say: SayOpinion;
}

/** The pages that look into the cases of a result. */
export function OwnDrill({ session, result, path, search, opinions, say }: OwnDrillProps) {
  const source = useSource(session, result);
  if (source === null) return null;
  const id = new URLSearchParams(search).get('id') ?? '';
  const runs = ownRuns(result);
  return (
    <Suspense fallback={<p role="status">Loading what draws this page…</p>}>
      <div onClickCapture={followInPlace}>
        {path.startsWith('/figures/') ? (
          <OwnFigures source={source} slug={path.slice('/figures/'.length).replace(/\/$/, '')} />
        ) : path === '/compare/' ? (
          <OwnCompare source={source} />
        ) : path === '/case/' && id !== '' ? (
          <OwnCase {...{ source, runs, opinions, say }} instance={id} />
        ) : (
          <OwnCasesList source={source} />
        )}
      </div>
    </Suspense>
  );
}
