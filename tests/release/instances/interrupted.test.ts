import { spawn } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { filesOfSet } from '../../../src/schema/packs.ts';
import { drawn } from '../../drawn.ts';
import { expectSame } from '../../same.ts';
import { scratch } from '../../scratch.ts';
import { instances, lines, project, readBuilt, writeFiles } from './project.ts';

const HERE = path.resolve(import.meta.dirname, '../../..');

/** Cases of the benchmark that is built. */
const CASES = 300;
/** Files of a release that is published. */
const FILES = 400;
/** Milliseconds in which every process ends by itself, on a slow machine with other work too. */
const NEVER = 600_000;

/** Runs our own process and kills it after so many milliseconds. Gives how long it took; null where it was killed. */
async function runFor(args: readonly string[], limit: number): Promise<number | null> {
  const started = performance.now();
  const child = spawn(process.execPath, args, { cwd: HERE, stdio: 'ignore' });
  const ended = once(child, 'exit');
  const stop = new AbortController();
  await Promise.race([ended, wait(limit, null, { signal: stop.signal }).catch(() => null)]);
  stop.abort();
  const took = child.exitCode === null ? null : performance.now() - started;
  child.kill('SIGKILL');
  await ended;
  return took;
}

/** Everything that the manifest in `out` leads to is there, whole. */
async function expectWhole(out: string): Promise<string> {
  const { manifest, files } = await readBuilt(out);
  for (const { path: name, bytes } of files)
    expect([name, (await fs.stat(path.join(out, name))).size]).toEqual([name, bytes]);
  const [first] = manifest.benchmarks;
  for (const set of [first?.instances?.cases, first?.instances?.lines])
    for (const name of set === undefined ? [''] : filesOfSet(set)) await fs.access(path.join(out, name));
  return manifest.release;
}

test('a build that is killed leaves the last good release or the new one, never a mixture', async () => {
  const root = await project({}, CASES);
  const out = path.join(root, 'public', 'data');
  const build = ['scripts/cli.ts', 'build', '--root', root, '--out', out];
  const change = (to: string): Promise<void> => {
    const changed = instances(CASES).map((row) => ({ ...row, prompt: `${String(row['prompt'])} ${to}` }));
    return writeFiles(root, new Map([['data/mini/instances.jsonl', lines(changed)]]));
  };
  // How long it takes on this machine, now; other work there may end meanwhile.
  let whole = (await runFor(build, NEVER)) ?? NEVER;
  const releases = new Set([await expectWhole(out)]);
  let interrupted = 0;
  for (const share of drawn([0.2, 0.4, 0.55, 0.7, 0.85, 1], [0.7])) {
    await change(String(share));
    const took = await runFor(build, share * whole);
    if (took === null) interrupted++;
    else whole = took;
    releases.add(await expectWhole(out));
  }
  expect(interrupted).toBeGreaterThan(0);
  await change('last');
  expect(await runFor(build, NEVER)).not.toBeNull();
  expect(releases).not.toContain(await expectWhole(out));
  const left = await fs.readdir(path.join(root, '.cache'));
  expect(left.filter((name) => name.startsWith('next-')).length).toBeLessThanOrEqual(interrupted);
});

/** Publishes a release of many files and says when it begins. */
const PUBLISH = `
import { publishRelease } from ${JSON.stringify(path.join(HERE, 'src/release/publish.ts'))};
const [next, out] = process.argv.slice(-2);
await publishRelease([next], out, null);
`;

test('publishing that is killed at any moment leaves a manifest whose files are all there', async () => {
  const folder = await scratch();
  const out = path.join(folder, 'out');
  const script = path.join(folder, 'publish.mts');
  await fs.writeFile(script, PUBLISH);
  let interrupted = 0;
  for (let round = 0; round < drawn(8, 3); round++) {
    const next = path.join(folder, `next-${round}`);
    const names = Array.from(
      { length: FILES },
      (_, i) => `${i % 7}/f.${(round * 10_000 + i).toString(16).padStart(12, '0')}.json`,
    );
    await writeFiles(next, new Map(names.map((name) => [name, name])));
    await fs.writeFile(path.join(next, 'manifest.json'), JSON.stringify(names));
    const took = await runFor([script, next, out], round === 0 ? NEVER : 60 + 30 * round);
    if (took === null) interrupted++;
    const listed: string[] = JSON.parse(await fs.readFile(path.join(out, 'manifest.json'), 'utf8'));
    expect(listed).toHaveLength(FILES);
    for (const name of listed) expectSame(await fs.readFile(path.join(out, name), 'utf8'), name);
  }
  expect(interrupted).toBeGreaterThan(0);
});
