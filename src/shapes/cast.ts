import type { DefectPlan } from './defect.ts';
import type { Random } from './random.ts';

/** A simulated author: how often (0–1) an answer of his falls short in each respect. */
export interface Writer {
  readonly model: string;
  readonly rates: Readonly<Record<Respect, number>>;
}

/** What can go wrong on the levels 0, 1 and 2. `presence` = leaving out, `truth` = misreading and inventing. */
type Respect = 'presence' | 'precision' | 'truth' | 'liveliness' | 'order' | 'brevity';
export type Levels = Readonly<Record<Respect, number>>;
const RESPECTS: readonly Respect[] = ['presence', 'precision', 'truth', 'liveliness', 'order', 'brevity'];

export const WRITERS: readonly Writer[] = [
  {
    model: 'careful-writer',
    rates: { presence: 0.35, precision: 0.35, truth: 0.35, liveliness: 0.7, order: 0.4, brevity: 0.6 },
  },
  {
    model: 'hasty-writer',
    rates: { presence: 0.7, precision: 0.7, truth: 0.5, liveliness: 0.6, order: 0.6, brevity: 0.35 },
  },
  {
    model: 'florid-writer',
    rates: { presence: 0.5, precision: 0.6, truth: 0.65, liveliness: 0.25, order: 0.6, brevity: 0.75 },
  },
  {
    model: 'terse-writer',
    rates: { presence: 0.55, precision: 0.4, truth: 0.45, liveliness: 0.8, order: 0.35, brevity: 0.3 },
  },
];

/** Draws the levels of one answer of this writer; `ease` below 1 makes it better than usual. */
export function writerLevels(writer: Writer, r: Random, ease = 1): Levels {
  const level = (respect: Respect) => {
    if (!r.chance(writer.rates[respect] * ease)) return 0;
    return r.chance(0.5) ? 1 : 2;
  };
  return Object.fromEntries(RESPECTS.map((respect) => [respect, level(respect)])) as Record<Respect, number>;
}

/** Splits a count at random in two. */
function divide(count: number, r: Random): readonly [number, number] {
  const first = Array.from({ length: count }, () => r.int(2)).reduce((p, q) => p + q, 0);
  return [first, count - first];
}

/** Draws the defects of a free answer at these levels. */
export function openPlan(levels: Levels, r: Random): DefectPlan {
  const [wrong, invented] = divide(levels.truth, r);
  const [repetition, rest] = divide(levels.order, r);
  return {
    omission: levels.presence,
    vague: levels.precision,
    wrong,
    invented,
    flat: levels.liveliness,
    repetition,
    contradiction: Math.min(rest, 1),
    padding: Math.max(0, rest - 1) + (levels.brevity === 2 ? 1 : 0),
  };
}

/** Draws the defects of a worked solution at these levels; its answer is right. */
export function closedPlan(levels: Levels, r: Random): DefectPlan {
  const [wrong, invented] = divide(levels.truth, r);
  return {
    vague: levels.precision,
    wrong,
    invented,
    contradiction: levels.order,
    'no-check': levels.liveliness,
    padding: levels.brevity === 0 ? 0 : levels.brevity + 1,
  };
}
