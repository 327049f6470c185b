import { type ChildProcess, spawn } from 'node:child_process';
import fs from 'node:fs';
import http from 'node:http';
import path from 'node:path';
import { expect, test, vi } from 'vitest';
import { registerPack } from '../../scripts/commands/pack.ts';
import { packSite } from '../../scripts/pack/pack-site.ts';
import { run } from '../importers/command.ts';
import { archiveOf } from '../release/texts/made.ts';
import { scratchFolder } from '../scratch.ts';

const scratch = scratchFolder();

/** The address in the first words of the command, and what it complains of; it is ended afterwards. */
async function addressOf<T>(child: ChildProcess, use: (address: string, err: () => string) => Promise<T>): Promise<T> {
  let err = '';
  try {
    const said = await new Promise<string>((resolve, reject) => {
      child.stdout?.once('data', (chunk: Buffer) => resolve(String(chunk)));
      child.stderr?.on('data', (chunk: Buffer) => {
        err += String(chunk);
      });
      child.once('close', () => reject(new Error(err)));
    });
    return await use(/http:\S+/.exec(said)?.[0] ?? '', () => err);
  } finally {
    child.kill();
  }
}

/** The project's own command. */
function withView<T>(args: readonly string[], use: (address: string, err: () => string) => Promise<T>): Promise<T> {
  const cli = path.join(import.meta.dirname, '../../scripts/cli.ts');
  return addressOf(spawn(process.execPath, [cli, 'view', ...args, '--port', '0', '--no-open'], { stdio: 'pipe' }), use);
}

/** Where this version's package is written below a folder. */
function placeOfPackage(out: string): string {
  const { version } = JSON.parse(fs.readFileSync(path.join(import.meta.dirname, '../../package.json'), 'utf8'));
  return path.join(out, `judgeboard-${version}.tgz`);
}

/** Puts an earlier package of the command there. */
async function standingPackage(out: string): Promise<string> {
  const file = placeOfPackage(out);
  await archiveOf(file, new Map([['package.json', '{"name":"judgeboard"}']]), 'package/');
  return file;
}

const status = (address: string, host: string): Promise<number> =>
  new Promise((resolve, reject) => {
    http
      .get(address, { headers: { host } }, (response) => {
        response.resume();
        resolve(response.statusCode ?? 0);
      })
      .on('error', reject);
  });

test('view serves the files under their names, to this machine and under its own name only', async () => {
  const site = path.join(scratch, 'site');
  const run = path.join(scratch, 'run');
  for (const folder of [site, run]) fs.mkdirSync(folder);
  fs.writeFileSync(path.join(site, 'index.html'), '<!doctype html>');
  fs.writeFileSync(path.join(run, 'run.yaml'), 'run: r\n');
  fs.writeFileSync(path.join(run, 'judgments.jsonl'), '{}\n');
  fs.writeFileSync(path.join(site, '_headers'), '/*\n  X-Frame-Options: DENY\n');
  // A link to a file that was given is followed, one to any other is not; another folder of the same name stands beside the first.
  fs.symlinkSync(path.join(run, 'run.yaml'), path.join(run, 'link.yaml'));
  fs.symlinkSync(path.join(site, 'index.html'), path.join(run, 'out.yaml'));
  const twin = path.join(scratch, 'twin', 'run');
  fs.mkdirSync(twin, { recursive: true });
  fs.writeFileSync(path.join(twin, 'run.yaml'), 'run: other\n');
  await withView([run, twin, '--site', site], async (address, err) => {
    expect(err()).toContain('out.yaml: left out, since it is no file, or a link');
    expect(address).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/your-results\/\?view=[0-9a-f]{32}$/);
    const folder = new URL(`../own-files/${new URL(address).searchParams.get('view')}/`, address);
    const list = new URL('list.json', folder);
    const listed = await fetch(list);
    expect(listed.headers.get('x-frame-options')).toBe('DENY');
    const names = (await listed.json()) as string[];
    expect(names.toSorted()).toEqual(['2/run/run.yaml', 'run/judgments.jsonl', 'run/link.yaml', 'run/run.yaml']);
    const other = names.indexOf('2/run/run.yaml');
    expect(await (await fetch(new URL(String(other), folder))).text()).toBe('run: other\n');
    const place = names.indexOf('run/run.yaml');
    expect(await (await fetch(new URL(String(place), folder))).text()).toBe('run: r\n');
    expect((await fetch(new URL('4', folder))).status).toBe(404);
    expect((await fetch(new URL('..%2fsite%2findex.html', folder))).status).toBe(404);
    // Without the token, or with another, there is nothing.
    for (const guess of ['list.json', '0', 'undefined/list.json', `${'0'.repeat(32)}/list.json`])
      expect((await fetch(new URL(`../${guess}`, folder))).status).toBe(404);
    // A link that is put in the place of a file since leads nowhere.
    fs.rmSync(path.join(run, 'judgments.jsonl'));
    fs.symlinkSync(path.join(site, 'index.html'), path.join(run, 'judgments.jsonl'));
    expect((await fetch(new URL(String(names.indexOf('run/judgments.jsonl')), folder))).status).toBe(404);
    expect(await status(list.href, 'evil.example')).toBe(404);
  });
});

test('a path that is not there is wrong usage', async () => {
  await expect(withView([path.join(scratch, 'nowhere')], async () => undefined)).rejects.toThrow(
    /there is no .*nowhere/,
  );
});

test('the packed package serves its own site by npx, in an empty folder, without network and without any other package', async () => {
  const [site, empty, file] = ['packed-site', 'empty', 'mine.csv'].map((name) => path.join(scratch, name)) as [
    string,
    string,
    string,
  ];
  for (const folder of [site, empty]) fs.mkdirSync(folder);
  fs.writeFileSync(path.join(site, 'index.html'), '<!doctype html><title>packed</title>');
  fs.writeFileSync(file, 'id,winner\n1,a\n');
  // A package that stands there is replaced.
  const standing = await standingPackage(scratch);
  const tarball = await packSite(site, scratch);
  expect(tarball).toBe(standing);
  const args = ['--yes', '--offline', '--package', tarball, 'judgeboard', 'view', file, '--port', '0', '--no-open'];
  const env = { ...process.env, npm_config_cache: path.join(scratch, 'npm'), npm_config_loglevel: 'error' };
  const child = spawn('npx', args, { cwd: empty, env, stdio: 'pipe', detached: true });
  try {
    await addressOf(child, async (address) => {
      expect(await (await fetch(new URL('../', address))).text()).toContain('packed');
      const token = new URL(address).searchParams.get('view');
      const first = await fetch(new URL(`../own-files/${token}/0`, address));
      expect(await first.text()).toBe('id,winner\n1,a\n');
    });
  } finally {
    // npx starts a process of its own.
    if (child.pid !== undefined) process.kill(-child.pid);
  }
});

test('a disk that is full when the package is written leaves the one that stood there, and nothing beside it', async () => {
  const [site, out] = [path.join(scratch, 'whole-site'), path.join(scratch, 'full')];
  for (const folder of [site, out]) fs.mkdirSync(folder);
  fs.writeFileSync(path.join(site, 'index.html'), '<!doctype html>');
  const earlier = await standingPackage(out);
  const before = fs.readFileSync(earlier);
  const copyFile = fs.promises.copyFile;
  const full = vi.spyOn(fs.promises, 'copyFile').mockImplementation(async (from, to) => {
    if (!String(to).startsWith(out)) return copyFile(from, to);
    fs.writeFileSync(to, 'half');
    throw Object.assign(new Error('full'), { code: 'ENOSPC', path: String(to) });
  });
  try {
    const { code, err } = await run(registerPack, ['pack', '--site', site, '--out', out]);
    expect(code).toBe(1);
    expect(err).toContain('The disk is full');
  } finally {
    full.mockRestore();
  }
  expect(fs.readdirSync(out)).toEqual([path.basename(earlier)]);
  expect(fs.readFileSync(earlier).equals(before)).toBe(true);
});

test.each([
  ['text', (file: string) => fs.promises.writeFile(file, 'a thought of mine')],
  ['another package', (file: string) => archiveOf(file, new Map([['package.json', '{"name":"other"}']]), 'package/')],
  ['a folder', (file: string) => fs.promises.mkdir(file)],
])("pack leaves somebody's own file in the place of its tarball: %s", async (_, write) => {
  const [site, out] = [scratchFolder(), scratchFolder()];
  fs.writeFileSync(path.join(site, 'index.html'), '<!doctype html>');
  const mine = placeOfPackage(out);
  await write(mine);
  const before = fs.statSync(mine);
  const { code, err } = await run(registerPack, ['pack', '--site', site, '--out', out]);
  expect({ code, err }).toEqual({ code: 2, err: expect.stringContaining('is no package of this command') });
  expect(fs.statSync(mine)).toMatchObject({ ino: before.ino, mtimeMs: before.mtimeMs });
});
