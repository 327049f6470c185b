import { spawnSync } from 'node:child_process';
import fs from 'node:fs/promises';
import path from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { registerScore } from '../../../scripts/commands/score.ts';
import type { ScoreRow } from '../../../src/scoring/score-rows.ts';
import { type Ran, run } from '../../importers/command.ts';
import { benchmarkText } from '../benchmark-text.ts';
import { gold, judgments, lines, project, runYaml } from './project.ts';

const HERE = path.resolve(import.meta.dirname, '../../..');
const RUN = 'data/mini/runs/one';

const score = (root: string, ...more: string[]): Promise<Ran> =>
  run(registerScore, ['score', path.join(root, RUN), '--root', root, ...more]);

const scores = async (root: string, ...more: string[]): Promise<ScoreRow[]> =>
  (JSON.parse((await score(root, '--json', ...more)).out) as { scores: ScoreRow[] }).scores;
const find = (rows: readonly ScoreRow[], metric: string, slice: string): ScoreRow | undefined =>
  rows.find((r) => r.metric === metric && r.slice === slice);

describe('judgeboard score', () => {
  let root: string;
  /** Scores of the run in `root`, whole. */
  let whole: readonly ScoreRow[];
  beforeAll(async () => {
    root = await project();
    whole = await scores(root);
  });

  test('gives values, counts, errors and intervals by split and slice', () => {
    const rows = whole;
    expect(find(rows, 'pacc', 'split=easy')).toMatchObject({
      run: 'one',
      value: 26 / 40,
      num: 26,
      den: 40,
      n: 40,
      missing: 0,
    });
    expect(find(rows, 'criterion_accuracy', 'split=easy;criterion=logic')).toMatchObject({
      value: 1,
      num: 40,
      den: 40,
    });
    expect(find(rows, 'tos', 'split=easy')).toMatchObject({ value: 0, den: 14 });
    const { se, lo, hi } = find(rows, 'pacc', 'split=easy') ?? {};
    expect(se).toBeCloseTo(Math.sqrt(((26 / 40) * (14 / 40)) / 39), 12);
    expect([lo, hi].map((x) => x?.toFixed(2))).toEqual(['0.49', '0.78']);
  });

  test('counts only chosen instances', async () => {
    const rows = await scores(root, '--where', "task = 'count' AND prompt_length < 9");
    // i0, i2, i4, i6, i8; of these i0 and i6 have labels in conflict.
    expect(find(rows, 'pacc', 'split=easy')).toMatchObject({ value: 3 / 5, n: 5 });
  });

  test('a run that gives no value is named, and the exit code is 1', async () => {
    const { code, out, err } = await score(root, path.join(root, 'data/mini/runs/two'), '--where', "task = 'none'");
    expect({ code, out }).toEqual({ code: 1, out: '' });
    for (const name of ['one', 'two']) expect(err).toMatch(new RegExp(`runs/${name}: nothing to score`));
  });

  test('says what is missing', async () => {
    const part = await project({ [`${RUN}/judgments.jsonl`]: lines(judgments(40, 'x').slice(0, 70)) });
    const rows = await scores(part);
    expect(find(rows, 'overall_accuracy', 'split=easy')).toMatchObject({ den: 70, missing: 10 });
    expect(find(rows, 'pacc', 'split=easy')).toMatchObject({ den: 35, missing: 5 });
  });

  test('an empty answer is wrong, a missing one only where it is told to be', async () => {
    // Both prompts have labels in conflict; the second answers are empty, or rows that list what was never answered.
    const rows = (parse: string) =>
      ['i0', 'i3'].flatMap((instance) => [
        { instance, criterion: 'logic', verdict: 'a', parse: 'ok', rationale: 'A is better.' },
        { instance, criterion: 'style', parse, rationale: '' },
      ]);
    const files = (parse: string) => project({ [`${RUN}/judgments.jsonl`]: lines(rows(parse)) });
    const empty = await scores(await files('failed'));
    expect(find(empty, 'pacc', 'split=easy')).toMatchObject({ value: 0, den: 2, missing: 38 });
    expect(find(empty, 'coverage', 'split=easy')).toMatchObject({ num: 2, den: 80 });
    const missing = await files('missing');
    expect(find(await scores(missing), 'pacc', 'split=easy')).toMatchObject({ value: 1, den: 2 });
    const { counting, scores: wrong } = JSON.parse((await score(missing, '--json', '--missing', 'wrong')).out);
    expect(find(wrong, 'pacc', 'split=easy')).toMatchObject({ value: 0, den: 40, missing: 0 });
    expect(counting).toEqual({ missing: 'wrong', zeros: 'none' });
    expect(await score(missing, '--missing', 'maybe')).toMatchObject({ code: 2, out: '' });
  });

  test('official zeros: a bias type in which no pair can lose is 0 and enters the averages', async () => {
    const types = [
      { dimension: 'integrity', bias_type: 'text-dominance' },
      { dimension: 'robustness', bias_type: 'detail-description' },
    ];
    const part = await project({
      'data/mini/instances.jsonl': lines(
        types.map((attributes, i) => ({ instance: `i${i}`, split: 'easy', prompt: '', attributes })),
      ),
      'data/mini/responses.jsonl': '',
      'data/mini/gold.jsonl': '',
      [`${RUN}/run.yaml`]: runYaml('one', 'alpha').replace('pairwise', 'perturbation'),
      [`${RUN}/judgments.jsonl`]: lines(
        types.flatMap((_, i) =>
          ['base', 'changed'].map((condition) => ({ instance: `i${i}`, condition, score: 1, parse: 'ok' })),
        ),
      ),
    });
    const own = await scores(part);
    expect(find(own, 'reliability', '')).toMatchObject({ value: 1 });
    expect(find(own, 'bd', 'bias_type=text-dominance')).toBeUndefined();
    const official = await scores(part, '--zeros', 'official');
    expect(find(official, 'reliability', '')).toMatchObject({ value: 1 / 2 });
    expect(find(official, 'bd', 'bias_type=text-dominance')).toMatchObject({ value: 0, den: 1 });
  });

  test('prints a table, one line per value', async () => {
    const { code, out, err } = await score(root);
    // What takes long on a busy machine says so; nothing else is said.
    expect([code, err.replace(/^.*: \d+ s so far\n/gm, '')]).toEqual([0, '']);
    const [head, first] = out.split('\n').map((line) => line.split(/\s+/));
    expect(head).toEqual(['run', 'metric', 'slice', 'value', 'num', 'den', 'n', 'missing', 'se', 'lo', 'hi']);
    expect(first).toEqual(['one', 'pacc', 'split=easy', '0.6500', '26', '40', '40', '0', '0.0764', '0.4881', '0.7834']);
  });

  test('reports bad records, scores the others, and exits with 1', async () => {
    const bad = { instance: 'nobody', criterion: 'logic', verdict: 'a', parse: 'ok' };
    const part = await project({ [`${RUN}/judgments.jsonl`]: lines([bad, ...judgments(40, 'x')]) });
    const { code, out, err } = await score(part);
    expect(code).toBe(1);
    expect(err).toContain('judgments.jsonl:1  instance: unknown: not in instances.jsonl; found "nobody"');
    expect(out).toContain('0.6500');
  });

  test('leaves nothing behind and needs no benchmark description', async () => {
    const bare = await project({ 'data/mini/gold.jsonl': lines(gold(40)) });
    await fs.rm(path.join(bare, 'data/mini/benchmark.yaml'));
    const { out, err } = await score(bare);
    expect(err).toContain('data/ has no benchmark of this name');
    expect(out).toContain('0.6500');
  });

  test.each([
    ["tsk = 'count'", 'There is no column tsk; is task meant?'],
    [
      'task = "count"',
      'There is no column count; there are instance, cluster, split, prompt_length, task. Text stands in single quotes.',
    ],
    ["task = 'count') UNION SELECT ('i1'", 'It must be a single condition, nothing else.'],
    ["task = 'count') ORDER BY (task", 'It must be a single condition, nothing else.'],
    ["task = 'count') LIMIT (1", 'It must be a single condition, nothing else.'],
    [
      'instance IN (SELECT instance FROM instances)',
      'It must not hold a subquery: compare columns of instances with values.',
    ],
    ["EXISTS (FROM read_text('/etc/passwd'))", 'It must not hold a subquery'],
    ['row_number() OVER () = 1', 'It must not hold a window'],
    ['task = ?', 'It must not hold a parameter'],
    ['true); DROP TABLE instances; SELECT (1', 'It must be a single condition, nothing else.'],
    ['', 'syntax error'],
    ['CAST(task AS INTEGER) = 1', "Could not convert string 'count' to INT32"],
    ['count(*) > 1', 'WHERE clause cannot contain aggregates'],
  ])('refuses --where %j', async (where, message) => {
    const { code, out, err } = await score(root, '--where', where);
    expect([code, out]).toEqual([2, '']);
    expect(err).toContain(`error: --where: `);
    expect(err).toContain(message);
  });

  test('a judge that the list lacks is scored with a warning: the run may be anybody’s', async () => {
    const other = await project({ [`${RUN}/run.yaml`]: runYaml('one', 'nobody') });
    const { code, err } = await score(other);
    expect(code).toBe(0);
    expect(err).toContain('judge: not in data/judges.yaml; the run is scored all the same; found "nobody"');
    expect(err).toContain('0 problems, 1 warning');
    expect(await scores(other)).toEqual(whole);
  });

  test('gives how often the run says what people say, and with --observed the share that people would give', async () => {
    type Rated = {
      rates: { split: string; tpr: number; tnr: number; n: [number, number]; corrected?: object; words?: string[] }[];
    };
    const told = async (...more: string[]) => (JSON.parse((await score(root, '--json', ...more)).out) as Rated).rates;
    const [rates] = await told();
    // Counted by hand: labels and verdicts of the run under all criteria.
    const labels = new Map(gold(40).map((g) => [`${g.instance} ${g.criterion}`, g.value]));
    const pairs = judgments(40, 'x').map((j) => [labels.get(`${j.instance} ${j.criterion}`), j.verdict] as const);
    const share = (label: string) => {
      const own = pairs.filter(([said]) => said === label);
      return [own.filter(([, verdict]) => verdict === label).length / own.length, own.length] as const;
    };
    expect([rates?.split, rates?.tpr, rates?.tnr]).toEqual(['easy', share('a')[0], expect.closeTo(share('b')[0], 12)]);
    expect(rates?.n).toEqual([share('a')[1], share('b')[1]]);
    const [observed] = await told('--observed', '6/10');
    expect(observed?.words?.[0]).toMatch(/^(?:People would say A in \d+ % of them|No share is given)/);
    expect((await score(root, '--observed', '6/10')).out).toContain(observed?.words?.[0] ?? 'no words');
  });

  test.each([
    ['75', 'found "75", expected how many of how many'],
    ['5/4', 'found "5/4"'],
    ['0/0', 'found "0/0"'],
    ['-1/4', 'found "-1/4"'],
    ['', 'found ""'],
  ])('refuses --observed %j', async (observed, message) => {
    const { code, out, err } = await score(root, `--observed=${observed}`);
    expect([code, out]).toEqual([2, '']);
    expect(err).toContain(message);
  });

  test('refuses --observed of a selection, whose rates nobody computed', async () => {
    const { code, err } = await score(root, '--observed', '3/4', '--where', "task = 'count'");
    expect(code).toBe(2);
    expect(err).toContain('leave out --where');
  });

  test('a folder that is not there is wrong usage, and the command line says so', () => {
    const { status } = spawnSync(process.execPath, ['scripts/cli.ts', 'score', '/nowhere/at/all'], { cwd: HERE });
    expect(status).toBe(2);
  });
});

test('labels that call a pair level are expected as all others are: five of ten answered', async () => {
  const root = path.join(HERE, 'tests/fixtures/reported/coverage-of-tie-labels');
  const { out } = await run(registerScore, ['score', path.join(root, 'data/tiny/runs/one'), '--root', root, '--json']);
  const { scores: rows } = JSON.parse(out) as { scores: ScoreRow[] };
  expect(find(rows, 'coverage', '')).toMatchObject({ num: 5, den: 10, value: 0.5 });
});

/** The least project in which three generators are scored: people and the judge give these, response by response. */
async function ranked(scores: readonly (readonly [generator: string, judge: number, people: number])[]) {
  const at = 'data/tiny';
  const own = scores.map(([model, judge, people], i) => ({ instance: `i${i}`, response: 'r', model, judge, people }));
  const root = await project({
    [`${at}/benchmark.yaml`]: benchmarkText('tiny', '').replace('protocol: pairwise', 'protocol: pointwise'),
    [`${at}/instances.jsonl`]: lines(own.map(({ instance }) => ({ instance, prompt: 'Draw.' }))),
    [`${at}/responses.jsonl`]: lines(
      own.map(({ instance, response, model }) => ({ instance, response, model, text: 'Drawn.' })),
    ),
    [`${at}/gold.jsonl`]: lines(
      own.map(({ instance, response, people }) => ({ instance, response, kind: 'quality', value: String(people) })),
    ),
    [`${at}/runs/one/run.yaml`]: runYaml('one', 'alpha', 'tiny').replace('pairwise', 'pointwise'),
    [`${at}/runs/one/judgments.jsonl`]: lines(
      own.map(({ instance, response, judge }) => ({ instance, response, score: judge, parse: 'ok' })),
    ),
  });
  const { out, err } = await run(registerScore, ['score', path.join(root, `${at}/runs/one`), '--root', root, '--json']);
  expect(err).toBe('');
  return (JSON.parse(out) as { rankings: unknown[] }).rankings;
}

test('says whether a judge crowns people’s generator, how the orders agree and how sure that is, or why it cannot', async () => {
  // Means of people 8, 5, 2; of the judge 6, 7, 1: another winner, and two of three pairs in people’s order.
  const found = await ranked(
    Array.from(
      { length: 60 },
      (_, i) => [['Best', 6, 8] as const, ['Middle', 7, 5] as const, ['Last', 1, 2] as const][i % 3] ?? ['', 0, 0],
    ),
  );
  expect(found).toEqual([
    {
      ...{ benchmark: 'tiny', run: 'one', split: '', criterion: '', n: 60, clusters: 60, reason: '' },
      ...{ same_winner: 0, winner_probability: 0, clusters_needed: null },
      rank_tau: { value: expect.closeTo(1 / 3, 12), lo: expect.closeTo(1 / 3, 12), hi: expect.closeTo(1 / 3, 12) },
      generators: [
        { generator: 'Best', judge: 6, people: 8 },
        { generator: 'Middle', judge: 7, people: 5 },
        { generator: 'Last', judge: 1, people: 2 },
      ],
    },
  ]);
  expect(
    await ranked([
      ['Best', 6, 8],
      ['Middle', 7, 5],
      ['Last', 1, 2],
    ]),
  ).toEqual([
    { benchmark: 'tiny', run: 'one', split: '', criterion: '', reason: 'fewer than 50 labelled responses, or pairs' },
  ]);
});
