import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { FORMS, FORMS_FILE, formsSource } from '../../scripts/forms.ts';
import { type FormShape, misfitOf } from '../../src/client/form.ts';
import {
  BoardFileForm,
  CaseForm,
  CaseLinesForm,
  ComparedTablesForm,
  ComparisonFileForm,
  FileListForm,
  HandedRecordForm,
  IndexPageForm,
  KeptOpinionsRecordForm,
  KeptRecordForm,
  ManifestForm,
  SwitchedValuesForm,
  TravellingForm,
  UncheckedShardForm,
} from '../../src/client/forms.ts';

type FormName = keyof typeof FORMS;

const gold = { response: 'r1', criterion: 'Faith', kind: 'preference', value: 'a', annotator: 'p1' };
const sha256 = 'ab'.repeat(32);
const index = { path: 'b/index/*.json', hashes: 'abcdef012345' };

const OPINIONS = { map: [['l', { map: [['case', { says: 'agree', note: '' }]] }]] };

/** One value of each form in which every field is filled somewhere, and some are left out. */
const SOUND: Readonly<Record<FormName, unknown>> = {
  Manifest: {
    schema: 2,
    release: '0123456789ab',
    engine: '1.4',
    benchmarks: [
      { id: 'b', name: 'B', synthetic: true, tables: ['table-1'], instances: null },
      {
        id: 'c-1',
        name: 'C',
        synthetic: false,
        tables: [],
        instances: {
          database: 'c.duckdb',
          instances: 3,
          judgments: 9,
          runs: 2,
          shards: 4,
          index,
          texts: { repository: 'r', commit: 'c', licence: 'l', attribution: 'a', present: false },
          columns: { cases: 'c', details: 'd', criteria: null },
          postings: { buckets: 2, index },
        },
      },
    ],
    files: [
      { path: 'p', bytes: 4, sha256, type: 't', title: 'T' },
      { path: 'q', bytes: 0, sha256, type: 't', title: 'T', about: 'x', rows: 1, inflated: 8 },
    ],
    list: 'files.json',
  },
  IndexPage: ['0123456789ab', null],
  UncheckedShard: [{ instance: 'a', more: 1 }, { instance: 'b' }],
  Case: {
    instance: 'i 1',
    cluster: 'c',
    split: 's',
    prompt: 'What?',
    prompt_length: 5,
    media: [
      { src: null, alt: 'A', condition: 'c', why: 'svg' },
      { src: 'x.png', alt: '' },
    ],
    attributes: { task: 'x' },
    perturbed_prompts: { noise: 'Wh?t' },
    responses: [
      { response: 'a', model: 'm', text: 't', condition: 'c' },
      { response: 'b', text: '' },
    ],
    gold: [gold, { kind: 'quality', value: '3' }],
    own_gold: [{ run: 'r-1', labels: [gold] }],
    judgments: [
      { run: 'r-1', parse: 'ok', verdict: 'a', score: 1.5, rationale: 'since', rationale_length: 5, raw: 'A' },
      { run: 'r-2', parse: 'failed', lenient: 'tie', cost: 0.1, tokens: 3, critique_judge: 'j', verdict: null },
      {
        run: 'r-2',
        parse: 'ok',
        stage: 'critique',
        condition: 'c',
        repeat: 1,
        order: 'ba',
        response: 'a',
        criterion: 'F',
      },
    ],
    contributions: [{ run: 'r-1', metric: 'pacc', rows: 1, lost: 0, num: 0.5, den: 1 }],
  },
  Travelling: { release: 'r', list: '?a=b', first: 0, total: 2, ids: ['a', 'b'], at: '' },
  ComparedTables: { boards: ['{}'] },
  ComparisonFile: {
    release: 'r',
    tables: [{ judges: ['j'], file: 'b.0123.json' }],
    cases: [
      {
        benchmark: 'b',
        name: 'B',
        synthetic: false,
        labels: { task: { x: 'X' } },
        runs: [{ run: 'r', judge: 'j', protocol: 'pairwise', variant: '', repeats: 1 }],
      },
    ],
  },
  BoardFile: {
    pairs: {
      pacc: [
        [0, 1, 0.5, [0.1, 0.9], true, 3, 4, ''],
        [0, 2, null, null, null, 0, 0, 'few'],
      ],
    },
    more: 1,
  },
  CaseLines: [{ prompt: 'What?', thumb: '', gold: [['clear', 'a']], said: [[0, 'clear', 'b', 'since']] }],
  KeptRecord: {
    name: 'n',
    title: 't',
    runs: [{ label: 'l', files: { 'run.yaml': 'file' } }],
    opinions: OPINIONS,
    bytes: 1,
    kept: '2026-01-31T00:00:00Z',
    release: 'r',
  },
  KeptOpinionsRecord: { name: 'n', opinions: OPINIONS },
  HandedRecord: [
    { name: 'a.csv', blob: 'file' },
    { name: 'b.csv', blob: null },
  ],
  FileList: [{ path: 'boards/x.0123456789ab.csv' }],
  SwitchedValues: {
    columns: [{ key: 'k', n: null }],
    rows: [
      {
        id: 'r',
        cells: {
          k: {
            printed: '1',
            value: 1,
            status: 'ok',
            note: '',
            n: 3,
            interval: { lo: 0, hi: 1, kind: 'wilson' },
            se: null,
            noInterval: '',
            rank: { best: 1, worst: 2, couldBeFirst: true, tier: 1 },
          },
        },
      },
    ],
  },
};

const MADE: Readonly<Record<FormName, FormShape>> = {
  Manifest: ManifestForm,
  IndexPage: IndexPageForm,
  UncheckedShard: UncheckedShardForm,
  Case: CaseForm,
  Travelling: TravellingForm,
  ComparedTables: ComparedTablesForm,
  ComparisonFile: ComparisonFileForm,
  BoardFile: BoardFileForm,
  SwitchedValues: SwitchedValuesForm,
  FileList: FileListForm,
  CaseLines: CaseLinesForm,
  KeptRecord: KeptRecordForm,
  KeptOpinionsRecord: KeptOpinionsRecordForm,
  HandedRecord: HandedRecordForm,
};

/** Every place in a value, as a path from its root. */
function places(value: unknown, path: readonly string[] = []): (readonly string[])[] {
  const inner = typeof value === 'object' && value !== null ? Object.entries(value) : [];
  return [path, ...inner.flatMap(([name, one]) => places(one, [...path, name]))];
}

type Damage = (parent: Record<string, unknown>, name: string) => void;

const OTHERS = [
  null,
  true,
  0,
  -1,
  0.5,
  3e9,
  Number.POSITIVE_INFINITY,
  '',
  'a',
  'ok',
  'A B',
  'x\u0007',
  'y'.repeat(300),
  [],
  {},
  [null],
  { a: 1 },
];

const damage: fc.Arbitrary<Damage> = fc.oneof(
  fc.constantFrom(...OTHERS).map((other) => (parent: Record<string, unknown>, name: string) => {
    parent[name] = structuredClone(other);
  }),
  fc.constant((parent: Record<string, unknown>, name: string) => {
    if (Array.isArray(parent)) parent.splice(Number(name), 1);
    else delete parent[name];
  }),
  fc.constantFrom('x', '__proto__', 'constructor').map((added) => (parent: Record<string, unknown>, name: string) => {
    const target = parent[name];
    if (Array.isArray(target)) target.push(structuredClone(target[0]), added);
    else if (typeof target === 'object' && target !== null)
      Object.defineProperty(target, added, { value: 'x', enumerable: true, configurable: true, writable: true });
  }),
);

describe('a value that pages read is taken or refused as by the schema that the build keeps', () => {
  test.each(Object.keys(FORMS) as FormName[])('%s', (name) => {
    const [schema] = FORMS[name];
    const sound = SOUND[name];
    expect(schema.safeParse(sound).success).toBe(true);
    const all = places({ root: sound }).filter((path) => path.length > 0);
    const refused = { yes: 0, no: 0 };
    fc.assert(
      fc.property(fc.constantFrom(...all), damage, fc.constantFrom(...all), damage, (one, hurt, other, hurtAgain) => {
        const holder: Record<string, unknown> = { root: structuredClone(sound) };
        for (const [path, act] of [
          [one, hurt],
          [other, hurtAgain],
        ] as const) {
          let parent: unknown = holder;
          for (const step of path.slice(0, -1)) parent = (parent as Record<string, unknown> | null | undefined)?.[step];
          if (typeof parent === 'object' && parent !== null) act(parent as Record<string, unknown>, path.at(-1) ?? '');
        }
        const bySchema = schema.safeParse(structuredClone(holder['root']));
        const misfit = misfitOf(holder['root'], MADE[name]);
        refused[bySchema.success ? 'no' : 'yes'] += 1;
        // Zod leaves `__proto__` out of a record without looking at it.
        if (bySchema.success && misfit?.path.at(-1) === '__proto__') return;
        expect(misfit === null, `${JSON.stringify(misfit)} ${JSON.stringify(holder['root'])}`).toBe(bySchema.success);
        // What may be left out is filled in alike; what nobody asks for is kept here and dropped there.
        if (bySchema.success) expect(holder['root']).toMatchObject(bySchema.data as object);
      }),
      { numRuns: 3000, seed: 11 },
    );
    expect(Math.min(refused.yes, refused.no)).toBeGreaterThan(100);
  });
});

test('a misfit says where it is', () => {
  const value = structuredClone(SOUND.Manifest) as { benchmarks: { instances: { shards: unknown } }[] };
  const second = value.benchmarks[1];
  if (second !== undefined) second.instances.shards = 'four';
  expect(misfitOf(value, ManifestForm)).toEqual({
    path: ['benchmarks', 1, 'instances', 'shards'],
    message: 'expected integer, found string',
  });
});

test('forms.ts is what the schemas give: build the site, or commit what the last build made of it', () => {
  expect(readFileSync(FORMS_FILE, 'utf8')).toBe(formsSource());
});
