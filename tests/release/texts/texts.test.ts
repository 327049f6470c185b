import fs from 'node:fs';
import path from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { registerFetch, registerFigures } from '../../../scripts/commands/fetch.ts';
import { type Ran, run } from '../../importers/command.ts';
import { scratch } from '../../scratch.ts';
import { type BuiltRelease, built, filesBelow, findCase, query } from '../instances/project.ts';
import { makeProject, sourceFiles, sourceYaml, tree, writeSource } from './made.ts';

const FILES = sourceFiles();

async function fetched(root: string, files: ReadonlyMap<string, string>): Promise<Ran> {
  const folder = path.join(root, 'copy');
  fs.rmSync(folder, { recursive: true, force: true });
  await writeSource(folder, files);
  return run(registerFetch, ['fetch', 'made', '--root', root, '--from', folder]);
}

const check = (root: string): Promise<Ran> => run(registerFetch, ['fetch', 'made', '--check', '--root', root]);
const figures = (root: string): Promise<Ran> => run(registerFigures, ['figures', 'made', '--root', root]);

/** Every number of a release: all tables of its database, and the boards. */
async function numbers(release: BuiltRelease): Promise<unknown> {
  const tables = ['runs', 'instances', 'responses', 'gold', 'judgments', 'contributions', 'cluster_sums'];
  const rows = await Promise.all(tables.map((table) => query(release, `SELECT * FROM ${table} ORDER BY ALL`)));
  const boards = (await filesBelow(release.out)).filter((name) => name.startsWith('boards/') && name.endsWith('.json'));
  return [rows, boards.map((name) => fs.readFileSync(path.join(release.out, name), 'utf8'))];
}

describe('figures in the repository, texts on request', () => {
  let root: string;
  let without: BuiltRelease;
  let numbersWithout: unknown;
  let withTexts: BuiltRelease;

  beforeAll(async () => {
    root = await scratch();
    await makeProject(root, sourceYaml(FILES));
    expect((await fetched(root, FILES)).code).toBe(0);
    expect((await figures(root)).code).toBe(0);
    fs.rmSync(path.join(root, '.cache'), { recursive: true });
    without = await built(root);
    numbersWithout = await numbers(without);
  });

  test('no word of the source is in the figures', () => {
    for (const [name, bytes] of tree(path.join(root, 'data/made'))) {
      if (name.endsWith('.yaml')) continue;
      expect(name).toMatch(/\.parquet$/);
      expect(bytes).not.toMatch(/kite|owl|zweifellos/);
    }
  });

  test('without texts a case has its verdicts, labels and lengths, and says whose the texts are', async () => {
    const found = await findCase(without, 'video_generation/2');
    expect(found).toMatchObject({ prompt: '', prompt_length: 10, gold: [{ kind: 'preference', value: 'both_bad' }] });
    expect(found?.judgments.map((j) => [j.run, j.verdict, j.rationale, j.rationale_length, j.raw])).toEqual([
      ['one', 'both_bad', '', 32, '[[A=B=Bad]]'],
      ['other', 'both_bad', '', 38, '[[A=B=Bad]]'],
    ]);
    expect(without.manifest.benchmarks[0]?.instances?.texts).toEqual({
      repository: 'https://example.org/made',
      commit: 'a'.repeat(40),
      licence: 'CC0',
      attribution: 'Made up',
      present: false,
    });
    expect(without.manifest.benchmarks[0]?.instances?.postings).toBeUndefined();
  });

  test('the forgiving reading, labels that are ties and answers that leave it open are in the tables', async () => {
    expect(
      await query(
        without,
        "SELECT instance, run, verdict, parse, lenient, length FROM judgments WHERE instance LIKE '%/3' ORDER BY run",
      ),
    ).toEqual([
      { instance: 'video_generation/3', run: 'one', verdict: null, parse: 'failed', lenient: 'tie', length: 26 },
      { instance: 'video_generation/3', run: 'other', verdict: null, parse: 'failed', lenient: 'tie', length: 32 },
    ]);
    expect(
      await query(without, 'SELECT value, count(*)::INTEGER AS n FROM gold GROUP BY value ORDER BY value'),
    ).toEqual([
      { value: 'a', n: 1 },
      { value: 'both_bad', n: 2 },
      { value: 'tie', n: 1 },
    ]);
    // Of four pairs people preferred one response in one: that alone counts in the accuracies about a and b.
    expect(
      await query(
        without,
        "SELECT run, sum(num)::INTEGER AS num, sum(den)::INTEGER AS den FROM contributions WHERE metric = 'criterion_accuracy' GROUP BY run ORDER BY run",
      ),
    ).toEqual([
      { run: 'one', num: 1, den: 1 },
      { run: 'other', num: 0, den: 1 },
    ]);
  });

  test('with texts prompts, rationales and words are there, and every number is the same', async () => {
    expect((await fetched(root, FILES)).code).toBe(0);
    expect((await check(root)).out).toContain('The texts give the committed figures of 2 runs.');
    withTexts = await built(root);
    expect(await numbers(withTexts)).toEqual(numbersWithout);
    const found = await findCase(withTexts, 'video_generation/1');
    expect(found?.prompt).toBe('a red kite');
    expect(found?.judgments.map((j) => j.rationale)).toEqual([
      'zweifellos die zweite [[B>A]]',
      'I say zweifellos die zweite [[B>A]]',
    ]);
    const { instances } = withTexts.manifest.benchmarks[0] ?? {};
    expect(instances?.texts?.present).toBe(true);
    expect(instances?.postings?.members).toBeGreaterThan(0);
    expect(withTexts.manifest.release).not.toBe(without.manifest.release);
  });

  test('figures are made of the pinned files alone: a changed one is named, and nothing is written', async () => {
    const [file = ''] = (await filesBelow(root)).filter((name) => /^\.cache\/sources\/.*pairwise\.jsonl$/.test(name));
    const judgments = (await filesBelow(root)).filter((name) => name.endsWith('judgments.parquet'));
    const bytes = (): string[] => judgments.map((name) => fs.readFileSync(path.join(root, name), 'base64'));
    const [whole, before] = [fs.readFileSync(path.join(root, file)), bytes()];
    fs.writeFileSync(path.join(root, file), whole.subarray(0, whole.length / 2));
    const { code, err } = await figures(root);
    fs.writeFileSync(path.join(root, file), whole);
    expect({ code, err }).toEqual({ code: 1, err: expect.stringContaining('1 file has changed') });
    expect(err).toContain('pairwise.jsonl  not the file that was fetched');
    expect(bytes()).toEqual(before);
  });

  test('figures that texts do not bear out are named, and such texts are not shown', async () => {
    const changed = sourceFiles((rows) =>
      rows
        .map((row) => (row.idx === 1 ? { ...row, response: 'the first [[A>B]]' } : row))
        .concat({
          idx: 7,
          prompt: 'new',
          response: '[[A>B]]',
          human_vote: 'leftvote',
        }),
    );
    fs.writeFileSync(path.join(root, 'data/made/source.yaml'), sourceYaml(changed, 'http://127.0.0.1:9/', 'b'));
    expect((await check(root)).err).toContain('The texts of made are not here');
    expect((await fetched(root, changed)).code).toBe(0);
    const { code, err } = await check(root);
    expect(code).toBe(1);
    expect(err).toContain('runs/other/judgments  video_generation/1  verdict: b in the figures, a in the texts');
    expect(err).toContain('runs/other/judgments  video_generation/7: judgments of a case that is not in the figures');
    expect(err).not.toContain('video_generation/2');
    const release = await built(root);
    expect(await numbers(release)).toEqual(numbersWithout);
    const found = await findCase(release, 'video_generation/1');
    expect(found?.judgments.map((j) => [j.verdict, j.rationale])).toEqual([
      ['b', 'zweifellos die zweite [[B>A]]'],
      ['b', ''],
    ]);
  });
});
