import type { LengthRange } from '../../cases/wanted.ts';
import type { MeasuredTexts } from '../../metrics/texts.ts';
import { type LengthSlope, slopeWithin, type TextColumns } from '../../stats/length.ts';
import type { Outcome } from '../../stats/outcome.ts';

/** Every text of a view in flat lists, so that going through a hundred thousand takes less than a frame. */
export interface FlatTexts extends TextColumns {
  readonly runs: readonly string[];
  /** Cases are in the order of the release. */
  readonly cases: readonly string[];
  /** In characters. */
  readonly length: Float64Array;
  readonly logLength: Float64Array;
  /** What is measured. */
  readonly score: Float64Array;
  /** Place in `runs`, whose texts stand together, and the text's own place among those of its run. */
  readonly judge: Uint16Array;
  readonly own: Uint32Array;
  /** Place in `cases`. */
  readonly at: Uint32Array;
  readonly cluster: Uint32Array;
  /** The place of every text. */
  readonly all: Uint32Array;
}

/** Lays the texts of a view flat. `every`: the series hold but every so manieth of their run. */
export function flatTexts({ cases, series }: MeasuredTexts, every = 1): FlatTexts {
  const known = new Map<string, number>();
  const clusters = Uint32Array.from(cases, ({ cluster }) => {
    const place = known.get(cluster) ?? known.size;
    known.set(cluster, place);
    return place;
  });
  const at = Uint32Array.from(series.flatMap((one) => one.at));
  const length = Float64Array.from(series.flatMap((one) => one.length));
  return {
    runs: series.map(({ run }) => run),
    cases: cases.map(({ instance }) => instance),
    length,
    logLength: length.map(Math.log),
    score: Float64Array.from(series.flatMap(({ value }) => value)),
    judge: Uint16Array.from(series.flatMap((one, i) => new Array<number>(one.length.length).fill(i))),
    own: Uint32Array.from(series.flatMap((one) => [...one.length.keys()].map((i) => i * every))),
    at,
    cluster: Uint32Array.from(at, (place) => clusters[place] ?? 0),
    all: Uint32Array.from(at.keys()),
  };
}

/** A rectangle, and whose texts: none for everybody's. */
export interface TextsInside {
  readonly length: LengthRange;
  readonly score: LengthRange;
  readonly runs: readonly string[];
}

export interface BrushedTexts {
  readonly texts: number;
  readonly cases: number;
  /** The first cases, in the order of the release. */
  readonly first: readonly string[];
  /** Mean of what is measured; NaN where there is no text. */
  readonly mean: number;
  /** The slope that the judges share. */
  readonly slope: Outcome<LengthSlope>;
}

/** Finds what lies in a rectangle, its edges included: the same that the explorer finds for the range. */
export function brushed(all: FlatTexts, { length, score, runs }: TextsInside, most: number): BrushedTexts {
  const wanted = Uint8Array.from(all.runs, (run) => (runs.length === 0 || runs.includes(run) ? 1 : 0));
  const [from, to] = [length.from ?? 0, length.to ?? Number.POSITIVE_INFINITY];
  const [low, high] = [score.from ?? 0, score.to ?? Number.POSITIVE_INFINITY];
  const marked = new Uint8Array(all.cases.length);
  const chosen = new Uint32Array(all.length.length);
  let [texts, sum] = [0, 0];
  // There is no destructuring here, because it would run for every text in every frame of a drag.
  for (let i = 0; i < all.length.length; i += 1) {
    const x = all.length[i] ?? 0;
    const y = all.score[i] ?? 0;
    if (x < from || x > to || y < low || y > high || wanted[all.judge[i] ?? 0] === 0) continue;
    chosen[texts] = i;
    texts += 1;
    sum += y;
    marked[all.at[i] ?? 0] = 1;
  }
  const first: string[] = [];
  let cases = 0;
  for (let i = 0; i < marked.length; i += 1) {
    if (marked[i] === 0) continue;
    cases += 1;
    if (first.length < most) first.push(all.cases[i] ?? '');
  }
  return { texts, cases, first, mean: sum / texts, slope: slopeWithin(all, chosen.subarray(0, texts)) };
}

/** Values are spread by up to this part of the room that they have. */
const SPREAD = 0.76;
/** A step that spreads any number of places evenly: the golden ratio's. */
const GOLDEN = 0.618_033_988_749_895;

/** Says whether a value is so many parts of one: 1.33… is in thirds. */
export const isPart = (value: number, parts: number): boolean =>
  Math.abs(value * parts - Math.round(value * parts)) < 1e-6;

/** What values of a view come in (`LengthView.parts`), and the room that each has above and below itself. */
interface ValueRoom {
  readonly parts: number;
  readonly edge: number;
}

/**
 * Says where a value is drawn: one of those that the view's values come in a little above or below itself, by its text's place among those of
 * its run, always the same; any other where it is.
 */
export function spread(value: number, own: number, { parts, edge }: ValueRoom): number {
  if (parts === 0 || !isPart(value, parts)) return value;
  return value + SPREAD * edge * (2 * ((own * GOLDEN) % 1) - 1);
}
