import { useCallback, useEffect, useRef, useState } from 'react';
import { ClientFailure, failureOf } from '../client/failure.ts';
import { fetchJson, request, siteAddress } from '../client/fetch.ts';
import { type Problem, type ToldProblems, toldProblemsOf, toldTogether } from '../schema/problem.ts';
import { type AddressStep, goTo, useFragment } from '../ui/use-url.ts';
import type { Attempt, Preview } from './intake/preview.ts';
import type { RunFiles } from './intake/run-files.ts';
import type { OwnResult } from './judge-files.ts';
import type { DroppedFile, FoundSet, ImportedRuns, LookAsk } from './own.worker.ts';
import type { OwnSession } from './session.ts';

/** `#/k3v9x0qa/2/explore/`: the cases of the second result of some files. It lies in the fragment, which no browser sends: names of cases and runs are private. */
export interface OwnPlace {
  /** The files' name in addresses, which reveals nothing of them; '' where the address names none. */
  readonly set: string;
  /** From 1; 0 where the address names none. */
  readonly result: number;
  /** `/`, `/explore/`, `/figures/…`: the page within the result. */
  readonly page: string;
}

export const newSet = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(8)), (byte) => (byte % 36).toString(36)).join('');

export function ownPlaceIn(path: string): OwnPlace {
  const [, set = '', result = '', page = ''] = /^\/([^/]*)(?:\/(\d+))?(\/.*)?$/s.exec(path) ?? [];
  let name = set;
  try {
    name = decodeURIComponent(set);
  } catch {
    // It was typed so, and names nothing.
  }
  return { set: name, result: Number(result), page: page || '/' };
}

export function pathOf({ set, result, page }: OwnPlace): string {
  if (set === '') return '/';
  const files = `/${encodeURIComponent(set)}/`;
  return result === 0 ? files : `${files}${result}${page}`;
}

/** Stands in a benchmark's place where pages ask for the cases of a result, so that every address made of it lies in the fragment. */
export const casesName = ({ set, result }: Pick<OwnPlace, 'set' | 'result'>): string =>
  `your-results/#${pathOf({ set, result, page: '' })}`;

export function useOwnPlace(): OwnPlace & { readonly search: string } {
  const { path, search } = useFragment();
  return { ...ownPlaceIn(path), search };
}

export const goToPlace = (place: OwnPlace, step: AddressStep): void => goTo(pathOf(place), step);

/** Gives what the server of `judgeboard view` wants to be told before it gives files; null where it did not open the page. */
const viewToken = (): string | null => new URLSearchParams(location.search).get('view');

const isView = (): boolean => viewToken() !== null;

const isHanded = (): boolean => new URLSearchParams(location.search).has('handed');

/** Gives the files that `judgeboard view` was given, from the server on this machine. Throws ClientFailure. */
async function localFiles(): Promise<DroppedFile[]> {
  // The command lists them.
  const folder = `own-files/${encodeURIComponent(viewToken() ?? '')}`;
  const names = (await fetchJson(siteAddress(`${folder}/list.json`), { freshness: 'current' })) as readonly string[];
  return Promise.all(
    names.map(async (name, i) => ({ name, blob: await (await request(siteAddress(`${folder}/${i}`))).blob() })),
  );
}

/** A table of unknown form, which needs a mapping; the runs that the last one made of it, where there is one. */
export interface Unmapped {
  readonly set: number;
  readonly preview: Preview;
  readonly mapped?: ImportedRuns;
}

export type OwnState =
  | { readonly phase: 'empty' }
  | { readonly phase: 'working'; readonly step: string }
  | { readonly phase: 'failed'; readonly failure: ClientFailure; readonly again: () => void }
  | {
      readonly phase: 'ready';
      readonly given: LookAsk;
      readonly found: readonly FoundSet[];
      readonly told: ToldProblems;
      readonly unmapped: readonly Unmapped[];
      /** Ids of this site's benchmarks, where a table waits for its mapping. */
      readonly benchmarks: readonly string[];
      readonly runs: readonly RunFiles[];
      readonly results: readonly OwnResult[];
      readonly session: OwnSession;
    };

export const usedRuns = ({ runs, unmapped }: Pick<Done, 'runs' | 'unmapped'>): readonly RunFiles[] => [
  ...runs,
  ...unmapped.flatMap(({ mapped }) => mapped?.runs ?? []),
];

type Done = Omit<Extract<OwnState, { phase: 'ready' }>, 'phase' | 'session'>;

const WORDS = {
  what: 'Your files could not be worked on.',
  todo: 'Nothing left this browser. Try again, or reload the page.',
};

const knownBenchmarks = async (): Promise<readonly string[]> => {
  const { loadSiteData } = await import('./judge-files.ts');
  return (await loadSiteData()).benchmarks.map(({ benchmark }) => benchmark.id);
};

async function imported(session: OwnSession, given: LookAsk): Promise<Omit<Done, 'results'>> {
  const { found, problems } = await session.ask('look', given);
  const [runs, told, unmapped]: [RunFiles[], ToldProblems[], Unmapped[]] = [[], [toldProblemsOf(problems)], []];
  for (const [set, { unmapped: needsMapping, asks }] of found.entries()) {
    if (asks) continue;
    if (needsMapping) {
      const { preview, problems: unread } = await session.ask('preview', { set });
      if (preview === null) told.push(toldProblemsOf(unread));
      else unmapped.push({ set, preview });
      continue;
    }
    const one = await session.ask('import', { set });
    runs.push(...one.runs);
    told.push(one.told);
  }
  const benchmarks = unmapped.length === 0 ? [] : await knownBenchmarks();
  return { given, found, told: toldTogether(told), unmapped, benchmarks, runs };
}

const NOT_HANDED = {
  what: 'The dropped files did not arrive here.',
  why: 'They go from page to page through the browser’s own storage, which is blocked, full, or was read by another tab.',
  todo: 'Drop them here once more.',
};

/** Takes the files that a leaderboard handed over; they come once. Throws ClientFailure where none came. */
async function handedFiles(): Promise<readonly DroppedFile[]> {
  const { takeHanded } = await import('./storage.ts');
  const files = await takeHanded().catch(() => []);
  if (files.length === 0) throw new ClientFailure('unexpected', NOT_HANDED);
  window.history.replaceState(window.history.state, '', window.location.pathname);
  return files;
}

type Task = (session: OwnSession, signal: AbortSignal) => Promise<Done>;

const given = (): DOMException => new DOMException('other work has begun', 'AbortError');

/** One piece of work at a time: another gives up what was going on. Files being made of results come first (`saved`), since sessions share the engine. */
function useWork(saved: () => Promise<void>) {
  const [state, setState] = useState<OwnState>({ phase: 'empty' });
  const session = useRef<OwnSession | null>(null);
  const current = useRef<AbortController | null>(null);
  const ending = useRef<Promise<void>>(Promise.resolve());
  const end = useCallback(() => {
    current.current?.abort(given());
    const own = session.current;
    session.current = null;
    if (own !== null) ending.current = saved().then(own.end);
  }, [saved]);
  useEffect(() => end, [end]);
  const work = useCallback(async (task: Task) => {
    current.current?.abort(given());
    const control = new AbortController();
    current.current = control;
    const { signal } = control;
    setState({ phase: 'working', step: 'Loading what reads files' });
    try {
      const { startSession } = await import('./session.ts');
      await ending.current;
      if (signal.aborted) return;
      session.current ??= startSession((step) =>
        setState((now) => (now.phase === 'working' ? { phase: 'working', step } : now)),
      );
      const own = session.current;
      const done = await task(own, signal);
      if (!signal.aborted) setState({ phase: 'ready', ...done, session: own });
    } catch (error) {
      if (signal.aborted) return;
      // A worker that broke may hold half-made tables, so a new one is started.
      session.current?.end();
      session.current = null;
      setState({ phase: 'failed', failure: failureOf(error, WORDS), again: () => void work(task) });
    }
  }, []);
  const cancel = useCallback(() => {
    end();
    setState({ phase: 'empty' });
  }, [end]);
  const attempt = useCallback(
    async (set: number, mapping: string, signal: AbortSignal): Promise<Attempt | null> =>
      (await session.current?.ask('attempt', { set, mapping }, signal)) ?? null,
    [],
  );
  const look = useCallback(
    async (set: number, path: string): Promise<Preview | null> =>
      (await session.current?.ask('preview', { set, path }))?.preview ?? null,
    [],
  );
  return { state, work, end, cancel, attempt, look };
}

async function judged(
  session: OwnSession,
  runs: readonly RunFiles[],
  signal: AbortSignal,
): Promise<readonly OwnResult[]> {
  const { judgeRuns } = await import('./judge-files.ts');
  return judgeRuns(session, runs, signal);
}

const read =
  (given: LookAsk, before: readonly Problem[] = []): Task =>
  async (session, signal) => {
    const { told, ...found } = await imported(session, given);
    return {
      ...found,
      told: toldTogether([toldProblemsOf(before), told]),
      results: await judged(session, found.runs, signal),
    };
  };

const interrupted = ([first, ...more]: readonly DroppedFile[]): readonly Problem[] =>
  first === undefined
    ? []
    : [
        {
          file: more.length === 0 ? first.name : `${first.name} and ${more.length} more`,
          message: 'not read to the end, since other files were dropped meanwhile',
          hint: 'drop all files together',
        },
      ];

function useTake({ work, end, cancel }: Pick<ReturnType<typeof useWork>, 'work' | 'end' | 'cancel'>) {
  const reading = useRef<readonly DroppedFile[]>([]);
  const take = useCallback(
    (files: readonly DroppedFile[], chosen: LookAsk['chosen'] = {}) => {
      if (files.length === 0) return;
      const before = interrupted(reading.current);
      reading.current = files;
      end();
      void work(read({ files, chosen }, before)).finally(() => {
        if (reading.current === files) reading.current = [];
      });
    },
    [end, work],
  );
  const giveUp = useCallback(() => {
    reading.current = [];
    cancel();
  }, [cancel]);
  return { take, giveUp };
}

export function useOwn(saved: () => Promise<void>) {
  const own = useWork(saved);
  const { state, work, attempt, look } = own;
  const { take, giveUp } = useTake(own);
  useEffect(() => {
    if (isView())
      void work(async (session, signal) => read({ files: await localFiles(), chosen: {} })(session, signal));
    else if (isHanded()) {
      // The files can be fetched only once, so another try after a failure uses those of the first.
      let files: readonly DroppedFile[] | undefined;
      void work(async (own, signal) => {
        files ??= await handedFiles();
        return read({ files, chosen: {} })(own, signal);
      });
    }
  }, [work]);
  const show = useCallback(
    (runs: readonly RunFiles[]) =>
      void work(async (own, signal) => ({
        given: { files: [], chosen: {} },
        found: [],
        told: toldProblemsOf([]),
        unmapped: [],
        benchmarks: [],
        runs,
        results: await judged(own, runs, signal),
      })),
    [work],
  );
  const map = useCallback(
    (set: number, mapping: string) => {
      if (state.phase !== 'ready') return;
      const { session: _, phase: __, ...before } = state;
      void work(async (own, signal) => {
        const mapped = await own.ask('import', { set, mapping });
        const unmapped = before.unmapped.map((one) => (one.set === set ? { ...one, mapped } : one));
        return { ...before, unmapped, results: await judged(own, usedRuns({ ...before, unmapped }), signal) };
      });
    },
    [state, work],
  );
  const readAgain = useCallback(
    (set: number, reading: string | null) => {
      if (state.phase !== 'ready') return;
      const { [set]: _, ...others } = state.given.chosen;
      take(state.given.files, reading === null ? others : { ...others, [set]: reading });
    },
    [state, take],
  );
  return { state, take, show, map, readAgain, cancel: giveUp, attempt, look };
}
