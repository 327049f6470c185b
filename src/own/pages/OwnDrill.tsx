import '../../ui/controls.css';
import { type MouseEvent, type ReactNode, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { holdRelease } from '../../client/local-release.ts';
import { NoteDialog } from '../../explore/NoteDialog.tsx';
import { showNote } from '../../explore/note-read.ts';
import { PagePart } from '../../ui/loading.tsx';
import { type OwnResult, ownRuns } from '../judge-files.ts';
import { type OwnSource, ownSource } from '../own-source.ts';
import type { OwnPlace } from '../place.ts';
import type { OwnSession } from '../session.ts';
import { Gathered } from './Gathered.tsx';

const loadOwnCases = () => import('./OwnCases.tsx');
const loadCompare = () => import('./OwnCompare.tsx');
const loadOwnFigures = () => import('./OwnFigures.tsx');

/** Answers for the cases of a result, under the name that addresses have for them, as long as it is on the page; null before. */
function useSource(session: OwnSession, result: OwnResult, id: string): OwnSource | null {
  const [source, setSource] = useState<OwnSource | null>(null);
  useEffect(() => {
    const { benchmark } = result;
    if (benchmark === null) return;
    const own = ownSource(session, result, { benchmark, id });
    holdRelease(id, own.local);
    setSource(own);
    return () => {
      own.end();
      holdRelease(id, null);
    };
  }, [session, result, id]);
  return source;
}

/** A link to a place of the page is followed without its fragment, which holds the page's state here. */
function followInPlace(event: MouseEvent<HTMLDivElement>): void {
  const link = event.target instanceof Element ? event.target.closest('a[href^="#"]') : null;
  const to = link?.getAttribute('href') ?? '';
  if (to === '' || to.startsWith('#/')) return;
  event.preventDefault();
  const target = document.getElementById(decodeURIComponent(to.slice(1)));
  target?.scrollIntoView();
  // Whoever skips something by keyboard goes on from there.
  target?.focus({ preventScroll: true });
}

function Note({ words, back }: { readonly words: string; readonly back: string }) {
  const note = useRef<HTMLDialogElement>(null);
  useLayoutEffect(() => {
    if (note.current !== null) showNote(note.current);
  }, []);
  return <NoteDialog ref={note} words={words} back={back} backTo="Back to where you stand" />;
}

/** Shows cases, behind the note that the benchmark's own pages have before the prompts which the release adds. */
function Noted({
  source,
  back,
  children,
}: {
  readonly source: OwnSource;
  readonly back: string;
  readonly children: ReactNode;
}) {
  return (
    <Gathered gather={source.note} doing="Opening the cases">
      {(words) => (
        <>
          {words === null ? null : <Note words={words} back={back} />}
          {children}
        </>
      )}
    </Gathered>
  );
}

interface OwnDrillProps {
  readonly session: OwnSession;
  readonly result: OwnResult;
  readonly id: string;
  readonly place: OwnPlace & { readonly search: string };
}

const WAITING = <p role="status">Loading what draws this page…</p>;

export function OwnDrill({ session, result, id, place: { page, search } }: OwnDrillProps) {
  const source = useSource(session, result, id);
  if (source === null) return null;
  const instance = new URLSearchParams(search).get('id') ?? '';
  const runs = ownRuns(result);
  const back = `${id.replace(/^[^#]*/, '')}/`;
  const drawn = page.startsWith('/figures/') ? (
    <PagePart key="figures" load={loadOwnFigures} waiting={WAITING}>
      {({ OwnFigures }) => <OwnFigures source={source} slug={page.slice('/figures/'.length).replace(/\/$/, '')} />}
    </PagePart>
  ) : page === '/compare/' ? (
    <PagePart key="compare" load={loadCompare} waiting={WAITING}>
      {({ OwnCompare }) => <OwnCompare source={source} />}
    </PagePart>
  ) : (
    <Noted source={source} back={back}>
      <PagePart load={loadOwnCases} waiting={WAITING}>
        {({ OwnCase, OwnCasesList }) =>
          page === '/case/' && instance !== '' ? (
            <OwnCase {...{ source, runs, instance }} />
          ) : (
            <OwnCasesList source={source} />
          )
        }
      </PagePart>
    </Noted>
  );
  return <div onClickCapture={followInPlace}>{drawn}</div>;
}
