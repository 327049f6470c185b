import fs from 'node:fs/promises';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { beforeAll, describe, expect, test } from 'vitest';
import { buildRelease } from '../../../src/release/build.ts';
import { SILENT } from '../../../src/release/instances/progress.ts';
import { changedPart, piecesOfFile } from '../../../src/release/instances/run-pieces.ts';
import { formatProblem } from '../../../src/schema/problem.ts';
import { scratch } from '../../scratch.ts';
import { gold, lines, project, type Row, runYaml } from './project.ts';
import { fromClean, released } from './released.ts';

const CASES = 60;
const LONG = 'A long reason, so that a file has several pieces. '.repeat(60);

let root: string;
const fileOf = (name: string): string => path.join(root, 'data/mini/runs/two', name);
const read = async (): Promise<string[]> => (await fs.readFile(fileOf('judgments.jsonl'), 'utf8')).split('\n');
const write = (texts: readonly string[]): Promise<void> => fs.writeFile(fileOf('judgments.jsonl'), texts.join('\n'));

/** Changes the row in a line, counted from 0. */
async function change(line: number, edit: (row: Row) => Row): Promise<void> {
  const texts = await read();
  texts[line] = JSON.stringify(edit(JSON.parse(texts[line] ?? '')));
  await write(texts);
}

const turned = (row: Row): Row => ({ ...row, verdict: row['verdict'] === 'a' ? 'b' : 'a' });

/** Two repeats in one order; in the other order a single case of one repeat. */
function answers(): Row[] {
  return Array.from({ length: CASES }, (_, i) =>
    [0, 1].flatMap((repeat) =>
      (i === 40 && repeat === 1 ? ['ab', 'ba'] : ['ab']).flatMap((order) =>
        ['logic', 'style'].map((criterion) => ({
          ...{ instance: `i${i}`, criterion, repeat, order, verdict: i % 4 === 0 ? 'b' : 'a', parse: 'ok' },
          rationale: `${i} ${criterion} ${repeat} ${order}: ${LONG}`,
        })),
      ),
    ),
  ).flat();
}

/** The line of an answer. */
const lineOf = (instance: string, criterion: string, { repeat = 0, order = 'ab' } = {}): number =>
  answers().findIndex(
    (row) =>
      row['instance'] === instance &&
      row['criterion'] === criterion &&
      row['repeat'] === repeat &&
      row['order'] === order,
  );

beforeAll(async () => {
  root = await project(
    {
      // Some cases have no label.
      'data/mini/gold.jsonl': lines(gold(CASES).filter((_, i) => i % 7 !== 3)),
      'data/mini/runs/two/run.yaml': `${runYaml('two', 'beta')}repeats: 3\n`,
      'data/mini/runs/two/judgments.jsonl': lines(answers()),
    },
    CASES,
  );
  await released(root);
}, 300_000);

/** Builds, and gives how many judgments were read. */
async function readBy(): Promise<number> {
  const counts: number[] = [0];
  const count = (done: number, unit: string): void => void (unit === 'judgments' && counts.push(done));
  const notes: string[] = [];
  const made = await released(root, { ...SILENT, count, note: (text) => notes.push(text) });
  // Where what was kept cannot be used, a build begins again and says so.
  expect(notes).toEqual([]);
  expect(made).toEqual(await fromClean(root));
  return Math.max(...counts);
}

const all = async (): Promise<number> => (await read()).filter((text) => text.trim() !== '').length;

describe('a changed run is read by its changed pieces, and the release is that of a clean build', () => {
  const PART: readonly (readonly [what: string, edit: () => Promise<void>])[] = [
    ['a verdict turned', () => change(lineOf('i20', 'logic'), turned)],
    ['a longer reason', () => change(lineOf('i21', 'style'), (row) => ({ ...row, rationale: `${LONG}!` }))],
    [
      'the only answers in the other order go missing, so that no run judged in both',
      async () => {
        for (const criterion of ['logic', 'style'])
          await change(
            lineOf('i40', criterion, { repeat: 1, order: 'ba' }),
            ({ verdict: _, rationale: __, ...row }) => ({
              ...row,
              parse: 'missing',
            }),
          );
      },
    ],
    [
      'they are there again',
      async () => {
        for (const criterion of ['logic', 'style'])
          await change(lineOf('i40', criterion, { repeat: 1, order: 'ba' }), (row) => ({
            ...{ ...row, verdict: 'b', parse: 'ok' },
            rationale: LONG,
          }));
      },
    ],
    [
      'a verdict turned where both orders are',
      () => change(lineOf('i40', 'style', { repeat: 1, order: 'ba' }), turned),
    ],
    ['a tie in the place of a verdict', () => change(lineOf('i25', 'style'), (row) => ({ ...row, verdict: 'tie' }))],
    [
      'an answer that cannot be read',
      () => change(lineOf('i12', 'logic'), ({ verdict: _, ...row }) => ({ ...row, parse: 'failed' })),
    ],
    [
      'two lines change their places',
      async () => {
        const texts = await read();
        await write(texts.map((_, i) => texts[i === 100 ? 101 : i === 101 ? 100 : i] ?? ''));
      },
    ],
    ['a verdict beside them', () => change(102, turned)],
    ['the last line has no end any more', async () => write((await read()).filter((text) => text !== ''))],
    ['a line ends as on Windows', async () => write((await read()).map((text, i) => (i === 9 ? `${text}\r` : text)))],
    [
      'two verdicts, far from each other',
      async () => [1, 60].reduce((done, line) => done.then(() => change(line, turned)), Promise.resolve()),
    ],
  ];
  test.each(PART)(
    '%s',
    async (_, edit) => {
      await edit();
      const found = await readBy();
      expect(found).toBeGreaterThan(0);
      expect(found).toBeLessThan(await all());
    },
    120_000,
  );

  const WHOLE: readonly (readonly [what: string, edit: () => Promise<void>])[] = [
    ['an empty line before all others', async () => write(['', ...(await read())])],
    [
      'an answer about something else',
      () => change(lineOf('i59', 'style', { repeat: 1 }) + 1, (row) => ({ ...row, repeat: 2 })),
    ],
    ['a line less', async () => write((await read()).filter((_, i) => i !== 30))],
    [
      'the description of the run, and a verdict',
      async () => {
        await fs.appendFile(fileOf('run.yaml'), 'variant: other\n');
        await change(31, turned);
      },
    ],
  ];
  test.each(WHOLE)(
    'read whole: %s',
    async (_, edit) => {
      await edit();
      expect(await readBy()).toBe(await all());
      // And in part again.
      await change(20, turned);
      expect(await readBy()).toBeLessThan(await all());
    },
    120_000,
  );

  test('read whole: a verdict, where the file has another name, which the build tells', async () => {
    await change(31, turned);
    await fs.rename(fileOf('judgments.jsonl'), fileOf('judgments-2.jsonl'));
    const found = await readBy();
    await fs.rename(fileOf('judgments-2.jsonl'), fileOf('judgments.jsonl'));
    expect(found).toBe(await all());
    expect(await readBy()).toBe(await all());
  }, 120_000);

  const FAULTS: readonly (readonly [what: string, edit: (texts: string[]) => void])[] = [
    ['a second judgment of what another piece is about', (texts) => texts.splice(50, 1, texts[200] ?? '')],
    ['a line that is no JSON', (texts) => texts.splice(51, 1, '{"instance":')],
    ['an unknown case', (texts) => texts.splice(52, 1, (texts[52] ?? '').replace(/"i\d+"/, '"nobody"'))],
    [
      'a byte order mark at the beginning of a piece',
      (texts) => {
        const at = piecesOfFile(fileOf('judgments.jsonl'))?.pieces[0]?.lines ?? 0;
        texts.splice(at, 1, `\uFEFF${texts[at] ?? ''}`);
      },
    ],
  ];
  test.each(FAULTS)(
    'what is wrong is told as by a clean build: %s',
    async (_, edit) => {
      const texts = await read();
      const faulty = [...texts];
      edit(faulty);
      await write(faulty);
      const problemsOf = async (from: string): Promise<string[]> =>
        (await buildRelease(from, path.join(await scratch(), 'data'))).problems.map(formatProblem);
      const clean = await scratch();
      await fs.cp(path.join(root, 'data'), path.join(clean, 'data'), { recursive: true });
      const problems = await problemsOf(root);
      expect(problems).toHaveLength(1);
      expect(problems).toEqual(await problemsOf(clean));
      await write(texts);
      expect(await readBy()).toBeLessThan(await all());
    },
    120_000,
  );
});

test('a file that is gzipped whatever its name says is read whole', async () => {
  const file = 'data/mini/runs/two/judgments.jsonl';
  const row = (i: number, reason: string): Row => ({
    ...{ instance: `i${i}`, criterion: 'logic', verdict: 'a', parse: 'ok', rationale: reason },
  });
  /** Gzips rows so that the bytes look like two lines. */
  const asTwoLines = (count: number): Buffer => {
    for (let salt = 0; ; salt++) {
      const rows = Array.from({ length: count }, (_, i) => row(i, `${i} of ${count}: ${i === 0 ? salt : ''}`));
      const bytes = gzipSync(lines(rows));
      if (bytes.toString('latin1').split('\n').length === 2 && bytes.at(-1) !== 10) return bytes;
    }
  };
  const own = await project({ [file]: asTwoLines(3) });
  await released(own);
  await fs.writeFile(path.join(own, file), asTwoLines(2));
  expect(await released(own)).toEqual(await fromClean(own));
}, 120_000);

test('a zero that comes to have a sign is a zero', async () => {
  const file = 'data/mini/runs/one/judgments.jsonl';
  const row = { stage: 'correction', response: 'a', critique_judge: 'alpha', score: 0, parse: 'ok', cost: 0 };
  const texts = lines(['i0', 'i1'].map((instance) => ({ instance, ...row })));
  const own = await project({
    'data/mini/runs/one/run.yaml': 'run: one\nbenchmark: mini\njudge: alpha\nprotocol: critique\n',
    [file]: texts,
  });
  await released(own);
  await fs.writeFile(path.join(own, file), texts.replace('"score":0', '"score":-0.0').replace('"cost":0', '"cost":-0'));
  expect(await released(own)).toEqual(await fromClean(own));
}, 120_000);

describe('pieces of a file', () => {
  const piecesOf = async (text: string) => {
    const file = path.join(await scratch(), 'lines.txt');
    await fs.writeFile(file, text);
    return piecesOfFile(file);
  };
  const numbered = (count: number): string[] =>
    Array.from({ length: count }, (_, i) => `${i} ${'x'.repeat(i % 300)}\n`);

  test('hold all lines and bytes, and a change leaves the others as they were', async () => {
    const texts = numbered(20_000);
    const before = await piecesOf(texts.join(''));
    const pieces = before?.pieces ?? [];
    expect(pieces.length).toBeGreaterThan(5);
    expect(pieces.reduce((sum, { lines: n }) => sum + n, 0)).toBe(20_000);
    expect(pieces.reduce((sum, { size }) => sum + size, 0)).toBe(texts.join('').length);
    const now = await piecesOf(texts.with(10_000, 'other\n').join(''));
    const part = changedPart(pieces, now?.pieces ?? []);
    expect(part?.lines[0]).toBeLessThanOrEqual(10_001);
    expect(part?.lines[1]).toBeGreaterThanOrEqual(10_001);
    expect(part?.pieces.length).toBeLessThan(4);
  });

  test('a part with another number of lines is no part, nor is none', async () => {
    const texts = numbered(20_000);
    const pieces = (await piecesOf(texts.join('')))?.pieces ?? [];
    const fewer = (await piecesOf(texts.toSpliced(9000, 1).join('')))?.pieces ?? [];
    expect(changedPart(pieces, fewer)).toBeNull();
    expect(changedPart(pieces, pieces)).toBeNull();
  });

  test('a line that is longer than a piece may be cannot be cut, and what is no file has no pieces', async () => {
    expect(await piecesOf(`${'x'.repeat(2 ** 21)}\nend\n`)).toBeNull();
    expect(piecesOfFile(await scratch())).toBeNull();
    expect(piecesOfFile(path.join(await scratch(), 'nothing'))).toBeNull();
    expect((await piecesOf(''))?.pieces).toEqual([]);
  });
});
