import { createHash } from 'node:crypto';
import fs from 'node:fs/promises';
import path from 'node:path';
import { gunzipSync } from 'node:zlib';
import { beforeAll, expect, test } from 'vitest';
import { publishRelease } from '../../../src/release/publish.ts';
import { nightly } from '../../drawn.ts';
import { scratch } from '../../scratch.ts';
import { type BuiltRelease, built, foreign, project } from './project.ts';

const COUNT = 10;

/** Everything that the release leads to, read with nothing of the site's own code but its names. */
async function expectWhole({ out, manifest, files }: BuiltRelease): Promise<void> {
  for (const file of files) {
    const bytes = await fs.readFile(path.join(out, file.path));
    const inflated = file.inflated === undefined ? bytes : gunzipSync(bytes);
    const found = createHash('sha256').update(inflated).digest('hex');
    expect([file.path, bytes.length, found]).toEqual([file.path, file.bytes, file.sha256]);
  }
  for (const { id, instances: data } of manifest.benchmarks) {
    if (data === null) throw new Error(`${id} has no instances`);
    const { path: named, index, packs } = data.cases;
    await fs.access(path.join(out, named.replace('*.jsonl.gz', `index.${index}.bin`)));
    for (const [k, hash] of (packs.match(/.{12}/g) ?? []).entries()) {
      const bytes = await fs.readFile(path.join(out, named.replace('*', `${k}.${hash}`)));
      expect(createHash('sha256').update(bytes).digest('hex').slice(0, 12)).toBe(hash);
    }
  }
}

nightly(test)('many foreign benchmarks are all in the release, also when built again', async () => {
  const root = await project(Object.assign({}, ...Array.from({ length: COUNT }, (_, k) => foreign(k))));
  for (let round = 0; round < 2; round++) {
    const release = await built(root);
    const ids = release.manifest.benchmarks.filter(({ instances: data }) => data !== null).map(({ id }) => id);
    expect(ids).toHaveLength(COUNT + 1);
    await expectWhole(release);
  }
});

let root: string;
let release: BuiltRelease;
beforeAll(async () => {
  root = await project();
  release = await built(root);
});

test('a file of the last release that was damaged is written anew', async () => {
  const database = path.join(release.out, release.manifest.benchmarks[0]?.instances?.database ?? '');
  const sound = await fs.readFile(database);
  await fs.writeFile(database, Buffer.alloc(sound.length));
  await expectWhole(await built(root));
});

test('a release that cannot be read back does not go live', async () => {
  const { out, manifest, files } = release;
  const next = await scratch();
  await fs.cp(out, next, { recursive: true });
  const lost = files.find(({ path: name }) => name.includes('gold.'))?.path ?? '';
  await fs.rm(path.join(next, lost));
  const target = await scratch();
  expect(await publishRelease([next], target, { manifest, files })).toEqual([{ name: lost, reason: 'is missing' }]);
  await expect(fs.access(path.join(target, 'manifest.json'))).rejects.toThrow();
});
