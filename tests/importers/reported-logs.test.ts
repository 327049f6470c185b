import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { registerImport } from '../../scripts/commands/import.ts';
import { registerScore } from '../../scripts/commands/score.ts';
import { registerValidate } from '../../scripts/commands/validate.ts';
import type { ScoreRow } from '../../src/scoring/score-rows.ts';
import { scratch } from '../scratch.ts';
import { type Ran, run } from './command.ts';

const REPORTED = path.join(import.meta.dirname, '../fixtures/reported');

/** Files as people have them, imported and scored by the commands. */
async function scoredLog(from: string, input: string, more: readonly string[] = []) {
  const out = path.join(await scratch(), 'run');
  const imported = await run(registerImport, ['import', '--from', from, '--in', input, '--out', out, ...more]);
  const scored = await run(registerScore, ['score', out, '--json']);
  const { scores } = JSON.parse(scored.out) as { scores: readonly ScoreRow[] };
  const shareOf = (metric: string): unknown => {
    const row = scores.find((one) => one.metric === metric);
    return row === undefined ? undefined : [row.num, row.den];
  };
  return { out, imported, scored, shareOf };
}

const linesOf = ({ err }: Ran): readonly string[] => err.split('\n').filter((line) => line !== '');

describe('a run and its rerun in one folder', () => {
  const folder = path.join(REPORTED, 'lmms-eval-run-twice');

  test('the newer counts, whole, and it is said once which', async () => {
    const { imported, shareOf } = await scoredLog('multi-crit-lmms-eval', folder, ['--judge', 'x']);
    expect(imported).toMatchObject({ code: 0, out: expect.stringContaining('12 rows read, 12 used, 0 reported') });
    expect(linesOf(imported)).toEqual([
      expect.stringMatching(
        /^judge__x\/20260101_000000_\S+ {2}not read: an older run; judge__x\/20260301_120000_\S+ is newer, and counts/,
      ),
      '0 problems, 1 warning',
    ]);
    // The rerun is right in 12 of 12, the first run in 11.
    expect(shareOf('criterion_accuracy')).toEqual([12, 12]);
  });

  test('the older one is read where it is given by itself, and raw outputs are told apart by their dates as well', async () => {
    const file = '20260101_000000_samples_multi_crit_open_ended.jsonl';
    const { shareOf } = await scoredLog('multi-crit-lmms-eval', path.join(folder, 'judge__x', file), ['--judge', 'x']);
    expect(shareOf('criterion_accuracy')).toEqual([11, 12]);
    const raw = path.join(await scratch(), 'in');
    fs.mkdirSync(raw);
    const question = { prompt_id: 'p', question: 'q', pred_a: 'A', pred_b: 'B', split: 'open-ended' };
    const row = { ...question, question_id: 1, criterion: 'completeness', preference: 'model_a' };
    fs.writeFileSync(path.join(raw, 'rows.jsonl'), JSON.stringify(row));
    for (const [i, day] of ['2026-03-01T12-00-00.25', '2026-01-31T23-59-59.5'].entries()) {
      const answer = { question_id: 1, output: `Response ${i + 1} is better` };
      fs.writeFileSync(path.join(raw, `x_outputs_${day}.jsonl`), JSON.stringify(answer));
    }
    const outputs = await scoredLog('multi-crit', raw, ['--judge', 'x']);
    expect(outputs.shareOf('criterion_accuracy')).toEqual([1, 1]);
    expect(linesOf(outputs.imported)[0]).toMatch(/^x_outputs_2026-01-31\S+ {2}not read: an older run;/);
  });
});

describe('NaN in JSON Lines', () => {
  const FIELDS = 'instance: id, prompt: prompt';
  const mappingWith = async (answer: string): Promise<string> => {
    const file = path.join(await scratch(), 'mapping.yaml');
    const ab = '{ A: a, B: b }';
    fs.writeFileSync(
      file,
      `run: { benchmark: mine, judge: j, protocol: pairwise }
tables:
  - { kind: instances, columns: { ${FIELDS} } }
  - { kind: gold, columns: { instance: id, value: label }, constants: { kind: preference }, values: { value: ${ab} } }
  - { kind: judgments, columns: { instance: id, verdict: verdict${answer} }, values: { verdict: ${ab} } }
`,
    );
    return file;
  };
  const folder = path.join(REPORTED, 'nan-in-a-column-nobody-maps');
  const asked = JSON.parse(
    `[${fs.readFileSync(path.join(folder, 'nan-beside.jsonl'), 'utf8').trim().replaceAll('\n', ',').replaceAll('NaN', 'null')}]`,
  ) as readonly { readonly label: string; readonly verdict: string }[];
  const right = asked.filter(({ label, verdict }) => label === verdict).length;

  test.each([
    ['a column that nobody maps', ''],
    ['a column of text, where it means that there is none', ', rationale: comment'],
  ])('%s costs no row', async (_, answer) => {
    const { imported, shareOf } = await scoredLog('table', folder, ['--mapping', await mappingWith(answer)]);
    expect(imported).toMatchObject({
      code: 0,
      err: '',
      out: expect.stringContaining('40 instances, 40 gold, 40 judg'),
    });
    expect(asked.length).toBe(40);
    expect(shareOf('overall_accuracy')).toEqual([right, 40]);
  });

  test('in a number that is mapped it is told, once for each row', async () => {
    const mapped = ['--mapping', await mappingWith(', score: comment')];
    const { imported } = await scoredLog('table', folder, mapped);
    expect(imported.code).toBe(1);
    const told = linesOf(imported).filter((line) => line.includes('found "NaN"'));
    expect(told.length).toBe(30);
    expect(told[0]).toMatch(/^nan-beside\.jsonl:2 {2}score: not accepted; found "NaN"; expected number/);
  });

  test('a row that cannot be read is told once, however many parts of the mapping read the file', async () => {
    const input = path.join(await scratch(), 'in');
    fs.mkdirSync(input);
    const rows = ['{"id":NaN,"prompt":"P","label":"A","verdict":"A"}', '{"id":"2",'];
    fs.writeFileSync(
      path.join(input, 'rows.jsonl'),
      `{"id":"1","prompt":"P","label":"A","verdict":"A"}\n${rows.join('\n')}\n`,
    );
    const { imported, out } = await scoredLog('table', input, ['--mapping', await mappingWith('')]);
    expect(linesOf(imported)).toEqual([
      expect.stringMatching(/^rows\.jsonl:3 {2}/),
      expect.stringMatching(/^rows\.jsonl:2 {2}instance: /),
      '2 problems, 0 warnings',
    ]);
    // Two answers are not in the records, whatever else is read of their rows.
    expect(JSON.parse(fs.readFileSync(path.join(out, 'import.json'), 'utf8'))).toMatchObject({ unread_judgments: 2 });
  });
});

describe('answers in another form than expected', () => {
  const mapping = `run: { benchmark: mine, judge: j, protocol: pairwise }
tables:
  - { kind: instances, columns: { instance: id, prompt: prompt } }
  - { kind: gold, columns: { instance: id, value: label }, constants: { kind: preference }, values: { value: { A: a, B: b } } }
  - { kind: judgments, columns: { instance: id }, read: { verdict: output } }
`;
  const MOST =
    /most answers of the judge could not be read, such as "(.*)"; found "(\d+ of \d+) without a verdict or score"/;

  test('import, score and validate say so before all else, show five, and end with 1', async () => {
    const map = path.join(await scratch(), 'mapping.yaml');
    fs.writeFileSync(map, mapping);
    const { out, imported, scored } = await scoredLog('table', path.join(REPORTED, 'answer-in-json-fence'), [
      '--mapping',
      map,
    ]);
    const validated = await run(registerValidate, ['validate', out]);
    for (const said of [imported, validated]) {
      const [, such = '', counted] = MOST.exec(linesOf(said)[0] ?? '') ?? [];
      expect(said.code).toBe(1);
      expect(counted).toBe('40 of 40');
      // Only two answers of this file differ; they are shown as text, never as they would look.
      expect(such.split('", "').map((text) => JSON.parse(`"${text}"`))).toEqual(
        ['B', 'A'].map((name) => `\`\`\`json { "Model": "Model ${name}", "Explanation": "It names the axis." } \`\`\``),
      );
    }
    expect(scored.code).toBe(1);
    expect(JSON.parse(scored.out).problems[0]).toMatchObject({
      message: expect.stringMatching(/^most answers of the judge/),
    });
  });

  test('five at most are shown, hostile ones as text; half of the answers are not most', async () => {
    const folder = path.join(await scratch(), 'in');
    const map = path.join(await scratch(), 'mapping.yaml');
    fs.mkdirSync(folder);
    fs.writeFileSync(map, mapping);
    const hostile = '\u001b[31m<script>alert(1)</script>\u202e';
    const answers = (unread: number) =>
      Array.from({ length: 20 }, (_, i) => ({
        ...{ id: i, prompt: 'P', label: 'A' },
        output: i < unread ? `${hostile} ${i}` : 'Response 1 is better',
      }));
    const imported = async (unread: number) => {
      fs.writeFileSync(
        path.join(folder, 'rows.jsonl'),
        answers(unread)
          .map((row) => `${JSON.stringify(row)}\n`)
          .join(''),
      );
      return (await scoredLog('table', folder, ['--mapping', map])).imported;
    };
    const most = await imported(11);
    const [, such = '', counted] = MOST.exec(linesOf(most)[0] ?? '') ?? [];
    expect([most.code, counted, such.split('", "').length]).toEqual([1, '11 of 20', 5]);
    expect(['\u001b', '\u202e'].filter((sign) => most.err.includes(sign))).toEqual([]);
    expect(await imported(10)).toMatchObject({ code: 0, err: '' });
  });
});
