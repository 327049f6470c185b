import fs from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { registerImport } from '../../scripts/commands/import.ts';
import { mappingSource } from '../../src/importers/mapped.ts';
import { withMappedCatalog } from '../../src/own/intake/engine-work.ts';
import { previewOf } from '../../src/own/intake/preview.ts';
import { needsMapping, recognise } from '../../src/own/intake/recognise.ts';
import { importSet } from '../../src/own/intake/run-files.ts';
import { fittingMapping } from '../../src/own/mapping/statement.ts';
import { sourcesUnder } from '../../src/release/input-run.ts';
import { sharedWasmWork } from '../own/intake/wasm-work.ts';
import { scratchFolder } from '../scratch.ts';
import { type Row, run } from './command.ts';

const MAPPINGS = path.join(import.meta.dirname, '../../examples/mappings');

/** What the example of each mapping says, row by row: instance, criterion or order, repeat, verdict or score (or why none), and the judge's words. */
const SAID: Readonly<Record<string, readonly string[]>> = {
  'arena-hard': [
    'u0/m-one ab 0 a The first. [[A>>B]]',
    'u1/m-one ab 0 tie Level. [[A=B]]',
    'u0/m-one ba 0 b The first. [[A>B]]',
    'u1/m-one ba 0 failed Hm.',
  ],
  helm: ['id1 exact-match 0 1 ', 'id2 exact-match 0 0 '],
  inspect: [
    '1 choice 0 1 The first names the boat.',
    '1 graded 0 0.75 ',
    '2 choice 0 0 The first is longer.',
    '2 graded 0 0 ',
  ],
  'inspect-json': ['a choice 0 1 It names the boat.', 'a choice 1 0.5 '],
  'lm-eval': ['0 exact-match-strict-match 0 0 ', '0 exact-match-flexible-extract 0 1 '],
  'mt-bench-pairs': [
    '81/1/m-one/m-two ab 0 a The first. [[A]]',
    '82/1/m-one/m-two ab 0 error Hm.',
    '81/1/m-one/m-two ba 0 tie Level. [[C]]',
    '82/1/m-one/m-two ba 0 b The first shown. [[A]]',
  ],
  'mt-bench-single': ['81/1/m-one ab 0 8 Clear. Rating: [[8]]', '81/2/m-one ab 0 failed I will not.'],
  promptfoo: ['0/0 llm-rubric 0 1 It is polite.', '0/0 contains 0 1 Found.', '1/0 llm-rubric 0 0 It is rude.'],
  vlmevalkit: ['007 ab 0 1 The answer is A.', '8 ab 0 0 Cannot be read.'],
};

const lines = (file: string): Row[] =>
  fs
    .readFileSync(file, 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Row);

const engine = await sharedWasmWork();

/** Drops an example on the page and uses the mapping that is proposed for it; the table of VLMEvalKit does not say whose answers it holds. */
async function dropped(folder: string) {
  const { found, problems } = await recognise(await sourcesUnder(folder));
  const [set] = found;
  if (set === undefined || !needsMapping(set)) throw new Error('no table that waits for its mapping');
  const { preview } = await previewOf(set);
  const fitting = preview === null ? null : fittingMapping(preview);
  const sql = (fitting?.mapping.sql ?? '').replace(
    "SELECT 'pointwise'",
    "SELECT 'tiny-judge' AS judge, 'mine' AS benchmark, 'pointwise'",
  );
  const imported = await importSet(set, {
    mapping: mappingSource(sql),
    mapped: (use) => withMappedCatalog(engine, use),
  });
  const text = async (file: string): Promise<string> =>
    (await Promise.all(imported.map(({ run }) => run?.files[file]?.text() ?? ''))).join('');
  return {
    id: fitting?.mapping.id,
    reason: fitting?.reason,
    problems,
    text,
    told: imported.flatMap(({ told }) => told.problems),
  };
}

test.each(fs.readdirSync(MAPPINGS))(
  '%s reads its example row by row, and is what the page proposes for it, with the same records',
  async (name) => {
    const out = path.join(scratchFolder(), 'run');
    const more = name === 'vlmevalkit' ? ['--judge', 'tiny-judge', '--benchmark', 'mine'] : [];
    const told = await run(registerImport, [
      'import',
      '--from',
      name,
      '--in',
      path.join(MAPPINGS, name, 'example'),
      '--out',
      out,
      ...more,
    ]);
    expect(told).toMatchObject({ code: 0, err: '', out: expect.stringContaining(' 0 reported') });
    const said = lines(path.join(out, 'judgments.jsonl')).map(
      ({ instance, criterion, order, repeat, verdict, score, parse: how, rationale }) =>
        [instance, criterion ?? order, repeat, verdict ?? score ?? how, rationale].join(' '),
    );
    expect(said).toEqual(SAID[name]);
    const judged = new Set(said.map((line) => line.split(' ')[0]));
    expect(new Set(lines(path.join(out, 'instances.jsonl')).map(({ instance }) => instance))).toEqual(judged);
    const { judge, protocol } = parse(fs.readFileSync(path.join(out, 'run.yaml'), 'utf8')) as Row;
    expect([judge, protocol]).toEqual([
      expect.stringMatching(/^(?:lab-+)?tiny-judge$/),
      said.some((line) => / (?:a|b|tie) /.test(line)) ? 'pairwise' : 'pointwise',
    ]);
    const page = await dropped(path.join(MAPPINGS, name, 'example'));
    expect(page).toMatchObject({
      id: name,
      reason: expect.stringMatching(/ columns | called /),
      problems: [],
      told: [],
    });
    for (const file of ['instances.jsonl', 'judgments.jsonl'])
      expect(await page.text(file)).toBe(fs.readFileSync(path.join(out, file), 'utf8'));
    const { about, source } = JSON.parse(fs.readFileSync(path.join(MAPPINGS, name, 'about.json'), 'utf8')) as Row;
    expect([about, source]).toEqual([expect.stringMatching(/\w/), expect.stringMatching(/^https:/)]);
  },
);
