import type { CritiqueRange } from '../../cases/wanted.ts';
import type { Condition } from '../../metrics/query.ts';
import { SCORED_CRITIQUE } from '../../metrics/texts.ts';
import { number, type QueryRow, text } from '../../sql/query.ts';
import type { DrawnSeries } from './data.ts';

/** Runs a statement and gives its rows some at a time, so that the page can draw between two batches. */
export type BatchQuery = (sql: string, params: readonly (string | number)[]) => AsyncIterable<readonly QueryRow[]>;

/** Every scored critique under one critique judge, in flat arrays, so that going through a hundred thousand takes less than a frame. */
export interface Critiques {
  readonly runs: readonly string[];
  /** Cases are in the order of the release. */
  readonly cases: readonly string[];
  /** Lengths are in characters, scores go from 0 to 10. */
  readonly length: Float64Array;
  readonly score: Float64Array;
  /** Place in `runs`, whose critiques stand together, and in `cases`. */
  readonly run: Uint16Array;
  readonly at: Uint32Array;
}

const scoredBy = (where: string): string => `FROM judgments JOIN runs USING (run)
  JOIN (SELECT rowid::DOUBLE AS place, instance FROM instances WHERE ${where}) USING (instance)
WHERE ${SCORED_CRITIQUE} AND critique_judge = ?`;
const runsSql = (from: string): string => `SELECT run, count(*)::DOUBLE AS n ${from} GROUP BY run ORDER BY run`;
const casesSql = (from: string): string => `SELECT DISTINCT place, instance ${from} ORDER BY place`;
const critiquesSql = (from: string): string =>
  `SELECT place, length::DOUBLE AS length, score ${from} ORDER BY run, place, length, score`;

/** Asks for the critiques of a selection of cases under one critique judge; no batch of rows holds the thread for long. */
export async function loadCritiques(batches: BatchQuery, where: Condition, scorer: string): Promise<Critiques> {
  const from = scoredBy(where.sql);
  const ask = (sql: (from: string) => string) => batches(sql(from), [...where.params, scorer]);
  const runs: string[] = [];
  const counts: number[] = [];
  for await (const rows of ask(runsSql)) {
    for (const row of rows) {
      runs.push(text(row, 'run'));
      counts.push(number(row, 'n'));
    }
  }
  const cases: string[] = [];
  const places = new Map<number, number>();
  for await (const rows of ask(casesSql)) {
    for (const row of rows) places.set(number(row, 'place'), cases.push(text(row, 'instance')) - 1);
  }
  const count = counts.reduce((sum, n) => sum + n, 0);
  const all: Critiques = {
    runs,
    cases,
    length: new Float64Array(count),
    score: new Float64Array(count),
    run: Uint16Array.from(counts.flatMap((n, run) => new Array<number>(n).fill(run))),
    at: new Uint32Array(count),
  };
  let i = 0;
  for await (const rows of ask(critiquesSql)) {
    for (const row of rows) {
      all.length[i] = number(row, 'length');
      all.score[i] = number(row, 'score');
      all.at[i] = places.get(number(row, 'place')) ?? 0;
      i += 1;
    }
  }
  return all;
}

export function critiquesOf({ runs, run, length, score }: Critiques, id: string): DrawnSeries {
  const place = runs.indexOf(id);
  const [from, to] = [run.indexOf(place), run.lastIndexOf(place) + 1];
  return { run: id, length: length.subarray(Math.max(0, from), to), score: score.subarray(Math.max(0, from), to) };
}

export interface BrushedCritiques {
  readonly critiques: number;
  readonly cases: number;
  /** The first cases, in the order of the release. */
  readonly first: readonly string[];
}

/** Finds what lies in a rectangle, its edges included: the same that the explorer finds for the range. */
export function brushed(all: Critiques, { length, score, runs }: CritiqueRange, most: number): BrushedCritiques {
  const wanted = Uint8Array.from(all.runs, (run) => (runs.length === 0 || runs.includes(run) ? 1 : 0));
  const [from, to] = [length.from ?? 0, length.to ?? Number.POSITIVE_INFINITY];
  const [low, high] = [score.from ?? 0, score.to ?? Number.POSITIVE_INFINITY];
  const marked = new Uint8Array(all.cases.length);
  let critiques = 0;
  // There is no destructuring here, because it would run for every critique in every frame of a drag.
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
