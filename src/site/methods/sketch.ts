import type { MetricSketch } from '../../schema/metric.ts';
import { withMinus } from '../../ui/number-words.ts';

/** One line of a sketch: what stands on its two sides, and what it adds above and below the fraction line. */
export interface SketchLine {
  readonly left: readonly string[];
  readonly right: readonly string[];
  readonly num: number;
  /** 0 where the line does not count. */
  readonly den: number;
  /** Whether the line belongs to the second of two shares. */
  readonly second: boolean;
}

export interface DrawnSketch {
  readonly heads: readonly [left: string, right: string, adds: string];
  readonly lines: readonly SketchLine[];
  /** Whether equal signs on both sides mean a right answer. */
  readonly answers: boolean;
  /** For example `2 / 3 = 0.67`. */
  readonly sum: string;
}

const HEADS: Readonly<Record<MetricSketch['of'], readonly [left: string, right: string]>> = {
  verdicts: ['Label', 'Judge'],
  labels: ['Label', 'Judge'],
  orders: ['First order', 'Second order'],
  scores: ['Score before', 'After'],
  repeats: ['Sample', 'Scores'],
  ratings: ['People', 'Score'],
  given: ['Answer', 'Score'],
  parts: ['Part', 'Value'],
  writers: ['Judge, writer', 'Score'],
  lengths: ['Characters', 'Score'],
};

const ADDS = {
  ratio: 'Counts',
  difference: 'Counts',
  'one minus': 'Counts',
  variance: 'Distance to the mean, squared',
  'rank correlation': 'Distance of ranks, squared',
  'two means minus one': 'Counts',
  'one minus distances': 'Distance squared, of the mean over any rating',
  'above expected': 'Expected',
  slope: 'ln(characters)',
} as const satisfies Record<NonNullable<MetricSketch['value']> | 'ratio', string>;

const words = (text: string): string[] => text.split(' ').filter((word) => word !== '');

function lineOf(text: string): SketchLine {
  const [left = '', right = '', adds = '', which = ''] = text.split('|');
  const [num = 0, den = 0] = adds.split('/').map(Number);
  return { left: words(left), right: words(right), num, den, second: which === 'second' };
}

interface SketchSums {
  readonly num: number;
  readonly den: number;
}

const sums = (lines: readonly SketchLine[]): SketchSums => ({
  num: lines.reduce((total, { num }) => total + num, 0),
  den: lines.reduce((total, { den }) => total + den, 0),
});

const short = (value: number): string => withMinus(String(Number(value.toFixed(2))));

const sharesOf = (lines: readonly SketchLine[]): readonly [SketchSums, SketchSums] => [
  sums(lines.filter((line) => !line.second)),
  sums(lines.filter((line) => line.second)),
];

/** Writes in figures how the lines become the value. */
function sumOf(how: keyof typeof ADDS, lines: readonly SketchLine[]): string {
  const { num, den } = sums(lines);
  const n = lines.length;
  switch (how) {
    case 'ratio':
      return `${short(num)} / ${den} = ${short(num / den)}`;
    case 'one minus':
    case 'one minus distances':
      return `1 − ${num} / ${den} = ${short(1 - num / den)}`;
    case 'variance':
      return `${short(num)} / (${n} − 1) = ${short(num / (n - 1))}`;
    case 'rank correlation':
      return `1 − 6 × ${num} / (${n} × ${n ** 2 - 1}) = ${short(1 - (6 * num) / (n * (n ** 2 - 1)))}`;
    case 'difference': {
      const [first, second] = sharesOf(lines);
      const difference = first.num / first.den - second.num / second.den;
      return `${first.num} / ${first.den} − ${second.num} / ${second.den} = ${short(difference)}`;
    }
    case 'two means minus one': {
      const [first, second] = sharesOf(lines).map((share) => share.num / share.den) as [number, number];
      return `${short(first)} + ${short(second)} − 1 = ${short(first + second - 1)}`;
    }
    case 'above expected': {
      const [own] = lines;
      return `${own?.right[0]} − ${own?.num} = ${short(Number(own?.right[0]) - (own?.num ?? 0))}`;
    }
    case 'slope': {
      const [from, to] = [lines[0], lines.at(-1)];
      const rise = Number(to?.right[0]) - Number(from?.right[0]);
      const run = (to?.num ?? 0) - (from?.num ?? 0);
      return `(${to?.right[0]} − ${from?.right[0]}) / (${to?.num} − ${from?.num}) = ${short(rise / run)}`;
    }
  }
}

export function drawnSketch(sketch: MetricSketch): DrawnSketch {
  const lines = sketch.rows.map(lineOf);
  const how = sketch.value ?? 'ratio';
  return {
    heads: [...HEADS[sketch.of], ADDS[how]],
    lines,
    answers: sketch.of === 'verdicts' || sketch.of === 'labels',
    sum: sumOf(how, lines),
  };
}

/** Says whether the sign at a place on the right is the right one; one label may stand beside several answers. */
export function isRight({ left, right }: SketchLine, place: number): boolean {
  return right[place] === (left.length === 1 ? left[0] : left[place]);
}
