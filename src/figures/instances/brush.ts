import type { CritiqueRange } from '../../explore/answers.ts';
import type { CritiqueTexts } from '../../metrics/texts.ts';

/** Every scored critique under one critique judge, in flat arrays: going through a hundred thousand takes less than a frame. */
export interface Critiques {
  readonly runs: readonly string[];
  /** Cases in the order of the release. */
  readonly cases: readonly string[];
  readonly length: Float64Array;
  readonly score: Float64Array;
  /** Place in `runs`, and in `cases`. */
  readonly run: Uint16Array;
  readonly at: Uint32Array;
}

export function critiquesOf({ cases, series }: CritiqueTexts, scorer: string): Critiques {
  const own = series.filter((one) => one.scorer === scorer);
  const count = own.reduce((sum, { at }) => sum + at.length, 0);
  const flat = {
    runs: own.map(({ run }) => run),
    cases: cases.map(({ instance }) => instance),
    length: new Float64Array(count),
    score: new Float64Array(count),
    run: new Uint16Array(count),
    at: new Uint32Array(count),
  };
  let start = 0;
  for (const [i, { at, length, score }] of own.entries()) {
    flat.length.set(length, start);
    flat.score.set(score, start);
    flat.at.set(at, start);
    flat.run.fill(i, start, start + at.length);
    start += at.length;
  }
  return flat;
}

export interface Brushed {
  readonly critiques: number;
  readonly cases: number;
  /** The first cases, in the order of the release. */
  readonly first: readonly string[];
}

/** What lies in a rectangle, its edges included: the same that the explorer finds for the range. */
export function brushed(all: Critiques, { length, score, runs }: CritiqueRange, most: number): Brushed {
  const wanted = Uint8Array.from(all.runs, (run) => (runs.length === 0 || runs.includes(run) ? 1 : 0));
  const [from, to] = [length.from ?? 0, length.to ?? Number.POSITIVE_INFINITY];
  const [low, high] = [score.from ?? 0, score.to ?? Number.POSITIVE_INFINITY];
  const marked = new Uint8Array(all.cases.length);
  let critiques = 0;
  // No destructuring here: it runs for every critique in every frame of a drag.
  for (let i = 0; i < all.length.length; i += 1) {
    const x = all.length[i] ?? 0;
    const y = all.score[i] ?? 0;
    if (x < from || x > to || y < low || y > high || wanted[all.run[i] ?? 0] === 0) continue;
    critiques += 1;
    marked[all.at[i] ?? 0] = 1;
  }
  const first: string[] = [];
  let cases = 0;
  for (let i = 0; i < marked.length; i += 1) {
    if (marked[i] === 0) continue;
    cases += 1;
    if (first.length < most) first.push(all.cases[i] ?? '');
  }
  return { critiques, cases, first };
}
