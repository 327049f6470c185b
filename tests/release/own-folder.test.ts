import fs from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { registerBench } from '../../scripts/commands/bench.ts';
import { registerBuild } from '../../scripts/commands/build.ts';
import { registerExport } from '../../scripts/commands/export.ts';
import { registerImport } from '../../scripts/commands/import.ts';
import { registerShapes } from '../../scripts/commands/shapes.ts';
import { run } from '../importers/command.ts';
import { scratch } from '../scratch.ts';
import { filesBelow, project, writeFiles } from './instances/project.ts';

const MINE = 'a thought of mine';

/** A project, and in it a folder with somebody's files. */
async function occupied(): Promise<{ readonly root: string; readonly folder: string }> {
  const root = await project();
  const folder = path.join(root, 'thesis');
  await fs.mkdir(folder);
  await fs.writeFile(path.join(folder, 'manifest.json'), '{"name": "an app of mine"}');
  await fs.writeFile(path.join(folder, 'chapter.md'), MINE);
  return { root, folder };
}

test.each(['build', 'export', 'shapes', 'import'])('%s writes into no folder that it did not make', async (command) => {
  const { root, folder } = await occupied();
  const before = await filesBelow(root);
  const run1 = path.join(root, 'data/mini/runs/one');
  const calls = {
    build: () => run(registerBuild, ['build', '--root', root, '--out', folder]),
    export: () => run(registerExport, ['export', run1, '--root', root, '--to', 'csv', '--out', folder, '--replace']),
    shapes: () => run(registerShapes, ['shapes', '--size', '1', '--out', folder]),
    import: () => run(registerImport, ['import', '--from', 'table', '--in', run1, '--out', folder, '--replace']),
  };
  const { code, err } = await calls[command as keyof typeof calls]();
  expect(code).toBeGreaterThan(0);
  expect(err).toContain(folder);
  expect(await fs.readFile(path.join(folder, 'chapter.md'), 'utf8')).toBe(MINE);
  expect(await filesBelow(root)).toEqual(before);
});

test('build does not take the project itself for a release', async () => {
  const root = await project();
  const before = await filesBelow(root);
  expect(await run(registerBuild, ['build', '--root', root, '--out', root])).toMatchObject({ code: 2 });
  expect(await filesBelow(root)).toEqual(before);
});

test('export overwrites an earlier export only when told to, and then leaves nothing of it', async () => {
  const root = await project();
  const out = path.join(root, 'exported');
  const exported = (to: string, ...more: string[]) =>
    run(registerExport, [
      'export',
      path.join(root, 'data/mini/runs/one'),
      '--root',
      root,
      '--to',
      to,
      '--out',
      out,
      ...more,
    ]);
  expect(await exported('csv')).toMatchObject({ code: 0 });
  const csv = await filesBelow(out);
  expect(await exported('parquet')).toMatchObject({ code: 2, err: expect.stringContaining('--replace') });
  expect(await filesBelow(out)).toEqual(csv);
  await fs.writeFile(path.join(out, 'notes.txt'), MINE);
  expect(await exported('parquet', '--replace')).toMatchObject({ code: 0 });
  const names = await filesBelow(out);
  expect(names.filter((name) => name.endsWith('.csv'))).toEqual([]);
  expect(names).toContain('judgments.parquet');
  expect(names).toContain('notes.txt');
});

test('bench overwrites no file but a report of its own', async () => {
  const file = path.join(await scratch(), 'package.json');
  await fs.writeFile(file, MINE);
  expect(await run(registerBench, ['bench', '--ingest', '1', '--out', file])).toMatchObject({ code: 2 });
  expect(await fs.readFile(file, 'utf8')).toBe(MINE);
});

test.runIf(process.platform === 'linux')('a folder that cannot be made is an error and no end of waiting', async () => {
  const root = await project();
  const at = '/proc/judgeboard/deep';
  const one = path.join(root, 'data/mini/runs/one');
  const ran = [
    await run(registerShapes, ['shapes', '--size', '1', '--out', at]),
    await run(registerBuild, ['build', '--root', root, '--out', at]),
    await run(registerExport, ['export', one, '--root', root, '--to', 'csv', '--out', at]),
  ];
  for (const { code, err } of ran) {
    expect(code).toBe(1);
    expect(err).toContain('/proc/judgeboard');
  }
});

test('build takes away what is of an earlier release or of one that was interrupted, and leaves what somebody else put there', async () => {
  const root = await project();
  const out = path.join(root, 'out');
  const build = () => run(registerBuild, ['build', '--root', root, '--out', out]);
  expect(await build()).toMatchObject({ code: 0 });
  const first = await filesBelow(out);
  // Some of these names look like hashes.
  const dated = ['202511.csv', 'scores.202511261530.csv', '202511261530.csv', 'mine/202511261530.csv'];
  const mine = ['CNAME', 'mine/notes.md', 'mini/my.partial', 'facade.png', 'mini/decade.md', ...dated];
  await writeFiles(out, new Map(mine.map((name) => [name, MINE])));
  await writeFiles(out, new Map([['mini/old.0123456789ab.json.partial', 'half']]));
  await fs.rm(path.join(root, 'data/mini/runs'), { recursive: true });
  expect(await build()).toMatchObject({ code: 0 });
  const second = await filesBelow(out);
  expect(second).toEqual(expect.arrayContaining(mine));
  const fresh = path.join(root, 'fresh');
  expect(await run(registerBuild, ['build', '--root', root, '--out', fresh])).toMatchObject({ code: 0 });
  expect(second.filter((name) => !mine.includes(name)).sort()).toEqual((await filesBelow(fresh)).sort());
  expect(first.length).toBeGreaterThan(second.length);
});
