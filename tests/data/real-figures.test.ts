import fs from 'node:fs';
import path from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import type { RecordKind, RecordOf } from '../../src/records/issues.ts';
import { recordFiles } from '../../src/release/input-run.ts';
import { collect } from '../records/collect.ts';
import { CONFLICTS_BY_TASK } from '../viescore-conflicts.ts';

const DATA = path.resolve(import.meta.dirname, '../../data');

/** The records of a folder of `data`, all sound. */
async function read<K extends RecordKind>(kind: K, folder: string): Promise<RecordOf<K>[]> {
  const found: RecordOf<K>[] = [];
  for (const source of (await recordFiles(path.join(DATA, folder), folder))[kind] ?? []) {
    const file = await collect(kind, source);
    expect(file.problems).toEqual([]);
    found.push(...file.records);
  }
  return found;
}

const known = new Map<string, Promise<unknown>>();

/** The same, read once. */
function records<K extends RecordKind>(kind: K, folder: string): Promise<RecordOf<K>[]> {
  const all = known.get(`${kind} ${folder}`) ?? read(kind, folder);
  known.set(`${kind} ${folder}`, all);
  return all as Promise<RecordOf<K>[]>;
}
afterAll(() => known.clear());

const runsOf = (benchmark: string): string[] => fs.readdirSync(path.join(DATA, benchmark, 'runs')).sort();
const splitOf = (instance: string): string => instance.slice(0, instance.indexOf('/'));
const percent = (k: number, n: number): number => Math.round((10_000 * k) / n) / 100;

// Its official board, judge by judge and task by task, is asked of the scores (tests/release/official-board.test.ts).
test('the committed figures of GenAI-Bench are whole: 17 runs, one of them of a judge that nobody can read', async () => {
  expect(runsOf('genai-bench')).toHaveLength(17);
  for (const run of runsOf('genai-bench'))
    expect(await records('judgments', `genai-bench/runs/${run}`), run).toHaveLength(3723);
  const idefics1 = await records('judgments', 'genai-bench/runs/idefics1');
  const images = idefics1.filter((j) => splitOf(j.instance) === 'image_generation');
  expect(images.filter((j) => j.raw === undefined).length).toBeGreaterThanOrEqual(1681);
});

/** Answers that stand in the archive's files of each run (tests/importers/viescore.test.ts counts them there). */
const ANSWERS: Readonly<Record<string, number>> = {
  blip2: 9602,
  'blip2-1-shot': 8262,
  cogvlm: 6394,
  fuyu: 4863,
  gemini: 9600,
  'gemini-1-shot': 9602,
  gpt4o: 9602,
  'gpt4o-1-shot': 9586,
  gpt4v: 9284,
  'gpt4v-1-shot': 7324,
  'gpt4v-ih': 1963,
  instructblip: 9602,
  llava: 9566,
  'llava-1-shot': 9477,
  openflamingo: 9602,
  qwenvl: 9295,
  'qwenvl-1-shot': 9572,
};

describe('the committed figures of VIEScore', () => {
  test('have 10 463 labelled pairs, 4 854 under both criteria, of which 1 697 are conflicts, by task; and 17 runs of verdicts', async () => {
    const labels = new Map<string, string[]>();
    for (const { instance, kind, value, annotator } of await records('gold', 'viescore'))
      if (annotator === undefined && kind === 'preference')
        labels.set(instance, [...(labels.get(instance) ?? []), value]);
    expect([...labels.values()].filter((own) => own.length === 2)).toHaveLength(4854);
    const conflicts = [...labels].filter(([, [sc, pq]]) => pq !== undefined && sc !== pq).map(([id]) => id);
    const byTask = [...Map.groupBy(conflicts, splitOf)].map(([task, ids]) => [task, ids.length] as const);
    expect(Object.fromEntries(byTask)).toEqual(CONFLICTS_BY_TASK);
    const runs = runsOf('viescore').filter((run) => !run.endsWith('-scores'));
    expect([labels.size, conflicts.length, runs.length]).toEqual([10463, 1697, 17]);
  });

  test('have 143 196 scores in 17 runs, with those that could not be read, and three raters of each picture', async () => {
    const runs = runsOf('viescore').filter((run) => run.endsWith('-scores'));
    const found: Record<string, number> = {};
    const given: Record<string, number> = {};
    for (const run of runs) {
      const all = await records('judgments', `viescore/runs/${run}`);
      given[run.replace('-scores', '')] = all.filter(({ parse }) => parse !== 'missing').length;
      for (const { parse } of all) found[parse] = (found[parse] ?? 0) + 1;
    }
    expect(Object.values(given).reduce((sum, n) => sum + n, 0)).toBe(143_196);
    expect(given).toEqual(ANSWERS);
    expect(found).toEqual({ ok: 109_471, fallback: 33_385, error: 340, missing: 6597 });
    const ratings = (await records('gold', 'viescore')).filter(({ kind }) => kind === 'quality');
    const raters = Map.groupBy(ratings, ({ annotator }) => annotator ?? 'mean');
    // 4 801 of the 5 130 pictures that people rated were shown to a judge, each under two criteria.
    const counts = [...raters].map(([who, rows]) => [who, rows.length]);
    expect(counts).toEqual(['rater-1', 'rater-2', 'rater-3', 'mean'].map((who) => [who, 2 * 4801]));
  });

  test('PAcc, TOS and CMR of six judges over the five editors scored so far are those of the official code', async () => {
    const EDITORS = ['InstructPix2Pix', 'MagicBrush', 'Pix2PixZero', 'Prompt2prompt', 'SDEdit'];
    const wanted = new Set(
      (await records('instances', 'viescore'))
        .filter(
          ({ split, attributes: a }) =>
            split === 'text-guided-ie' &&
            EDITORS.includes(a['generator_a'] ?? '') &&
            EDITORS.includes(a['generator_b'] ?? ''),
        )
        .map((i) => i.instance),
    );
    const gold = (await records('gold', 'viescore')).filter((g) => g.annotator === undefined && wanted.has(g.instance));
    const sheets = Map.groupBy(gold, (g) => g.instance);
    const found: Record<string, number[]> = {};
    for (const run of ['gpt4o', 'gemini', 'cogvlm', 'gpt4v', 'llava', 'qwenvl']) {
      const verdicts = new Map(
        (await records('judgments', `viescore/runs/${run}`)).map((j) => [`${j.instance}|${j.criterion}`, j.verdict]),
      );
      const of = (g: { instance: string; criterion?: string | undefined }) =>
        verdicts.get(`${g.instance}|${g.criterion}`);
      const all = [...sheets.values()];
      const opposed = all.filter(([one, two]) => two !== undefined && one?.value !== two.value);
      const right = (sheet: typeof gold): boolean => sheet.every((g) => of(g) === g.value);
      const differ = opposed.filter((sheet) => {
        const given = sheet.map(of);
        return given.every((v) => v === 'a' || v === 'b') && given[0] !== given[1];
      });
      found[run] = [
        percent(all.filter(right).length, all.length),
        percent(differ.length, opposed.length),
        percent(opposed.filter(right).length, opposed.length),
      ];
    }
    expect(wanted.size).toBe(1601);
    expect(found).toEqual({
      gpt4o: [52.22, 60.62, 59.07],
      gemini: [36.41, 30.12, 27.8],
      cogvlm: [20.49, 12.74, 6.95],
      gpt4v: [38.1, 39, 35.52],
      llava: [20.61, 17.37, 12.36],
      qwenvl: [5.81, 3.47, 1.93],
    });
  });
});

/** Kendall’s τ-b by its definition. */
function orderCorrelation(pairs: readonly (readonly [number, number])[]): number {
  let [agree, one, other] = [0, 0, 0];
  for (const [i, [x, y]] of pairs.entries()) {
    for (const [z, w] of pairs.slice(0, i)) {
      agree += Math.sign(x - z) * Math.sign(y - w);
      one += x === z ? 0 : 1;
      other += y === w ? 0 : 1;
    }
  }
  return agree / Math.sqrt(one * other);
}

test('generators of VIEScore: how often judges crown people’s winner in 12 tasks and criteria, and how their orders agree', async () => {
  const places = (one: { instance: string; response?: string | undefined }) => `${one.instance}|${one.response ?? ''}`;
  const models = new Map((await records('responses', 'viescore')).map((one) => [places(one), one.model]));
  const ratings = (await records('gold', 'viescore')).filter((g) => g.kind === 'quality' && g.annotator === undefined);
  const people = new Map(ratings.map((g) => [`${places(g)}|${g.criterion}`, Number(g.value)]));
  const found: Record<string, readonly [same: number, of: number, tau: number]> = {};
  for (const run of ['gpt4o', 'gemini', 'gpt4v', 'llava', 'cogvlm', 'gpt4o-1-shot']) {
    const scored = (await records('judgments', `viescore/runs/${run}-scores`)).flatMap((j) => {
      const rating = people.get(`${places(j)}|${j.criterion}`);
      if (j.score == null || rating === undefined) return [];
      return [
        { ranking: `${splitOf(j.instance)} ${j.criterion}`, model: models.get(places(j)), score: j.score, rating },
      ];
    });
    const orders = [...Map.groupBy(scored, ({ ranking }) => ranking).values()].flatMap((own) => {
      const byModel = [...Map.groupBy(own, ({ model }) => model).values()];
      const mean = (of: readonly number[]) => Number((of.reduce((sum, x) => sum + x, 0) / of.length).toFixed(9));
      const means = byModel.map((all) => [mean(all.map((x) => x.score)), mean(all.map((x) => x.rating))] as const);
      return means.length < 3 ? [] : [means];
    });
    const best = (of: readonly (readonly [number, number])[], i: 0 | 1) => Math.max(...of.map((pair) => pair[i]));
    const same = orders.map((of) => {
      const first = of.filter(([score]) => score === best(of, 0));
      return first.filter(([, rating]) => rating === best(of, 1)).length / first.length;
    });
    const sum = (values: readonly number[]) => values.reduce((total, x) => total + x, 0);
    const tau = sum(orders.map(orderCorrelation)) / orders.length;
    found[run] = [sum(same), orders.length, Number(tau.toFixed(2))];
  }
  expect(found).toEqual({
    gpt4o: [9, 12, 0.69],
    gemini: [8, 12, 0.58],
    gpt4v: [8, 12, 0.55],
    llava: [4, 12, 0.21],
    cogvlm: [2, 12, -0.18],
    'gpt4o-1-shot': [9, 12, 0.5],
  });
});

describe.each(['genai-bench', 'viescore'])('%s', (benchmark) => {
  test('holds no text of others, only its length, and is small', async () => {
    let bytes = 0;
    for (const name of fs.readdirSync(path.join(DATA, benchmark), { recursive: true, encoding: 'utf8' })) {
      const stat = fs.statSync(path.join(DATA, benchmark, name));
      if (stat.isFile()) bytes += stat.size;
    }
    expect(bytes).toBeLessThan(3_000_000);
    const instances = await records('instances', benchmark);
    expect(instances.filter((i) => i.prompt !== '' || (i.prompt_length ?? 0) === 0)).toEqual([]);
    for (const run of runsOf(benchmark)) {
      const judgments = await records('judgments', `${benchmark}/runs/${run}`);
      expect(judgments.filter((j) => j.rationale !== '' || j.rationale_length === undefined)).toEqual([]);
      // Votes and lists of scores, no sentences.
      const raw = judgments.flatMap((j) => j.raw ?? []).filter((r) => !/^[{}[\]",:.\-\dabnul]*$/.test(r));
      expect(raw.filter((r) => r.length > 40)).toEqual([]);
    }
  });
});
