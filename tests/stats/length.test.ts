import { describe, expect, test } from 'vitest';
import { adjustedMeans, type JudgedText, lengthTrend, type ScoredText, slopeWithin } from '../../src/stats/length.ts';
import { normal, uniform } from './helpers.ts';

/** The slope that judges share, of all texts. */
function shared(texts: readonly (ScoredText & { readonly judge: string })[]) {
  const numbered = (of: (text: (typeof texts)[number]) => string): number[] => {
    const names = [...new Set(texts.map(of))];
    return texts.map((text) => names.indexOf(of(text)));
  };
  const columns = {
    judge: numbered(({ judge }) => judge),
    cluster: numbered(({ cluster }) => cluster),
    logLength: texts.map(({ logLength }) => logLength),
    score: texts.map(({ score }) => score),
  };
  return slopeWithin(columns, [...texts.keys()]);
}

describe('length slope', () => {
  test('a line is found, its error by the sandwich of the clusters', () => {
    // Slope by hand: x −1, 0, 1, 2 around ½; Sxy/Sxx = 6/5. Residuals e; clusters p = {1, 2}, q = {3}, r = {4}.
    const texts = [
      { cluster: 'p', logLength: 0, score: 1 },
      { cluster: 'p', logLength: 1, score: 3 },
      { cluster: 'q', logLength: 2, score: 3 },
      { cluster: 'r', logLength: 3, score: 5 },
    ];
    const found = lengthTrend(texts).value;
    expect(found?.slope).toBeCloseTo(1.2, 12);
    const residual = texts.map((t) => t.score - 3 - 1.2 * (t.logLength - 1.5));
    const x = texts.map((t) => t.logLength - 1.5);
    const e = (i: number) => ((x[i] ?? 0) * (residual[i] ?? 0)) / 5;
    expect(found?.se).toBeCloseTo(Math.sqrt(1.5 * ((e(0) + e(1)) ** 2 + e(2) ** 2 + e(3) ** 2)), 12);
    expect(found?.clusters).toBe(3);
  });

  test('a judge that always gives one score has no slope, whatever is left of rounding', () => {
    const draw = uniform(7);
    for (const n of [10, 11, 12, 25, 60]) {
      const texts = Array.from({ length: n }, (_, i) => {
        return { cluster: `c${i}`, judge: 'always', logLength: Math.log(50 + 1000 * draw()), score: 5.3 };
      });
      expect(lengthTrend(texts).reason).toBe('no variation between clusters');
      expect(shared(texts).reason).toBe('no variation between clusters');
    }
  });

  test('the line runs from the shortest to the longest text, its band by the same sandwich', () => {
    const texts = [
      { cluster: 'p', logLength: 0, score: 1 },
      { cluster: 'p', logLength: 1, score: 3 },
      { cluster: 'q', logLength: 2, score: 3 },
      { cluster: 'r', logLength: 3, score: 5 },
    ];
    const line = lengthTrend(texts).value?.line ?? [];
    expect([line[0]?.logLength, line.at(-1)?.logLength]).toEqual([0, 3]);
    for (const point of line) {
      const x = point.logLength - 1.5;
      expect(point.mean).toBeCloseTo(3 + 1.2 * x, 12);
      // By hand: weight of a text 1/4 + x · x_i / 5, terms summed over clusters.
      const terms = texts.map(
        (t) => (1 / 4 + (x * (t.logLength - 1.5)) / 5) * (t.score - 3 - 1.2 * (t.logLength - 1.5)),
      );
      const [a = 0, b = 0, c = 0, d = 0] = terms;
      const se = Math.sqrt(1.5 * ((a + b) ** 2 + c ** 2 + d ** 2));
      // Student's t, 2 degrees of freedom.
      expect(point.hi - point.mean).toBeCloseTo(4.302_652_7 * se, 5);
      expect(point.mean - point.lo).toBeCloseTo(point.hi - point.mean, 12);
    }
  });

  test('the shared slope is that within judges, not that between them', () => {
    const of = (judge: string, length: number, score: number) => ({
      judge,
      cluster: `${judge}${length}`,
      logLength: length,
      score,
    });
    // Within each judge one point less per e-fold; the wordy judge stands higher.
    const texts = [0, 1, 2].flatMap((k) => [of('brief', k, 3 - k), of('wordy', 5 + k, 9 - k + (k === 1 ? 0.3 : 0))]);
    expect(shared(texts).value?.slope).toBeCloseTo(-1, 12);
    expect(lengthTrend(texts).value?.slope).toBeGreaterThan(0.5);
  });

  test('the shared slope of some texts and its error are those of a fit with a level for each judge', () => {
    const random = uniform(11);
    const draw = normal(random);
    for (let round = 0; round < 20; round += 1) {
      const texts = Array.from({ length: 80 }, (_, i) => {
        const logLength = 5 + draw();
        return {
          judge: `j${i % 4}`,
          cluster: `c${Math.floor(random() * 25)}`,
          logLength,
          score: (i % 4) + 0.4 * logLength + draw(),
        };
      });
      const found = shared(texts).value;
      // Frisch and Waugh, Lovell by hand: residuals of a regression on dummies are differences from the judge's means.
      const less = (of: (text: (typeof texts)[number]) => number): number[] =>
        texts.map((text) => {
          const own = texts.filter(({ judge }) => judge === text.judge).map(of);
          return of(text) - own.reduce((sum, one) => sum + one, 0) / own.length;
        });
      const [x, y] = [less(({ logLength }) => logLength), less(({ score }) => score)];
      const xx = x.reduce((sum, one) => sum + one * one, 0);
      const slope = x.reduce((sum, one, i) => sum + one * (y[i] ?? 0), 0) / xx;
      expect(found?.slope).toBeCloseTo(slope, 10);
      const terms = Map.groupBy(x.keys(), (i) => texts[i]?.cluster);
      const squares = [...terms.values()]
        .map((own) => own.reduce((sum, i) => sum + (x[i] ?? 0) * ((y[i] ?? 0) - slope * (x[i] ?? 0)), 0))
        .reduce((sum, term) => sum + term * term, 0);
      expect(found?.clusters).toBe(terms.size);
      expect(found?.se).toBeCloseTo(Math.sqrt((terms.size / (terms.size - 1)) * squares) / xx, 10);
      expect((found?.hi ?? 0) + (found?.lo ?? 0)).toBeCloseTo(2 * slope, 10);
    }
  });

  test('95 % intervals cover the slope when texts on one question share its difficulty', () => {
    const random = uniform(4);
    const draw = normal(random);
    let covered = 0;
    for (let i = 0; i < 2000; i += 1) {
      const texts = Array.from({ length: 60 }, (_, k) => {
        const [difficulty, length] = [draw(), draw() / 2];
        return [0, 1, 2].map(() => {
          const logLength = 6 + length + draw() / 2;
          return { cluster: `q${k}`, logLength, score: 0.7 * logLength + difficulty + draw() };
        });
      }).flat();
      const found = lengthTrend(texts).value;
      if (found !== null && found.lo <= 0.7 && 0.7 <= found.hi) covered += 1;
    }
    expect(covered / 20).toBeGreaterThan(93);
    expect(covered / 20).toBeLessThan(97);
  });

  test('nothing to fit has a reason', () => {
    expect(lengthTrend([]).reason).toBe('no scored text');
    const flat = [1, 2, 3].map((k) => ({ cluster: `${k}`, logLength: 5, score: k }));
    expect(lengthTrend(flat).reason).toBe('length cannot be told from the others');
    const alone = [1, 2, 3].map((k) => ({ cluster: 'one', logLength: k, score: k * k }));
    expect(lengthTrend(alone).reason).toBe('fewer than two clusters');
  });
});

describe('adjusted means', () => {
  const random = uniform(8);
  const draw = normal(random);
  const tasks = ['coding', 'science'];
  const bands = ['low', 'medium', 'high'];
  /** Judge b is wordier and answers more science; at equal length and mix it is half a point worse. */
  const texts: JudgedText[] = Array.from({ length: 600 }, (_, k) =>
    (['a', 'b'] as const).map((judge) => {
      const task = random() < (judge === 'a' ? 0.3 : 0.7) ? 1 : 0;
      const band = Math.floor(random() * 3);
      const logLength = (judge === 'a' ? 6 : 7) + draw() / 2;
      const slope = judge === 'a' ? 0.5 : 1.5;
      const score = (judge === 'a' ? 6 : 5.5) + slope * (logLength - 6.5) + 2 * task + 0.5 * band + draw() / 10;
      return { judge, cluster: `q${k}`, task: tasks[task] ?? '', band: bands[band] ?? '', logLength, score };
    }),
  ).flat();

  test('the difference at equal length, task and band comes out, raw means say the opposite', () => {
    const found = adjustedMeans(texts).value ?? [];
    const [a, b] = found;
    const raw = (judge: string) => {
      const own = texts.filter((t) => t.judge === judge);
      return own.reduce((sum, t) => sum + t.score, 0) / own.length;
    };
    expect(raw('b')).toBeGreaterThan(raw('a'));
    expect((a?.mean ?? 0) - (b?.mean ?? 0)).toBeCloseTo(0.5, 1);
    expect(a?.se).toBeGreaterThan(0.001);
    expect(a?.se).toBeLessThan(0.02);
    expect(found.map((m) => [m.judge, m.n])).toEqual([
      ['a', 600],
      ['b', 600],
    ]);
  });

  test('one task and one band: the line of each judge read at the common length', () => {
    const plain = texts.map((t) => ({ ...t, task: 'all', band: 'all' }));
    const centre = plain.reduce((sum, t) => sum + t.logLength, 0) / plain.length;
    for (const { judge, mean } of adjustedMeans(plain).value ?? []) {
      const own = plain.filter((t) => t.judge === judge);
      const slope = lengthTrend(own).value?.slope ?? 0;
      const x = own.reduce((sum, t) => sum + t.logLength, 0) / own.length;
      const y = own.reduce((sum, t) => sum + t.score, 0) / own.length;
      expect(mean).toBeCloseTo(y + slope * (centre - x), 9);
    }
  });

  test('means are read at the mix of tasks and bands that all texts have together', () => {
    // 6 plus half the log length above 6, a task that costs 2 and a band that gives 1; b is 0.25 below a.
    const made = Array.from({ length: 80 }, (_, i): JudgedText => {
      const [judge, task, band] = [i % 2 === 0 ? 'a' : 'b', i % 5 === 0 ? 'hard' : 'easy', i % 8 < 3 ? 'high' : 'low'];
      const logLength = 6 + ((i * 7) % 11) / 10;
      const effects = (judge === 'b' ? -0.25 : 0) + (task === 'hard' ? -2 : 0) + (band === 'high' ? 1 : 0);
      return { cluster: `c${i}`, judge, task, band, logLength, score: 6 + 0.5 * (logLength - 6) + effects };
    });
    const share = (test: (text: JudgedText) => boolean): number => made.filter(test).length / made.length;
    const centre = made.reduce((sum, { logLength }) => sum + logLength, 0) / made.length;
    const common =
      6 + 0.5 * (centre - 6) - 2 * share(({ task }) => task === 'hard') + share(({ band }) => band === 'high');
    const [a, b] = adjustedMeans(made).value ?? [];
    expect(a?.mean).toBeCloseTo(common, 9);
    expect(b?.mean).toBeCloseTo(common - 0.25, 9);
  });

  test('what cannot be told apart is named', () => {
    const flat = texts.map((t) => (t.judge === 'b' ? { ...t, logLength: 6 } : t));
    expect(adjustedMeans(flat).reason).toBe('the slope of b cannot be told from the others');
    const confounded = texts.map((t) => ({ ...t, task: t.judge }));
    expect(adjustedMeans(confounded).reason).toBe('the task b cannot be told from the others');
    expect(adjustedMeans([]).reason).toBe('no scored text');
  });
});
