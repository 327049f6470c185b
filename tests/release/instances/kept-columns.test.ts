import fs from 'node:fs/promises';
import path from 'node:path';
import { afterEach, beforeAll, expect, test, vi } from 'vitest';
import { KeptResults } from '../../../src/release/instances/kept.ts';
import { benchmarkText } from '../benchmark-text.ts';
import { lines, project, type Row, runYaml, writeFiles } from './project.ts';
import { fromClean, released } from './released.ts';

/** Cases of each of two splits. */
const CASES = 36;
const SPLITS = ['easy', 'hard'] as const;
const CRITERIA = ['logic', 'style', 'depth'] as const;

const PARTS = `splits:
  - { id: easy, label: Easy }
  - { id: hard, label: Hard }
criteria:
${SPLITS.flatMap((split) => CRITERIA.map((id) => `  - { id: ${id}, split: ${split}, label: ${id}, about: About it. }\n`)).join('')}metrics:
  - { id: pacc, unit: percent, source: ours }
  - { id: criterion_accuracy, unit: percent, source: ours }
  - { id: tos, unit: percent, source: ours }
  - { id: cmr, unit: percent, source: ours }
`;

const JUDGES = `judges:
  - { id: alpha, name: Alpha, organisation: A, family: F, access: open, thinking: never }
  - { id: beta, name: Beta, organisation: B, family: F, access: open, thinking: never }
  - { id: gamma, name: Gamma, organisation: B, family: F, access: open, thinking: never }
  - { id: coin, name: Coin, reference: true, organisation: B, family: F, access: open, thinking: never }
`;

const places = Array.from({ length: 2 * CASES }, (_, i) => i);
const splitOf = (i: number): string => (i < CASES ? 'easy' : 'hard');
const rightOf = (i: number, k: number): string => ((i * 7 + k * 3) % 5 < 3 ? 'a' : 'b');

/** Answers of a run in both orders, of which some are wrong and some missing. */
function answers(seed: number): Row[] {
  return places.flatMap((i) =>
    CRITERIA.flatMap((criterion, k) =>
      ['ab', 'ba'].map((order, o): Row => {
        const draw = (i * 31 + k * 17 + o * 11 + seed * 13) % 10;
        const named = { instance: `i${i}`, criterion, order };
        if (draw === 9 && seed > 1) return { ...named, parse: 'missing' };
        const right = rightOf(i, k);
        return {
          ...named,
          verdict: draw < 6 ? right : right === 'a' ? 'b' : 'a',
          parse: 'ok',
          rationale: `Reason ${draw}.`,
        };
      }),
    ),
  );
}

let root: string;
/** Columns of all boards, under the official rules and under a switch. */
let columns: number;

/** Changes the rows of a file below data/mini. */
async function change(file: string, edit: (rows: Row[]) => readonly Row[]): Promise<void> {
  const at = path.join(root, 'data', 'mini', file);
  const rows = (await fs.readFile(at, 'utf8')).trim().split('\n');
  await fs.writeFile(at, lines(edit(rows.map((line): Row => JSON.parse(line)))));
}

/** Turns the answer of a run to one criterion of a case, in the first order. */
const turn = (run: string, instance: string, criterion = 'logic'): Promise<void> =>
  change(`runs/${run}/judgments.jsonl`, (rows) =>
    rows.map((row) =>
      row['instance'] === instance && row['criterion'] === criterion && row['order'] === 'ab'
        ? { ...row, verdict: row['verdict'] === 'a' ? 'b' : 'a', parse: 'ok' }
        : row,
    ),
  );

/** What a build makes anew, by kind; it makes what a clean one makes. */
async function madeAnew(): Promise<Readonly<Record<string, number>>> {
  const keep = vi.spyOn(KeptResults.prototype, 'keep');
  const found = await released(root);
  const kinds = keep.mock.calls.map(([kind]) => kind);
  keep.mockRestore();
  expect(found).toEqual(await fromClean(root));
  return Object.fromEntries([...Map.groupBy(kinds, (kind) => kind)].map(([kind, own]) => [kind, own.length]));
}

beforeAll(async () => {
  const runs = ['one', 'two', 'three', 'four'].flatMap((run, i): (readonly [string, string])[] => [
    [`data/mini/runs/${run}/run.yaml`, runYaml(run, ['alpha', 'beta', 'gamma', 'coin'][i] ?? '')],
    [`data/mini/runs/${run}/judgments.jsonl`, lines(answers(i))],
  ]);
  root = await project({
    'data/judges.yaml': JUDGES,
    'data/mini/benchmark.yaml': benchmarkText('mini', PARTS),
    'data/mini/instances.jsonl': lines(
      places.map((i) => ({ instance: `i${i}`, split: splitOf(i), prompt: `Prompt ${i}`, cluster: `c${i >> 1}` })),
    ),
    'data/mini/responses.jsonl': lines(
      places.flatMap((i) => ['a', 'b'].map((response) => ({ instance: `i${i}`, response, model: 'm', text: 'Text' }))),
    ),
    'data/mini/gold.jsonl': lines(
      places.flatMap((i) =>
        CRITERIA.map((criterion, k) => ({ instance: `i${i}`, criterion, kind: 'preference', value: rightOf(i, k) })),
      ),
    ),
    ...Object.fromEntries(runs),
  });
  columns = (await madeAnew())['column'] ?? 0;
}, 300_000);

afterEach(() => {
  vi.restoreAllMocks();
});

test('a turned answer makes the columns anew that it is in, of one run how it answers, and no other split', async () => {
  // What was kept of the other split is still there, after builds that did not ask for it.
  const turns = [() => turn('one', 'i3'), () => turn('two', 'i3', 'style'), () => turn('one', `i${CASES + 4}`)];
  for (const apply of turns) {
    await apply();
    const made = await madeAnew();
    // Official and with missing answers as wrong: its scores come to something else. It lacks no answer, so how it answers is the same under both.
    expect(made).toMatchObject({ boards: 1, totals: 2, scores: 1, answers: 2 });
    expect(made['column']).toBeGreaterThan(0);
    expect(made['column']).toBeLessThanOrEqual(0.7 * (columns / SPLITS.length));
  }
}, 300_000);

const CHANGES: readonly (readonly [what: string, apply: () => Promise<unknown>])[] = [
  [
    'an answer that is missing now',
    () =>
      change('runs/one/judgments.jsonl', (rows) =>
        rows.map((row, i) =>
          i === 20
            ? { instance: row['instance'], criterion: row['criterion'], order: row['order'], parse: 'missing' }
            : row,
        ),
      ),
  ],
  [
    'a run that answers in a second repeat on a case of one split',
    async () => {
      await fs.appendFile(path.join(root, 'data/mini/runs/two/run.yaml'), 'repeats: 2\n');
      await change('runs/two/judgments.jsonl', (rows) => [
        ...rows,
        { instance: 'i5', criterion: 'logic', order: 'ab', repeat: 1, verdict: 'b', parse: 'ok' },
      ]);
    },
  ],
  [
    'a run that does not answer in one split any more, and then does again',
    async () => {
      const file = path.join(root, 'data/mini/runs/three/judgments.jsonl');
      const before = await fs.readFile(file);
      await change('runs/three/judgments.jsonl', (rows) =>
        rows.filter(({ instance }) => Number(String(instance).slice(1)) < CASES),
      );
      expect(await released(root)).toEqual(await fromClean(root));
      await fs.writeFile(file, before);
    },
  ],
  [
    'a run more, of a judge that others are tested against',
    () =>
      writeFiles(
        root,
        new Map([
          ['data/mini/runs/five/run.yaml', runYaml('five', 'alpha')],
          ['data/mini/runs/five/judgments.jsonl', lines(answers(5))],
        ]),
      ),
  ],
  [
    'a judge that is a reference now',
    () =>
      fs.writeFile(path.join(root, 'data/judges.yaml'), JUDGES.replace('name: Beta,', 'name: Beta, reference: true,')),
  ],
  ['a run less', () => fs.rm(path.join(root, 'data/mini/runs/three'), { recursive: true })],
  [
    'another label',
    () =>
      change('gold.jsonl', (rows) =>
        rows.map((row, i) => (i === 8 ? { ...row, value: row['value'] === 'a' ? 'b' : 'a' } : row)),
      ),
  ],
  [
    'a case in another split',
    () => change('instances.jsonl', (rows) => rows.map((row, i) => (i === 2 ? { ...row, split: 'hard' } : row))),
  ],
  [
    'results of boards that are damaged',
    async () => {
      const [folder = ''] = await fs.readdir(path.join(root, '.cache', 'kept'));
      for (const name of await fs.readdir(path.join(root, '.cache', 'kept', folder)))
        if (/^[0-7]/.test(name)) await fs.truncate(path.join(root, '.cache', 'kept', folder, name), 40);
      await turn('one', 'i9', 'depth');
    },
  ],
];

test.each(CHANGES)(
  '%s: boards with what earlier builds kept are those of a clean build',
  async (_, apply) => {
    await apply();
    expect(await released(root)).toEqual(await fromClean(root));
  },
  300_000,
);
