import type { Small } from './small.ts';

/** A score with people's mean rating of the same response. */
export interface Rated {
  readonly x: number;
  readonly y: number;
}

export const mean = (values: readonly number[]): number => values.reduce((sum, v) => sum + v, 0) / values.length;

/** Rank by counting: those below, and half of those beside. */
const rankOf = (values: readonly number[], v: number): number =>
  values.filter((w) => w < v).length + values.filter((w) => w === v).length / 2;

/** Spearman's ρ by its definition: the correlation of mean ranks. */
export function spearmanOf(rows: readonly Rated[]): number {
  const [xs, ys] = [rows.map((r) => r.x), rows.map((r) => r.y)];
  const [rx, ry] = [xs.map((x) => rankOf(xs, x)), ys.map((y) => rankOf(ys, y))];
  const [mx, my] = [mean(rx), mean(ry)];
  const sum = (of: (i: number) => number): number => rows.reduce((total, _, i) => total + of(i), 0);
  const [dx, dy] = [(i: number) => (rx[i] ?? 0) - mx, (i: number) => (ry[i] ?? 0) - my];
  return sum((i) => dx(i) * dy(i)) / Math.sqrt(sum((i) => dx(i) ** 2) * sum((i) => dy(i) ** 2));
}

/** Quadratic κ by its definition: squared distances of pairs, over those of every score with every rating. */
export function kappaOf(rows: readonly Rated[]): number {
  const observed = mean(rows.map(({ x, y }) => (x - y) ** 2));
  return 1 - observed / mean(rows.flatMap(({ x }) => rows.map(({ y }) => (x - y) ** 2)));
}

/** Rows of one split with clusters of four: what judge and people see in common, and what each sees alone, rounded to their scales. */
export function drawn(next: () => number, clusters: number, common: number): (Rated & { readonly cluster: number })[] {
  const normal = (): number => Math.sqrt(-2 * Math.log(1 - next())) * Math.cos(2 * Math.PI * next());
  const within = (low: number, v: number): number => Math.min(10, Math.max(low, v));
  return Array.from({ length: clusters }, (_, cluster) => {
    const [a, b] = [normal() * 0.6, normal() * 0.6];
    return Array.from({ length: 4 }, () => {
      const [seen, alone] = [a + normal() * 0.8, b + normal() * 0.8];
      const people = common * seen + Math.sqrt(1 - common ** 2) * alone;
      // People's means of three ratings of 0, 5 or 10 are multiples of 5/3.
      return {
        cluster,
        x: within(0, Math.round(5 + 2.5 * seen)),
        y: within(0, Math.round(3 + 1.5 * people) * (5 / 3)),
      };
    });
  }).flat();
}

/** Splits with scores and ratings as records of one pointwise run. */
export function records(splits: Readonly<Record<string, readonly (Rated & { readonly cluster: number })[]>>): Small {
  const all = Object.entries(splits).flatMap(([split, rows]) =>
    rows.map((row, i) => ({ ...row, split, instance: `${split}-${i}`, cluster: `${split}-${row.cluster}` })),
  );
  const at = { response: 'a', criterion: 'sc' };
  return {
    protocol: 'pointwise',
    instances: all.map(({ instance, cluster, split }) => ({ instance, cluster, split })),
    responses: all.map(({ instance }, i) => ({ instance, response: 'a', model: i % 3 === 0 ? 'one' : 'two' })),
    gold: all.map(({ instance, y }) => ({ ...at, instance, kind: 'quality', value: String(y), number: y })),
    judgments: all.map(({ instance, x }) => ({ ...at, instance, score: x })),
  };
}
