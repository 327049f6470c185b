import { spawn } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { registerBuild } from '../../scripts/commands/build.ts';
import { registerExport } from '../../scripts/commands/export.ts';
import { registerImport } from '../../scripts/commands/import.ts';
import { registerPack } from '../../scripts/commands/pack.ts';
import { registerScore } from '../../scripts/commands/score.ts';
import { registerShapes } from '../../scripts/commands/shapes.ts';
import { run } from '../importers/command.ts';
import { scratch } from '../scratch.ts';
import { filesBelow, foreign, project, writeFiles } from './instances/project.ts';

const HERE = path.resolve(import.meta.dirname, '../..');
const MINE = 'a thought of mine';

const MAPPING = `run: { benchmark: mini, judge: alpha, protocol: pairwise }
tables: [{ files: votes.csv, kind: judgments, columns: { instance: item, verdict: winner } }]
`;

/** A folder with a table of votes and its mapping, and how to import it to a place. */
async function votes(rows = 2) {
  const folder = await scratch();
  const input = path.join(folder, 'raw');
  const table = ['item,winner', ...Array.from({ length: rows }, (_, i) => `p${i},a`), ''].join('\n');
  await writeFiles(input, new Map([['votes.csv', table]]));
  await writeFiles(folder, new Map([['mapping.yaml', MAPPING]]));
  const args = (out: string, ...more: string[]) => {
    const mapping = path.join(folder, 'mapping.yaml');
    return ['import', '--from', 'table', '--in', input, '--mapping', mapping, '--out', out, ...more];
  };
  return { folder, input, args, imported: (...given: [string, ...string[]]) => run(registerImport, args(...given)) };
}

const RUN_FILES = ['import.json', 'judgments.jsonl', 'run.yaml'];

test.each(['import', 'export', 'build', 'shapes', 'pack'])('%s with an empty --out is wrong usage', async (command) => {
  const { args } = await votes();
  const root = await project();
  const calls = {
    import: () => run(registerImport, args('')),
    export: () => run(registerExport, ['export', '--root', root, '--to', 'csv', '--out', '', root]),
    build: () => run(registerBuild, ['build', '--root', root, '--out', '']),
    shapes: () => run(registerShapes, ['shapes', '--size', '1', '--out', '']),
    pack: () => run(registerPack, ['pack', '--out', '']),
  };
  const { code, err } = await calls[command as keyof typeof calls]();
  expect({ code, err }).toEqual({ code: 2, err: expect.stringContaining('a path is needed') });
});

test('import replaces what an import wrote, and refuses with names where there is more', async () => {
  const { folder, imported } = await votes();
  const out = path.join(folder, 'run');
  expect(await imported(out)).toMatchObject({ code: 0 });
  expect(await imported(out, '--replace')).toMatchObject({ code: 0 });
  await writeFiles(out, new Map([['media/one.png', MINE]]));
  await writeFiles(out, new Map([['notes.md', MINE]]));
  const before = await filesBelow(out);
  const { code, err } = await imported(out, '--replace');
  expect({ code, err }).toEqual({ code: 2, err: expect.stringContaining('no import wrote: media, notes.md') });
  expect(await filesBelow(out)).toEqual(before);
});

test('import replaces no run folder that somebody wrote, and not what it reads', async () => {
  const { folder, imported, input } = await votes();
  const byHand = path.join(folder, 'hand');
  await writeFiles(byHand, new Map([['run.yaml', 'run: mine']]));
  expect(await imported(byHand, '--replace')).toMatchObject({ code: 2, err: expect.stringContaining('import.json') });
  expect(await fs.readFile(path.join(byHand, 'run.yaml'), 'utf8')).toBe('run: mine');
  await writeFiles(folder, new Map([['run.yaml', 'run: mine']]));
  expect(await imported(folder, '--replace')).toMatchObject({ code: 2, err: expect.stringContaining('--in') });
  expect(await filesBelow(input)).toEqual(['votes.csv']);
});

test('an import that could not name its run can be done again', async () => {
  const { folder, imported } = await votes();
  const out = path.join(folder, 'run');
  expect(await imported(out, '--judge', '')).toMatchObject({ code: 1, err: expect.stringContaining('--judge') });
  expect(await imported(out)).toMatchObject({ code: 2, err: expect.stringContaining('--replace') });
  expect(await imported(out, '--replace')).toMatchObject({ code: 0 });
});

test('a run folder among the files that are read is not read again', async () => {
  const { input, imported } = await votes();
  const out = path.join(input, 'run');
  const first = await imported(out);
  expect(await imported(out, '--replace')).toEqual(first);
});

test('a link to a run folder stays one; one that leads nowhere is refused', async () => {
  const { folder, imported } = await votes();
  const [real, link, lost] = ['real', 'link', 'lost'].map((name) => path.join(folder, name)) as [
    string,
    string,
    string,
  ];
  await imported(real);
  await fs.symlink(real, link);
  expect(await imported(link, '--replace')).toMatchObject({ code: 0 });
  expect((await fs.lstat(link)).isSymbolicLink()).toBe(true);
  expect((await filesBelow(real)).sort()).toEqual(RUN_FILES);
  await fs.symlink(path.join(folder, 'nowhere'), lost);
  expect(await imported(lost)).toMatchObject({ code: 2, err: expect.stringContaining('leads nowhere') });
});

test('a name that no disk can hold is told in a sentence', async () => {
  const { folder, imported } = await votes();
  const { code, err } = await imported(path.join(folder, 'x'.repeat(300)));
  expect({ code, err }).toEqual({ code: 1, err: expect.stringContaining('longer than the disk can hold') });
});

test('an import that is stopped leaves nothing, and one that was killed what no build reads and the next one removes', async () => {
  const { folder, args } = await votes(60_000);
  const runs = path.join(folder, 'runs');
  const out = path.join(runs, 'big');
  for (const signal of ['SIGINT', 'SIGKILL'] as const) {
    const child = spawn(process.execPath, [path.join(HERE, 'scripts/cli.ts'), ...args(out)], { stdio: 'ignore' });
    const ended = once(child, 'exit');
    await expect.poll(() => fs.readdir(runs).catch(() => []), { timeout: 300_000, interval: 20 }).toHaveLength(1);
    child.kill(signal);
    await ended;
    const left = await fs.readdir(runs);
    if (signal === 'SIGINT') expect({ left, code: child.exitCode }).toEqual({ left: [], code: 130 });
    else expect(left).toEqual([expect.stringMatching(/^\.big\.writing-/)]);
  }
  expect(await run(registerImport, args(out))).toMatchObject({ code: 0 });
  expect(await fs.readdir(runs)).toEqual(['big']);
});

test('two imports to one place: one is refused', async () => {
  const { folder, args } = await votes(20_000);
  const out = path.join(folder, 'run');
  const ends = [0, 1].map(async () => {
    const child = spawn(process.execPath, [path.join(HERE, 'scripts/cli.ts'), ...args(out)], { stdio: 'ignore' });
    const [code] = await once(child, 'exit');
    return Number(code);
  });
  const codes = (await Promise.all(ends)).sort();
  expect(codes[0]).toBe(0);
  expect(codes[1]).toBeGreaterThan(0);
  expect((await filesBelow(out)).sort()).toEqual(RUN_FILES);
});

test('export overwrites nothing that no export wrote, and what a killed one left is no hindrance', async () => {
  const root = await project();
  const out = path.join(root, 'exported');
  const one = path.join(root, 'data/mini/runs/one');
  const exported = (...more: string[]) =>
    run(registerExport, ['export', one, '--root', root, '--to', 'csv', '--out', out, ...more]);
  await writeFiles(out, new Map([['.writing-999999999-0123abcd/judgments.csv', 'half']]));
  expect(await exported()).toMatchObject({ code: 0 });
  expect(await filesBelow(out)).not.toContain('.writing-999999999-0123abcd/judgments.csv');
  const list = path.join(out, '.judgeboard-export');
  const names = (await fs.readFile(list, 'utf8')).split('\n').filter((name) => name !== 'judgments.csv');
  await fs.writeFile(list, names.join('\n'));
  await writeFiles(out, new Map([['judgments.csv', MINE]]));
  const { code, err } = await exported('--replace');
  expect({ code, err }).toEqual({ code: 1, err: expect.stringMatching(/judgments\.csv {2}in the way/) });
  expect(await fs.readFile(path.join(out, 'judgments.csv'), 'utf8')).toBe(MINE);
});

test('export takes scores with a byte order mark, and none for other formats', async () => {
  const root = await project();
  const one = path.join(root, 'data/mini/runs/one');
  const scores = path.join(root, 'scores.json');
  await fs.writeFile(scores, '\uFEFF{"scores": []}');
  const exported = (to: string) =>
    run(registerExport, ['export', one, '--root', root, '--to', to, '--out', path.join(root, to), '--scores', scores]);
  expect(await exported('every-eval-ever')).toMatchObject({ code: 0 });
  expect(await exported('csv')).toMatchObject({ code: 2, err: expect.stringContaining('--scores') });
});

test('runs of one name on two benchmarks are told apart in scores, and an export takes its own', async () => {
  const root = await project(foreign(1));
  const folders = ['mini', 'foreign-1'].map((id) => path.join(root, 'data', id, 'runs/one'));
  const printed = await run(registerScore, ['score', ...folders, '--root', root]);
  expect(printed.out.split('\n')[0]).toMatch(/^benchmark +run +metric/);
  const { out: text } = await run(registerScore, ['score', ...folders, '--root', root, '--json']);
  const { scores } = JSON.parse(text) as { scores: { benchmark: string; value: number | null }[] };
  const ofMini = scores.filter(({ benchmark, value }) => benchmark === 'mini' && value !== null);
  expect(ofMini.length).toBeLessThan(scores.length);
  const file = path.join(root, 'scores.json');
  await fs.writeFile(file, text);
  const to = path.join(root, 'eee');
  const [one = ''] = folders;
  const args = ['export', one, '--root', root, '--to', 'every-eval-ever', '--out', to, '--scores', file];
  expect(await run(registerExport, args)).toMatchObject({ code: 0, err: '' });
  const [name = ''] = (await filesBelow(to)).filter((own) => own.endsWith('.json'));
  const { evaluation_results: results } = JSON.parse(await fs.readFile(path.join(to, name), 'utf8'));
  expect(results).toHaveLength(ofMini.length);
});
