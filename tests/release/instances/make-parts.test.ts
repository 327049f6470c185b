import fs from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { buildRelease } from '../../../src/release/build.ts';
import { SILENT } from '../../../src/release/progress.ts';
import { scratch } from '../../scratch.ts';
import { built, foreign, project, readBuilt } from './project.ts';

const twoMore = () => project({ ...foreign(1), ...foreign(2) });

/** Names, sizes and hashes of a benchmark's files, but of the database, which holds random ids, and of what names the release. */
const filesOf = (files: Awaited<ReturnType<typeof built>>['files'], id: string) =>
  files
    .filter(({ path: name }) => name.startsWith(`${id}/`) && !/duckdb|croissant/.test(name))
    .map(({ path: name, bytes, sha256 }) => [name, bytes, sha256]);

test('benchmarks that are built side by side come out as each does alone', async () => {
  const steps: string[] = [];
  const root = await twoMore();
  const out = await scratch();
  await buildRelease(root, out, { progress: { ...SILENT, step: (name) => steps.push(name) } });
  const together = await readBuilt(out);
  expect(steps.filter((name) => name.startsWith('Reading')).sort()).toEqual([
    'Reading Foreign 1',
    'Reading Foreign 2',
    'Reading Mini',
  ]);
  const alone = await project(foreign(2));
  await fs.rm(path.join(alone, 'data/mini'), { recursive: true });
  const files = filesOf((await built(alone)).files, 'foreign-2');
  expect(files.length).toBeGreaterThan(10);
  expect(filesOf(together.files, 'foreign-2')).toEqual(files);
});

test('problems of each are told in the order of the benchmarks', async () => {
  const root = await twoMore();
  for (const id of ['foreign-2', 'mini'])
    await fs.appendFile(path.join(root, `data/${id}/runs/one/judgments.jsonl`), '{"instance":1}\n');
  const { problems, release } = await buildRelease(root, await scratch());
  expect(release).toBeNull();
  expect(problems[0]?.file).toMatch(/^data\/mini/);
  expect(problems.at(-1)?.file).toMatch(/^data\/foreign-2/);
});

test('what a thread cannot do is thrown with its reason, and nothing is published', async () => {
  const root = await twoMore();
  const out = await scratch();
  await fs.mkdir(path.join(root, '.cache'), { recursive: true });
  await fs.symlink(path.join(root, 'nowhere', 'at', 'all'), path.join(root, '.cache', 'release'));
  await expect(buildRelease(root, out)).rejects.toMatchObject({ code: expect.stringMatching(/^E[A-Z]+$/) });
  expect(await fs.readdir(out)).toEqual([]);
});
