/** Simulated judges whose true value is known, for the coverage of intervals. */

/** Adds one contribution of the present cluster. */
type Add = (slice: number, num: number, den: number) => void;

export interface SimulatedMetric {
  readonly name: string;
  readonly slices: number;
  readonly range: readonly [number, number] | null;
  /** Coverage that intervals stay below, in percent: above 97.6 only where rare failures are what a value rests on. */
  readonly most: number;
  /** A judge of a given level (0–1, metric-specific) and its true value. */
  readonly judge: (level: number) => {
    readonly truth: number;
    readonly cluster: (random: () => number, k: number, add: Add) => void;
  };
  /** Levels near the lower end, in between, near the upper end. */
  readonly levels: Readonly<Record<'low' | 'middle' | 'high', readonly [number, number]>>;
}

const LEVELS = { low: [0.02, 0.1], middle: [0.2, 0.8], high: [0.9, 0.98] } as const;

function pick(random: () => number, weights: readonly number[]): number {
  let u = random();
  for (const [i, w] of weights.entries()) {
    u -= w;
    if (u < 0) return i;
  }
  return weights.length - 1;
}

const mean = (values: readonly number[]) => values.reduce((sum, v) => sum + v, 0) / values.length;

/** Correlation of two answers in a cluster: with this probability all its answers are one and the same. */
const SHARED = 0.25;

/** Answers of one cluster, all right with the same probability p and correlated by SHARED. */
function answers(random: () => number, p: number): () => boolean {
  const copied = random() < SHARED;
  const common = random() < p;
  return () => (copied ? common : random() < p);
}

/** PAcc: 1–5 prompts on one image, right or wrong. */
const pacc: SimulatedMetric = {
  name: 'PAcc',
  slices: 1,
  range: [0, 1],
  most: 97.6,
  levels: LEVELS,
  judge: (p) => ({
    truth: p,
    cluster: (random, _, add) => {
      const right = answers(random, p);
      const prompts = 1 + Math.floor(random() * 5);
      for (let i = 0; i < prompts; i += 1) add(0, right() ? 1 : 0, 1);
    },
  }),
};

const PAIRS = [1, 2, 3, 4, 6] as const;
const PAIR_SHARES = [0.4, 0.3, 0.15, 0.1, 0.05] as const;
/** The more conflicts a prompt has, the harder each is: numerator and denominator are correlated. */
const pairRate = (p: number, pairs: number) => p * (1 - 0.06 * (pairs - 1));

/** CMR: 1–6 conflicting pairs in a prompt. */
const cmr: SimulatedMetric = {
  name: 'CMR',
  slices: 1,
  range: [0, 1],
  most: 97.6,
  levels: LEVELS,
  judge: (p) => ({
    truth:
      PAIRS.reduce((sum, m, i) => sum + (PAIR_SHARES[i] ?? 0) * m * pairRate(p, m), 0) /
      PAIRS.reduce((sum, m, i) => sum + (PAIR_SHARES[i] ?? 0) * m, 0),
    cluster: (random, _, add) => {
      const pairs = PAIRS[pick(random, PAIR_SHARES)] ?? 1;
      const matched = answers(random, pairRate(p, pairs));
      for (let i = 0; i < pairs; i += 1) add(0, matched() ? 1 : 0, 1);
    },
  }),
};

const REPEATS = 3;
const STUBBORN = 0.8;
const drops = (y: number) => Array.from({ length: y }, (_, h) => (y - 1 - h) / (y - 1));
const BASES = [3, 4, 5, 6, 7, 8, 9, 10];

/** BD: full drop, but for a few samples on which most of the three repeats drop only somewhere in between. */
const bd: SimulatedMetric = {
  name: 'BD',
  slices: 1,
  range: [0, 1],
  most: 97.6,
  levels: { low: [0.6, 0.9], middle: [0.2, 0.6], high: [0.01, 0.15] },
  judge: (failing) => ({
    truth: 1 - failing * STUBBORN * (1 - mean(BASES.map((y) => mean(drops(y))))),
    cluster: (random, _, add) => {
      const y = BASES[Math.floor(random() * BASES.length)] ?? 3;
      const fails = random() < failing;
      for (let i = 0; i < REPEATS; i += 1) {
        const h = fails && random() < STUBBORN ? 1 + Math.floor(random() * y) : 1;
        add(0, (y - h) / (y - 1), 1);
      }
    },
  }),
};

const SCALE = 10;
const consistency = (y: number, d: number) => 1 - d / Math.max(y - 1, SCALE - y);
const farthest = (y: number) => Math.max(y - 1, SCALE - y);
/** P(d = 0, 1, …, farthest) of a geometric distance with ratio r, cut at the end of the scale. */
const distances = (y: number, r: number) =>
  Array.from({ length: farthest(y) + 1 }, (_, d) => (d === farthest(y) ? r ** d : r ** d * (1 - r)));
const SCORES = Array.from({ length: SCALE }, (_, i) => i + 1);

/** BC: y uniform, ŷ at a geometric distance. */
const bc: SimulatedMetric = {
  name: 'BC',
  slices: 1,
  range: [0, 1],
  most: 97.6,
  levels: { low: [0.9, 0.97], middle: [0.5, 0.8], high: [0.05, 0.4] },
  judge: (ratio) => ({
    truth: mean(SCORES.map((y) => distances(y, ratio).reduce((sum, p, d) => sum + p * consistency(y, d), 0))),
    cluster: (random, _, add) => {
      const y = 1 + Math.floor(random() * SCALE);
      let d = 0;
      while (d < farthest(y) && random() < ratio) d += 1;
      add(0, consistency(y, d), 1);
    },
  }),
};

const CRITERIA = 5;

/** Criterion average: five criteria on shared prompts, about two thirds of them judged per prompt, correlated answers. */
const criterionAverage: SimulatedMetric = {
  name: 'macro over criteria',
  slices: CRITERIA,
  range: [0, 1],
  most: 97.6,
  levels: { ...LEVELS, low: [0.03, 0.1], high: [0.9, 0.97] },
  judge: (p) => {
    const rate = (s: number) => p + 0.1 * (s - 2) * p * (1 - p);
    return {
      truth: mean(Array.from({ length: CRITERIA }, (_, s) => rate(s))),
      cluster: (random, k, add) => {
        const copied = random() < SHARED;
        const common = random();
        for (let s = 0; s < CRITERIA; s += 1) {
          if (random() < 0.35 && s !== k % CRITERIA) continue;
          add(s, (copied ? common : random()) < rate(s) ? 1 : 0, 1);
        }
      },
    };
  },
};

const TYPES = 9;

/** Reliability-like: nine types, every sample of one type only, their levels far apart. */
const typeAverage: SimulatedMetric = {
  name: 'macro over types',
  slices: TYPES,
  range: [0, 1],
  most: 97.6,
  levels: LEVELS,
  judge: (p) => {
    const rate = (s: number) => p + 0.2 * (s - 4) * p * (1 - p);
    return {
      truth: mean(Array.from({ length: TYPES }, (_, s) => rate(s))),
      cluster: (random, k, add) => {
        const type = k % TYPES;
        const right = answers(random, rate(type));
        for (let i = 0; i < REPEATS; i += 1) add(type, right() ? 1 : 0, 1);
      },
    };
  },
};

const DIFFER = 0.3;

/** Halo: 1–4 pairs of criteria on one image, labels differ on few of them, so that many images have no denominator. */
const halo: SimulatedMetric = {
  name: 'halo',
  slices: 1,
  range: null,
  most: 97.6,
  levels: { ...LEVELS, low: [0.05, 0.15] },
  judge: (p) => {
    const noticed = p + 0.5 * (1 - p) * p;
    return {
      truth: 1 - (DIFFER * noticed + (1 - DIFFER) * p) / DIFFER,
      cluster: (random, _, add) => {
        const pairs = 1 + Math.floor(random() * 4);
        for (let i = 0; i < pairs; i += 1) {
          const labels = random() < DIFFER;
          const verdicts = random() < (labels ? noticed : p);
          add(0, (labels ? 1 : 0) - (verdicts ? 1 : 0), labels ? 1 : 0);
        }
      },
    };
  },
};

/** BC: scores of 8 to 10 that mostly stay or move by one, and now and then drop to 1 to 3: what a small sample may not hold. */
const lapses: SimulatedMetric = {
  name: 'BC with rare lapses',
  slices: 1,
  range: [0, 1],
  most: 98.8,
  levels: { low: [0.1, 0.25], middle: [0.03, 0.1], high: [0.02, 0.03] },
  judge: (lapse) => {
    const [high, fallen] = [
      [8, 9, 10],
      [1, 2, 3],
    ];
    const still = mean(high.map((y) => 1 - 0.3 / farthest(y)));
    const fell = mean(high.map((y) => mean(fallen.map((z) => consistency(y, y - z)))));
    return {
      truth: (1 - lapse) * still + lapse * fell,
      cluster: (random, _, add) => {
        const y = 8 + Math.floor(random() * 3);
        if (random() < lapse) add(0, consistency(y, y - 1 - Math.floor(random() * 3)), 1);
        else add(0, consistency(y, random() < 0.3 ? 1 : 0), 1);
      },
    };
  },
};

/** Critique scores as tenths: 9 or 10, now and then 0 to 4, alike within a question. */
const critique: SimulatedMetric = {
  name: 'critique scores near 10',
  slices: 1,
  range: [0, 1],
  most: 98.8,
  levels: { low: [0.1, 0.3], middle: [0.05, 0.1], high: [0.02, 0.05] },
  judge: (fail) => ({
    truth: (1 - fail) * 0.95 + fail * 0.2,
    cluster: (random, _, add) => {
      const fails = answers(random, fail);
      const responses = 1 + Math.floor(random() * 3);
      for (let i = 0; i < responses; i += 1) {
        add(0, fails() ? Math.floor(random() * 5) / 10 : random() < 0.5 ? 1 : 0.9, 1);
      }
    },
  }),
};

export const SIMULATED: readonly SimulatedMetric[] = [
  pacc,
  cmr,
  bd,
  bc,
  criterionAverage,
  typeAverage,
  halo,
  lapses,
  critique,
];
