import fs from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { registerBuild } from '../../../scripts/commands/build.ts';
import { drawn } from '../../drawn.ts';
import { run } from '../../importers/command.ts';
import { scratch } from '../../scratch.ts';
import {
  built,
  filesBelow,
  gold,
  instances,
  judge,
  judgments,
  lines,
  project,
  query,
  readBuilt,
  runYaml,
} from './project.ts';

/** What a release says: its files byte for byte, but for its databases, which hold random ids and are read table by table. */
async function saysOf(out: string) {
  const names = (await filesBelow(out)).filter((name) => !/duckdb|manifest|^files\./.test(name));
  const bytes = await Promise.all(names.map(async (name) => [name, await fs.readFile(path.join(out, name), 'base64')]));
  const { manifest } = await readBuilt(out);
  const { files: _, list: __, ...told } = manifest;
  const tables = [];
  for (const benchmark of manifest.benchmarks)
    for (const table of ['runs', 'instances', 'judges', 'responses', 'gold', 'run_gold', 'judgments', 'contributions'])
      tables.push(await query({ out, manifest: { ...manifest, benchmarks: [benchmark] } }, `FROM ${table}`));
  return { told, bytes, tables: JSON.stringify(tables, (_key, v) => (typeof v === 'bigint' ? String(v) : v)) };
}

const own = (k: number, from: number) => ({
  [`data/mini/runs/own-${k}/run.yaml`]: `${runYaml(`own-${k}`, 'alpha')}repeats: 2\nvariant: v${k}\n`,
  [`data/mini/runs/own-${k}/judgments.jsonl`]: lines(
    judgments(40, `Own ${k}`).flatMap((row) => [0, 1].map((repeat) => ({ ...row, repeat }))),
  ),
  [`data/mini/runs/own-${k}/instances.jsonl`]: lines([
    {
      instance: `only-${k}`,
      split: 'easy',
      prompt: 'Only here',
      attributes: { [k === 1 ? 'Colour' : 'colour']: 'red' },
    },
    ...[from, from + 1].map((n) => ({ instance: `new-${n}`, split: 'easy', prompt: `New ${n}` })),
    ...instances(40).map(({ media: _, ...row }) => row),
  ]),
  [`data/mini/runs/own-${k}/gold.jsonl`]: lines(gold(40 - k)),
});

/** A benchmark of runs with cases, labels and names of attributes that no other has, some of one name, a run that is refused, and one with answers that are. */
const root = () =>
  project({
    ...own(1, 3),
    ...own(2, 1),
    ...own(3, 2),
    'data/mini/judges.yaml': `judges:\n${judge('delta')}`,
    'data/mini/runs/again/run.yaml': runYaml('one', 'delta'),
    'data/mini/runs/bad/run.yaml': runYaml('bad', 'delta'),
    'data/mini/runs/bad/judgments.jsonl': lines([
      { instance: 'nobody', verdict: 'a', parse: 'ok' },
      ...judgments(9, 'x'),
    ]),
  });

const command = (folder: string, ...args: string[]) =>
  run(registerBuild, ['build', '--offline', '--keep-going', '--root', folder, ...args]);

/** Makes the parts of a project, the last first. Gives their folders. */
async function parts(folder: string, of: number): Promise<string[]> {
  const above = await scratch();
  const made = [];
  for (let part = of; part > 0; part--) {
    const out = path.join(above, String(part));
    const { code, out: said, err } = await command(folder, '--part', `${part}/${of}`, '--out', out);
    expect([code > 1, said], err).toEqual([false, expect.stringContaining(`Part ${part}/${of} in ${out}`)]);
    made.push(out);
  }
  return made;
}

async function merged(folder: string, folders: readonly string[]) {
  await fs.rm(path.join(folder, '.cache'), { recursive: true, force: true });
  const to = path.join(await scratch(), 'out');
  return { to, ...(await command(folder, '--out', to, '--merge', ...folders)) };
}

const COUNTS = drawn([1, 2, 4, 7], [4]);

test(`parts, ${COUNTS.join(' or ')} of them, in whatever order, make the release of one machine`, async () => {
  const folder = await root();
  const whole = await saysOf((await built(folder, 'keep-going')).out);
  expect(whole.told.benchmarks.map(({ instances: found }) => found?.runs)).toEqual([6]);
  expect(whole.tables).toContain('"instance":"new-4"');
  for (const of of COUNTS) {
    const found = await merged(
      folder,
      (await parts(folder, of)).toSorted(() => (of % 2 === 0 ? 1 : -1)),
    );
    expect(found.err, `${of}`).toContain('another run has this name');
    expect(await saysOf(found.to), `${of} parts`).toEqual(whole);
  }
});

test('parts that do not make a whole are refused, and nothing is written', async () => {
  const folder = await root();
  const [second = '', first = ''] = await parts(folder, 2);
  const says = async (...folders: string[]): Promise<string> => {
    const found = await merged(folder, folders);
    expect(await fs.readdir(path.dirname(found.to))).toEqual([]);
    expect([found.code, found.err]).toEqual([1, expect.stringContaining('nothing was written')]);
    return found.err;
  };
  const changed = async (from: string, name: string, change: (bytes: Buffer) => Buffer | null): Promise<string> => {
    const copy = await scratch();
    await fs.cp(from, copy, { recursive: true });
    const bytes = change(await fs.readFile(path.join(copy, name)));
    if (bytes === null) await fs.rm(path.join(copy, name));
    else await fs.writeFile(path.join(copy, name), bytes);
    return copy;
  };
  const flipped = (bytes: Buffer): Buffer => {
    const place = Math.floor(bytes.length / 2);
    return Buffer.from(bytes.map((byte, i) => (i === place ? byte ^ 1 : byte)));
  };
  const half = (bytes: Buffer): Buffer => bytes.subarray(0, bytes.length / 2);
  const texts = (change: (text: string) => string) => (bytes: Buffer) => Buffer.from(change(String(bytes)));
  expect(await says(first)).toContain('1 part of 2 missing: 2/2; name the folders of all parts');
  expect(await says(first, second, first)).toContain(`is the same part as ${first}; found "1/2"`);
  expect(await says(first, await scratch())).toContain('part.json  is not there');
  const file = 'mini/judgments.parquet';
  expect(await says(first, await changed(second, file, half))).toMatch(/judgments\.parquet {2}has \d+ bytes and not/);
  expect(await says(first, await changed(second, file, flipped))).toContain('holds other bytes than were written');
  expect(await says(first, await changed(second, file, () => null))).toContain('judgments.parquet  is missing');
  expect(await says(first, await changed(second, 'part.json', half))).toContain('is cut off, or holds other');
  const counted = texts((text) => text.replace(/accepted":\d/, 'accepted":0'));
  expect(await says(first, await changed(second, 'part.json', counted))).toContain('is cut off, or holds other');
  const older = texts((text) => text.replace(/"version":"..../, '"version":"0000'));
  expect(await says(first, await changed(second, 'part.json', older))).toContain('another version of the code');
  const [, , , third = ''] = await parts(folder, 4);
  expect(await says(first, second, third)).toContain('is a part of another number; found "1/4"; expected …/2');
  await fs.appendFile(
    path.join(folder, 'data/mini/gold.jsonl'),
    lines([{ instance: 'i1', kind: 'correct', value: 'a' }]),
  );
  expect(await says(first, second)).toContain('was made of other inputs; found "mini"');
});
