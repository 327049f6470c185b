import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { answerConditions } from '../../src/cases/sets.ts';
import { ANY_ANSWERS, ANY_PAIR, type AnswerFilter } from '../../src/cases/wanted.ts';
import { type FunnelCounts, funnelFigure } from '../../src/figures/cases/Funnel.tsx';
import { qualityBandsFigure, selfEnhancementFigure } from '../../src/figures/cases/QualityBands.tsx';
import { scorePairsFigure } from '../../src/figures/cases/ScorePairs.tsx';
import { mean, type Row } from '../shapes/world.ts';
import { ALL, openShapes, type ShapesWorld } from './shapes.ts';

const READ = new Set(['ok', 'verifier', 'fallback']);
let shapes: ShapesWorld;
beforeAll(async () => {
  shapes = await openShapes(120, 5);
});
afterAll(() => shapes.close());

interface Pair {
  readonly instance: string;
  readonly biasType: string;
  readonly before: Row | undefined;
  readonly after: Row | undefined;
}

/** Base and perturbed judgments of a run, laid side by side by hand. */
function pairsOf(run: string): Pair[] {
  const rows = shapes.world.rows(run);
  const key = ({ instance, repeat = 0 }: Row): string => `${instance} ${repeat}`;
  const side = (base: boolean) =>
    new Map(rows.filter((row) => (row.condition === 'base') === base).map((row) => [key(row), row]));
  const [before, after] = [side(true), side(false)];
  return [...new Set([...before.keys(), ...after.keys()])].map((id) => {
    const instance = id.slice(0, id.indexOf(' '));
    const biasType = shapes.attributes.get(instance)?.['bias_type'] ?? '';
    return { instance, biasType, before: before.get(id), after: after.get(id) };
  });
}

const scoreOf = (row: Row | undefined): number | null =>
  row !== undefined && READ.has(row.parse) ? (row.score ?? null) : null;
const robust = (biasType: string): boolean =>
  shapes.choices.biasTypes.find(({ id }) => id === biasType)?.dimension === 'robustness';

async function instancesOf(answers: Partial<AnswerFilter>, run = ''): Promise<string[]> {
  const columns = new Set(shapes.choices.facets.map(({ name }) => name));
  const [condition] = answerConditions({ ...ANY_ANSWERS, ...answers }, run, columns);
  if (condition === undefined) throw new Error('nothing is asked for');
  const rows = await shapes.query(
    `SELECT instance FROM instances WHERE ${condition.sql} ORDER BY instance`,
    condition.params,
  );
  return rows.map(({ instance }) => String(instance));
}

describe('scores before and after', () => {
  const RUN = 'noisy-checker-perturbation';
  const load = () => scorePairsFigure.load(shapes.query, { ...ALL, runs: { perturbation: RUN } }, shapes.choices);

  test('every cell holds the pairs with these two scores, and leads to their cases', async () => {
    const data = await load();
    expect(data?.panels.map(({ id }) => id)).toEqual(shapes.choices.biasTypes.map(({ id }) => id));
    let cells = 0;
    for (const { id, cells: own, pairs, unscored } of data?.panels ?? []) {
      const scored = pairsOf(RUN).filter(
        (p) => p.biasType === id && scoreOf(p.before) !== null && scoreOf(p.after) !== null,
      );
      expect(pairs).toBe(scored.length);
      expect(pairs + unscored).toBe(pairsOf(RUN).filter((p) => p.biasType === id).length);
      for (const { before, after, pairs: n, cases } of own) {
        const here = scored.filter((p) => scoreOf(p.before) === before && scoreOf(p.after) === after);
        const instances = [...new Set(here.map(({ instance }) => instance))].sort();
        expect([n, cases]).toEqual([here.length, instances.length]);
        cells += 1;
        if (cells % 7 !== 0) continue;
        const pair = { kind: 'scored', before, after, biasType: id } as const;
        expect(await instancesOf({ pair }, RUN)).toEqual(instances);
      }
    }
    expect(cells).toBeGreaterThan(40);
  });

  test('BD and BC are the means over repeats of each repeat’s mean', async () => {
    for (const { id, metric, value, leftOut } of (await load())?.panels ?? []) {
      const scored = pairsOf(RUN).flatMap((p) => {
        const [y, z] = [scoreOf(p.before), scoreOf(p.after)];
        return p.biasType === id && y !== null && z !== null ? [{ y, z, repeat: p.before?.repeat ?? 0 }] : [];
      });
      expect(metric).toBe(robust(id) ? 'bc' : 'bd');
      const counted = scored.filter(({ y }) => metric === 'bc' || y > 1);
      expect(leftOut).toBe(scored.length - counted.length);
      const ratios = [0, 1, 2].map((repeat) =>
        mean(
          counted
            .filter((p) => p.repeat === repeat)
            .map(({ y, z }) =>
              metric === 'bd' ? Math.max(0, y - z) / (y - 1) : 1 - Math.abs(y - z) / Math.max(y - 1, 10 - y),
            ),
        ),
      );
      expect(value.value).toBeCloseTo(mean(ratios), 12);
      expect(value.lo ?? 2).toBeLessThan(value.value ?? 0);
      expect(value.hi ?? -1).toBeGreaterThan(value.value ?? 0);
    }
  });

  test('a judge that abstained from all pairs of a type has an empty panel that says so', async () => {
    const runs = { perturbation: 'abstainer-perturbation-na-allowed' };
    const data = await scorePairsFigure.load(shapes.query, { ...ALL, runs }, shapes.choices);
    const panel = data?.panels.find(({ id }) => id === 'text-dominance');
    expect(panel).toMatchObject({ cells: [], pairs: 0, value: { value: null } });
    expect(panel?.unscored).toBeGreaterThan(0);
    expect(panel?.value.reason).not.toBe('');
  });

  test('a filter leaves only its cases, a judge without pairs has no figure', async () => {
    const where = { sql: '"attributes.bias_type" = ?', params: ['text-dominance'] };
    const data = await scorePairsFigure.load(shapes.query, { ...ALL, where }, shapes.choices);
    expect(data?.panels.map(({ id }) => id)).toEqual(['text-dominance']);
    const nothing = { sql: '"attributes.bias_type" = ?', params: ['none such'] };
    expect(await scorePairsFigure.load(shapes.query, { ...ALL, where: nothing }, shapes.choices)).toBeNull();
  });
});

test('the funnel counts every pair once, as scored or as lost for one reason', async () => {
  const data = await funnelFigure.load(shapes.query, ALL, shapes.choices);
  for (const { run, byType, total } of data?.runs ?? []) {
    const lost = { scored: 0, abstained: 0, unparsed: 0, lowest: 0 };
    for (const [biasType, counts] of Object.entries(byType)) {
      const own = pairsOf(run).filter((p) => p.biasType === biasType);
      const fate = ({ before, after }: Pair): keyof typeof lost => {
        const [y, z] = [scoreOf(before), scoreOf(after)];
        if (y === null || z === null)
          return before?.parse === 'abstained' || after?.parse === 'abstained' ? 'abstained' : 'unparsed';
        return y <= 1 && !robust(biasType) ? 'lowest' : 'scored';
      };
      const expected = { scored: 0, abstained: 0, unparsed: 0, lowest: 0 };
      for (const pair of own) {
        expected[fate(pair)] += 1;
        lost[fate(pair)] += 1;
      }
      expect(counts).toMatchObject({ ...expected, pairs: own.length });
      expect(counts.parsed).toBe(own.length - expected.unparsed - expected.abstained);
    }
    expect(total).toMatchObject(lost);
  }
  const totalOf = (run: string): FunnelCounts | undefined => data?.runs.find((one) => one.run === run)?.total;
  expect(totalOf('abstainer-perturbation-na-allowed')?.abstained).toBeGreaterThan(0);
  expect(totalOf('noisy-checker-perturbation')?.unparsed).toBeGreaterThan(0);
  expect(totalOf('always-lowest-perturbation')?.lowest).toBeGreaterThan(0);
  const unscored = pairsOf('noisy-checker-perturbation').filter(
    ({ before, after }) => scoreOf(before) === null || scoreOf(after) === null,
  );
  const pair = { ...ANY_PAIR, kind: 'unscored' } as const;
  expect(await instancesOf({ pair }, 'noisy-checker-perturbation')).toEqual(
    [...new Set(unscored.map(({ instance }) => instance))].sort(),
  );
});

test('critique score by quality: the mean of the scores of each band, one block per rubric', async () => {
  const data = await qualityBandsFigure.load(shapes.query, ALL, shapes.choices);
  expect(data?.bands.map(({ id }) => id)).toEqual(['low', 'medium', 'high']);
  for (const { id, rows } of data?.scorers ?? []) {
    for (const { run, marks } of rows) {
      for (const { band, value, n } of marks) {
        const scores = shapes.world
          .rows(run)
          .filter((row) => row.stage === 'critique' && row.critique_judge === id && row.score != null)
          .filter(({ instance }) => shapes.attributes.get(instance)?.['band'] === band)
          .map((row) => row.score ?? 0);
        expect(n).toBe(scores.length);
        expect(value).toBeCloseTo(mean(scores), 12);
      }
    }
  }
  const praise = data?.scorers
    .find(({ id }) => id === 'rubric-neutral')
    ?.rows.find(({ run }) => run.startsWith('always'));
  const [low, , high] = praise?.marks ?? [];
  // Who calls everything wrong is right about bad responses only.
  expect(low?.lo ?? 0).toBeGreaterThan(high?.hi ?? 10);
});

test('favour of writers: rows and columns add up to nothing; the longest-lover favours the florid', async () => {
  const data = await selfEnhancementFigure.load(shapes.query, ALL, shapes.choices);
  const rows = data?.rows ?? [];
  expect(rows.length).toBeGreaterThan(5);
  for (const { cells } of rows) expect(cells.reduce((sum, { favour }) => sum + favour, 0)).toBeCloseTo(0, 10);
  for (const [j] of (data?.generators ?? []).entries())
    expect(rows.reduce((sum, { cells }) => sum + (cells[j]?.favour ?? 0), 0)).toBeCloseTo(0, 10);
  const longest = rows.find(({ run }) => run.startsWith('longest'))?.cells ?? [];
  const best = longest.toSorted((a, b) => b.favour - a.favour)[0];
  expect(best?.generator).toBe('florid-writer');
});
