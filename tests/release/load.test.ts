import { describe, expect, test } from 'vitest';
import { BENCHMARK, CSV, FINDINGS, JUDGES, loadProject, replace, TABLES } from './project.ts';

test('a sound project loads without problems, cells in printed order, emphasis apart from the digits', async () => {
  const { data, problems } = await loadProject();
  expect(problems).toEqual([]);
  const [mini] = data.benchmarks;
  expect(mini?.cells.map((c) => [c.line, c.row, c.column, c.printed, c.emphasis.bold, c.emphasis.underline])).toEqual([
    [2, 'Alpha-7B', 'pacc', '9.41', false, false],
    [2, 'Alpha-7B', 'logic', '56.12', false, false],
    [3, 'Beta Pro', 'pacc', '31.44', true, false],
    [3, 'Beta Pro', 'logic', '68.14', false, true],
  ]);
  expect(mini?.findings[0]?.holds).toHaveLength(1);
});

test('a byte order mark and CRLF line ends change nothing', async () => {
  const plain = await loadProject();
  const windows = await loadProject({ [CSV]: (s) => `\uFEFF${s.replaceAll('\n', '\r\n')}` });
  expect(windows.problems).toEqual([]);
  expect(windows.data.benchmarks[0]?.cells).toEqual(plain.data.benchmarks[0]?.cells);
});

test('bold and underlined together are read in either order of marks', async () => {
  const { data } = await loadProject({
    [CSV]: (s) => s.replace('**31.44**', '**__31.44__**').replace('__68.14__', '__**68.14**__'),
  });
  const cells = data.benchmarks[0]?.cells.slice(2).map((c) => [c.printed, c.emphasis]);
  expect(cells).toEqual([
    ['31.44', { bold: true, underline: true }],
    ['68.14', { bold: true, underline: true }],
  ]);
});

test('two decimal points in a value do not stop the build: the audit judges them', async () => {
  const { data, problems } = await loadProject({ [CSV]: replace('56.12', '64.2.0') });
  expect(problems).toEqual([]);
  expect(data.benchmarks[0]?.cells[1]?.printed).toBe('64.2.0');
});

describe('one fault is reported once', () => {
  test('a row lost to an open quote does not make the findings about it wrong too', async () => {
    const { problems } = await loadProject({ [CSV]: replace('Beta Pro,', '"Beta Pro,') });
    expect(problems.length).toBeGreaterThan(0);
    expect(problems.filter((p) => !p.startsWith(CSV))).toEqual([]);
  });

  test('a broken benchmark.yaml does not hide what is wrong in the tables and findings beside it', async () => {
    const { problems } = await loadProject({
      [BENCHMARK]: (s) => `${s}\nfacts: [1, 2\n`,
      [TABLES]: replace('section:', 'sektion:'),
      [FINDINGS]: replace('claim:', 'clam:'),
    });
    for (const file of [BENCHMARK, TABLES, FINDINGS])
      expect(
        problems.some((p) => p.startsWith(file)),
        file,
      ).toBe(true);
  });
});

describe('files that belong together', () => {
  test('a CSV without an entry in tables.yaml', async () => {
    const { problems } = await loadProject({ 'data/mini/published/table-9.csv': () => 'row,group\n' });
    expect(problems).toEqual([
      'data/mini/published/table-9.csv  tables.yaml has no entry for it; add an entry table-9 or remove the file',
    ]);
  });

  test('an entry in tables.yaml without a CSV', async () => {
    const { problems } = await loadProject({ [CSV]: () => null });
    expect(problems).toEqual([
      `${CSV}  the file is missing; tables.yaml has an entry table-3: add the file or remove the entry`,
    ]);
  });

  test.each([
    [JUDGES, 'it lists every judge of the published tables'],
    [BENCHMARK, 'every folder of data/ is a benchmark; data/mini needs one'],
  ])('%s is missing', async (file, hint) => {
    expect((await loadProject({ [file]: () => null })).problems).toContain(`${file}  the file is missing; ${hint}`);
  });

  test('a benchmark of records alone needs neither tables nor findings', async () => {
    expect(await loadProject({ [TABLES]: () => null, [CSV]: () => null, [FINDINGS]: () => null })).toMatchObject({
      problems: [],
      data: { benchmarks: [{ tables: {}, findings: [] }] },
    });
  });

  test('a table without tables.yaml is still named', async () => {
    const { problems } = await loadProject({ [TABLES]: () => null, [FINDINGS]: () => null });
    expect(problems).toEqual([`${CSV}  tables.yaml has no entry for it; add an entry table-3 or remove the file`]);
  });

  test('a benchmark may bring judges of its own, under names that are still free', async () => {
    const own = 'data/mini/judges.yaml';
    const coin =
      'judges:\n  - { id: coin, name: Coin, organisation: us, family: None, access: program, thinking: never, aliases: [Coin] }\n';
    const csv = (s: string) => `${s}Coin,,judge,coin,,1,2\n`;
    const sound = await loadProject({ [own]: () => coin, [CSV]: csv });
    expect(sound.problems).toEqual([]);
    expect(sound.data.judges.map((j) => j.id)).toEqual(['alpha-7b', 'beta-pro', 'coin']);
    const taken = await loadProject({ [own]: () => coin.replace('id: coin', 'id: beta-pro') });
    expect(taken.problems).toEqual([
      `${own}:2  judges.0: two judges have this id; found "beta-pro"; an id or printed name belongs to one judge`,
    ]);
  });

  test('generated demonstration data needs neither tables nor findings', async () => {
    const files = {
      [BENCHMARK]: (s: string) => `${s}synthetic: true\n`,
      [TABLES]: () => null,
      [CSV]: () => null,
      [FINDINGS]: () => null,
    };
    expect((await loadProject(files)).problems).toEqual([]);
  });
});
