import type { MetricSketch } from '../../schema/metric.ts';

/** One line of a sketch: what stands on its two sides, and what it adds above and below the fraction line. */
export interface SketchLine {
  readonly left: readonly string[];
  readonly right: readonly string[];
  readonly num: number;
  /** 0: the line does not count. */
  readonly den: number;
  /** Whether it belongs to the second of two shares. */
  readonly second: boolean;
}

export interface DrawnSketch {
  readonly heads: readonly [left: string, right: string, adds: string];
  readonly lines: readonly SketchLine[];
  /** Whether a sign on the right that is the one on the left is right. */
  readonly answers: boolean;
  /** `2 / 3 = 0.67` */
  readonly sum: string;
}

const HEADS: Readonly<Record<MetricSketch['of'], readonly [left: string, right: string]>> = {
  verdicts: ['People', 'Judge'],
  labels: ['Label', 'Judge'],
  orders: ['First order', 'Second order'],
  scores: ['Score before', 'After'],
  repeats: ['Sample', 'Scores'],
  ratings: ['People', 'Score'],
  given: ['Answer', 'Score'],
  parts: ['Part', 'Value'],
};

const ADDS = {
  ratio: 'Counts',
  difference: 'Counts',
  'one minus': 'Counts',
  variance: 'Distance to the mean, squared',
  'rank correlation': 'Distance of ranks, squared',
} as const satisfies Record<NonNullable<MetricSketch['value']> | 'ratio', string>;

const words = (text: string): string[] => text.split(' ').filter((word) => word !== '');

function lineOf(text: string): SketchLine {
  const [left = '', right = '', adds = '', which = ''] = text.split('|');
  const [num = 0, den = 0] = adds.split('/').map(Number);
  return { left: words(left), right: words(right), num, den, second: which === 'second' };
}

interface Sums {
  readonly num: number;
  readonly den: number;
}

const sums = (lines: readonly SketchLine[]): Sums => ({
  num: lines.reduce((total, { num }) => total + num, 0),
  den: lines.reduce((total, { den }) => total + den, 0),
});

const short = (value: number): string => String(Number(value.toFixed(2))).replace('-', '−');

/** How the lines become the value, in figures. */
function sumOf(how: keyof typeof ADDS, lines: readonly SketchLine[]): string {
  const { num, den } = sums(lines);
  const n = lines.length;
  switch (how) {
    case 'ratio':
      return `${short(num)} / ${den} = ${short(num / den)}`;
    case 'one minus':
      return `1 − ${num} / ${den} = ${short(1 - num / den)}`;
    case 'variance':
      return `${short(num)} / (${n} − 1) = ${short(num / (n - 1))}`;
    case 'rank correlation':
      return `1 − 6 × ${num} / (${n} × ${n ** 2 - 1}) = ${short(1 - (6 * num) / (n * (n ** 2 - 1)))}`;
    case 'difference': {
      const [first, second] = [sums(lines.filter((line) => !line.second)), sums(lines.filter((line) => line.second))];
      const difference = first.num / first.den - second.num / second.den;
      return `${first.num} / ${first.den} − ${second.num} / ${second.den} = ${short(difference)}`;
    }
  }
}

/** A sketch as it is drawn. */
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

/** Whether the sign at a place on the right is the one that it should be: one label may stand for several answers to it. */
export function isRight({ left, right }: SketchLine, place: number): boolean {
  return right[place] === (left.length === 1 ? left[0] : left[place]);
}
