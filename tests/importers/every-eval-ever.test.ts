import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { Ajv } from 'ajv';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { registerExport } from '../../scripts/commands/export.ts';
import { registerImport } from '../../scripts/commands/import.ts';
import { registerScore } from '../../scripts/commands/score.ts';
import { sampleOf } from '../../src/importers/every-eval-ever-export.ts';
import { Gold, Instance, Judgment, Run } from '../../src/schema/records.ts';
import { scratchFolder } from '../scratch.ts';
import { type Ran, run } from './command.ts';

const RECORDS = path.join(import.meta.dirname, '../fixtures/records/sound');
const SCHEMAS = path.join(import.meta.dirname, '../fixtures/schemas/every-eval-ever.yaml');
const schemas = parse(fs.readFileSync(SCHEMAS, 'utf8')) as Record<'aggregate' | 'sample', object>;
const ajv = new Ajv({ allowUnionTypes: true, strictRequired: false });
const isAggregate = ajv.compile(schemas.aggregate);
const isSample = ajv.compile(schemas.sample);

const temp = scratchFolder();

type Row = Readonly<Record<string, unknown>>;
interface Aggregate {
  readonly source_metadata: { readonly additional_details?: Row };
  readonly model_info: { readonly id: string };
  readonly evaluation_id: string;
  readonly evaluation_results: readonly {
    readonly score_details: { readonly score: number };
    readonly metric_config: { readonly min_score: number | string; readonly max_score: number | string };
  }[];
  readonly detailed_evaluation_results?: {
    readonly file_path: string;
    readonly total_rows: number;
    readonly checksum: string;
    readonly additional_details?: Row;
  };
}

const linesOf = (text: string): Row[] => text.split('\n').flatMap((line) => (line === '' ? [] : [JSON.parse(line)]));
const jsonl = (rows: readonly Row[]): string => rows.map((row) => `${JSON.stringify(row)}\n`).join('');
const INSTANCES = ['1', '2', '3'].map((instance) => ({ instance, prompt: `Prompt ${instance}` }));

interface Made {
  readonly organisation?: string;
  readonly judgments: readonly Row[];
  readonly gold?: readonly Row[];
}

/** A project with one run: the one of the sound records, with other records. */
function project(name: string, { organisation = 'Org', judgments, gold = [] }: Made): string {
  const root = path.join(temp, name);
  fs.cpSync(RECORDS, root, { recursive: true });
  const judges = path.join(root, 'data/judges.yaml');
  fs.writeFileSync(
    judges,
    fs
      .readFileSync(judges, 'utf8')
      .replaceAll('organisation: Org', () => `organisation: ${JSON.stringify(organisation)}`),
  );
  const files = { 'instances.jsonl': INSTANCES, 'responses.jsonl': [], 'gold.jsonl': gold };
  for (const [file, rows] of Object.entries(files)) fs.writeFileSync(path.join(root, 'data/b', file), jsonl(rows));
  fs.writeFileSync(path.join(root, 'data/b/runs/r/judgments.jsonl'), jsonl(judgments));
  return root;
}

interface Exported {
  readonly ran: Ran;
  readonly folder: string;
  readonly aggregate: Aggregate;
  readonly samples: readonly Row[];
}

const scored = new Map<string, string>();

/** What `judgeboard score --json` prints of a run; once for all projects with the same records. */
async function scoresOf(root: string, own: string): Promise<string> {
  const records = [path.join(own, 'judgments.jsonl'), path.join(root, 'data/b/gold.jsonl')];
  const key = records.map((file) => fs.readFileSync(file, 'utf8')).join('\n');
  const text = scored.get(key) ?? (await run(registerScore, ['score', own, '--json', '--root', root])).out;
  scored.set(key, text);
  return text;
}

/** Exports the run of a project with its scores and checks both files as that project's own `validate` does. */
async function exported(root: string): Promise<Exported> {
  const folder = `${root}-out`;
  const own = path.join(root, 'data/b/runs/r');
  fs.writeFileSync(`${root}-scores.json`, await scoresOf(root, own));
  const args = ['--to', 'every-eval-ever', '--out', folder, '--root', root, '--scores', `${root}-scores.json`];
  const ran = await run(registerExport, ['export', own, ...args]);
  const [file = ''] = fs.globSync('data/*/*/*/*.json', { cwd: folder });
  const aggregate: Aggregate = JSON.parse(fs.readFileSync(path.join(folder, file), 'utf8'));
  isAggregate(aggregate);
  expect(isAggregate.errors).toBeNull();
  const detail = aggregate.detailed_evaluation_results;
  if (detail === undefined) return { ran, folder, aggregate, samples: [] };
  expect(detail.file_path).toBe(file.replace(/\.json$/, '_samples.jsonl'));
  const bytes = fs.readFileSync(path.join(folder, detail.file_path), 'utf8');
  expect(createHash('sha256').update(bytes).digest('hex')).toBe(detail.checksum);
  const samples = linesOf(bytes);
  expect(samples).toHaveLength(detail.total_rows);
  for (const sample of samples) {
    isSample(sample);
    expect(isSample.errors).toBeNull();
    expect(sample).toMatchObject({ evaluation_id: aggregate.evaluation_id, model_id: aggregate.model_info.id });
  }
  return { ran, folder, aggregate, samples };
}

const PAIRWISE = [
  { instance: '1', criterion: 'clarity', verdict: 'a', parse: 'ok', rationale: 'A is clear.' },
  { instance: '2', criterion: 'clarity', verdict: 'tie', parse: 'ok', rationale: '' },
  { instance: '3', criterion: 'clarity', verdict: null, parse: 'failed', rationale: '\u0000 \u202e {' },
];
const GOLD = ['1', '2', '3'].map((instance) => ({ instance, criterion: 'clarity', kind: 'preference', value: 'a' }));

test('pairwise judgments and their scores pass that project’s schema', async () => {
  const { ran, aggregate, samples } = await exported(project('pairwise', { judgments: PAIRWISE, gold: GOLD }));
  expect(ran).toMatchObject({ code: 0, err: '' });
  expect(aggregate.evaluation_results.length).toBeGreaterThan(3);
  for (const { score_details, metric_config } of aggregate.evaluation_results) {
    expect(score_details.score).toBeGreaterThanOrEqual(Number(metric_config.min_score));
    expect(score_details.score).toBeLessThanOrEqual(Number(metric_config.max_score));
  }
  expect(samples.map(({ evaluation }) => evaluation)).toEqual([
    { score: 1, is_correct: true },
    { score: 0, is_correct: false },
    { score: 0, is_correct: false },
  ]);
  expect(aggregate.detailed_evaluation_results?.additional_details).toBeUndefined();
});

test('a verdict that two are equal is correct for a label of either kind of equal, as in four-way accuracy', () => {
  const correct = ['tie', 'both_bad', 'a'].map((value) => {
    const { sample } = sampleOf(Judgment.parse({ instance: '1', verdict: 'equal', parse: 'ok' }), {
      run: Run.parse({ run: 'r', benchmark: 'b', judge: 'j', protocol: 'pairwise' }),
      retrieved: '0',
      context: {
        instance: Instance.parse({ instance: '1', prompt: '' }),
        responses: [],
        gold: [Gold.parse({ instance: '1', kind: 'preference', value })],
      },
      first: true,
    });
    return (sample as Row)['evaluation'];
  });
  expect(correct).toEqual([
    { score: 1, is_correct: true },
    { score: 1, is_correct: true },
    { score: 0, is_correct: false },
  ]);
});

test('a judgment without a label says that its is_correct means nothing', async () => {
  const pointwise = [
    { instance: '1', criterion: 'clarity', verdict: null, score: 7.5, parse: 'ok', rationale: 'Good.' },
  ];
  const { aggregate, samples } = await exported(project('pointwise', { judgments: pointwise }));
  expect(samples[0]).toMatchObject({ evaluation: { score: 7.5, is_correct: false } });
  expect(Object.values(samples[0]?.['metadata'] ?? {})).toContain('no label: is_correct means nothing');
  expect(Object.values(aggregate.detailed_evaluation_results?.additional_details ?? {})).toEqual(['1']);
});

test('instances without a judgment are counted by the command and in the file', async () => {
  const { ran, aggregate } = await exported(project('unjudged', { judgments: PAIRWISE.slice(0, 1), gold: GOLD }));
  expect(ran.code).toBe(0);
  expect(ran.err).toContain('2 instances have no judgment and were left out');
  expect(Object.values(aggregate.source_metadata.additional_details ?? {})).toEqual(['2']);
});

test('a run without a judgment is an aggregate without samples', async () => {
  const { ran, folder, aggregate } = await exported(project('empty', { judgments: [] }));
  expect(ran.err).toContain('3 instances have no judgment');
  expect(aggregate.detailed_evaluation_results).toBeUndefined();
  expect(fs.globSync('**/*.jsonl', { cwd: folder })).toEqual([]);
});

test.each(['A/B "Labs": <x>', 'con', 'data', 'End. . ', '..', ''])(
  'an organisation called %j has a folder of its own',
  async (organisation) => {
    const root = project(`organisation-${Buffer.from(organisation).toString('hex')}`, {
      organisation,
      judgments: PAIRWISE,
      gold: GOLD,
    });
    const { folder } = await exported(root);
    const back = `${root}-back`;
    expect(
      await run(registerImport, ['import', '--from', 'every-eval-ever', '--in', folder, '--out', back]),
    ).toMatchObject({
      code: 0,
      err: '',
    });
    const judgments = linesOf(fs.readFileSync(path.join(back, 'judgments.jsonl'), 'utf8'));
    expect(judgments).toMatchObject(PAIRWISE);
    expect(linesOf(fs.readFileSync(path.join(back, 'gold.jsonl'), 'utf8'))).toMatchObject(GOLD);
  },
);

test('samples that an evaluation speaks of and that are not here are a problem', async () => {
  const { folder, aggregate } = await exported(project('lacking', { judgments: PAIRWISE, gold: GOLD }));
  const samples = path.join(folder, aggregate.detailed_evaluation_results?.file_path ?? '');
  const imported = (out: string): Promise<Ran> =>
    run(registerImport, ['import', '--from', 'every-eval-ever', '--in', folder, '--out', path.join(temp, out)]);
  expect(await imported('whole')).toMatchObject({ code: 0, err: '' });
  const rows = fs.readFileSync(samples, 'utf8').trim().split('\n');
  fs.writeFileSync(samples, `${rows.slice(0, 2).join('\n')}\n`);
  const cut = await imported('cut');
  expect(cut).toMatchObject({ code: 1, out: expect.stringContaining('2 judgments') });
  expect(cut.err).toMatch(/total_rows: not as many samples.*found "2 rows of samples"; expected 3/);
  fs.rmSync(samples);
  const none = await imported('none');
  expect(none).toMatchObject({ code: 1, err: expect.stringContaining('this file of samples is not here') });
});
