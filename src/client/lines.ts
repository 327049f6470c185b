import type { CaseText } from '../schema/release-paths.ts';
import { type ClientFailure, type FailureWords, failureOf } from './failure.ts';
import { localRelease } from './local-release.ts';
import { loadInstanceData } from './manifest.ts';
import { readKeys } from './packs.ts';

/** Lines of cases by their places in the table `instances`, as far as they came, and why the others did not. */
export interface LinesFound {
  readonly texts: ReadonlyMap<number, CaseText>;
  readonly failure: ClientFailure | null;
}

/** Why texts of the rows in view did not come, and how to ask for them again. */
export interface UnreadTexts {
  readonly failure: ClientFailure;
  readonly retry: () => void;
  /** What is told before it, where it is not said of whole rows. */
  readonly lead?: string;
}

export const LINES_NOT_READ: FailureWords = { what: 'A file of texts could not be read.', todo: 'Try again.' };

/** What lists say of the cases at these places of `instances`; empty without lines; without a network those that came before. Each may fail by itself. */
export async function loadLines(benchmark: string, places: readonly number[]): Promise<LinesFound> {
  const local = localRelease(benchmark);
  if (local !== undefined) return { texts: await local.lines(places), failure: null };
  const { lines } = await loadInstanceData(benchmark);
  if (lines === undefined) return { texts: new Map(), failure: null };
  const found = new Map<number, CaseText>();
  let failure: ClientFailure | null = null;
  const texts = await readKeys<CaseText>(lines, places, { onlyAtHand: true });
  const work = [...texts].map(async ([place, text]) => {
    const [line] = await text.catch((error: unknown): readonly CaseText[] => {
      failure ??= failureOf(error, LINES_NOT_READ);
      return [];
    });
    if (line !== undefined) found.set(place, line);
  });
  await Promise.all(work);
  return { texts: found, failure };
}
