import fs from 'node:fs';
import type { ServerResponse } from 'node:http';
import path from 'node:path';
import { beforeAll, expect, test, vi } from 'vitest';
import { registerBuild } from '../../../scripts/commands/build.ts';
import { registerFetch, registerFigures } from '../../../scripts/commands/fetch.ts';
import { SILENT } from '../../../src/release/progress.ts';
import { fetchByDefault } from '../../../src/release/texts/by-default.ts';
import type { Manifest } from '../../../src/schema/release.ts';
import { type Ran, run } from '../../importers/command.ts';
import { scratch } from '../../scratch.ts';
import { makeProject, served, sourceFiles, sourceYaml, tree, writeSource } from './made.ts';

const FILES = sourceFiles();
const [FIRST = '', SECOND = ''] = [...FILES.keys()];
const PART = `by_default:\n  about: reasons of one\n  files: [${path.posix.dirname(FIRST)}/]\n`;

/** A project whose figures are committed and whose texts are elsewhere. */
let committed: string;
beforeAll(async () => {
  committed = await scratch();
  await makeProject(committed, sourceYaml(FILES));
  await writeSource(path.join(committed, 'copy'), FILES);
  await run(registerFetch, ['fetch', 'made', '--root', committed, '--from', path.join(committed, 'copy')]);
  await run(registerFigures, ['figures', 'made', '--root', committed]);
  for (const made of ['copy', '.cache']) fs.rmSync(path.join(committed, made), { recursive: true });
});

const give = (name: string, response: ServerResponse): void => {
  const text = FILES.get(name);
  if (text === undefined) response.writeHead(404).end();
  else response.end(text);
};

/** A copy of the project whose texts lie at an address. */
async function projectAt(base: string, more = ''): Promise<string> {
  const root = await scratch();
  fs.cpSync(committed, root, { recursive: true });
  const source = sourceYaml(FILES, base).replace('runs:\n', `${more}runs:\n`);
  fs.writeFileSync(path.join(root, 'data/made/source.yaml'), source);
  return root;
}

const build = (root: string, ...args: string[]): Promise<Ran> =>
  run(registerBuild, ['build', '--root', root, '--out', path.join(root, 'out'), ...args]);

function textsOf(root: string): unknown {
  const manifest = JSON.parse(fs.readFileSync(path.join(root, 'out/manifest.json'), 'utf8')) as Manifest;
  const { present, part } = manifest.benchmarks[0]?.instances?.texts ?? {};
  return { present, part };
}

test('a build brings the texts, and the next one asks for nothing', async () => {
  const server = await served(give);
  const root = await projectAt(server.base);
  const first = await build(root);
  expect([first.code, first.out]).toEqual([0, expect.stringContaining('Texts of made: 2 files, 0 MB; Made up (CC0).')]);
  expect([server.asked.length, textsOf(root)]).toEqual([2, { present: true, part: undefined }]);
  const second = await build(root);
  await server.close();
  expect([second.code, server.asked.length]).toEqual([0, 2]);
  expect(second.out).not.toContain('Texts of made');
});

test('--offline asks for nothing, and says how the texts can be had', async () => {
  const server = await served(give);
  const root = await projectAt(server.base);
  const { code, out } = await build(root, '--offline');
  await server.close();
  expect([code, server.asked, textsOf(root)]).toEqual([0, [], { present: false, part: undefined }]);
  expect(out).toContain('judgeboard -- fetch made');
});

test('of a source that is too large a part is brought and said; fetch brings the rest, and it stays', async () => {
  const server = await served(give);
  const root = await projectAt(server.base, PART);
  const { out } = await build(root);
  expect(out).toContain('Texts of made: 1 file, 0 MB, reasons of one; Made up (CC0).');
  expect([server.asked, textsOf(root)]).toEqual([[FIRST], { present: true, part: 'reasons of one' }]);
  expect((await run(registerFetch, ['fetch', 'made', '--check', '--root', root])).err).toContain('are here in part');
  expect((await run(registerFetch, ['fetch', 'made', '--root', root])).out).toContain('1 of them there before');
  await build(root);
  await server.close();
  expect([server.asked, textsOf(root)]).toEqual([[FIRST, SECOND], { present: true, part: undefined }]);
});

test('a file that is another one: said in a line, and the next build goes on', async () => {
  let mended = false;
  const server = await served((name, response) => {
    if (name === FIRST && !mended) response.end(FILES.get(name)?.replace('kite', 'bird'));
    else give(name, response);
  });
  const root = await projectAt(server.base);
  const lines = await fetchByDefault(root, { progress: SILENT });
  const said = `${FIRST}: the file is another one: its hash differs`;
  expect(lines).toEqual([expect.stringContaining(`Texts of made: 1 of 2 files are here; ${said}`)]);
  expect(lines[0]).toContain('judgeboard fetch made tries again');
  mended = true;
  const before = server.asked.length;
  expect(await fetchByDefault(root, { progress: SILENT })).toEqual([expect.stringContaining('Made up (CC0).')]);
  await server.close();
  expect(server.asked.slice(before)).toEqual([FIRST]);
});

test('no network: one line, and the release is built without', async () => {
  const closed = await served(give);
  await closed.close();
  const root = await projectAt(closed.base);
  const { code, out } = await build(root);
  expect([code, textsOf(root)]).toEqual([0, { present: false, part: undefined }]);
  expect(out).toMatch(
    /Texts of made: 0 of 2 files are here; no connection to 127\.0\.0\.1:\d+ \(ECONNREFUSED\)\. The build goes on/,
  );
});

test('a network that never answers costs the limit and no more, and what came stays', async () => {
  const server = await served((name, response) => (name === FIRST ? undefined : give(name, response)));
  const root = await projectAt(server.base);
  const lines = await fetchByDefault(root, { progress: SILENT, seconds: 0.5 });
  await server.close();
  expect(lines).toEqual([
    expect.stringMatching(/^Texts of made: 1 of 2 files are here after 0\.5 s, and the next build/),
  ]);
  expect([...tree(path.join(root, '.cache')).keys()].filter((name) => name.endsWith('.jsonl'))).toHaveLength(1);
});

test.skipIf(!fs.existsSync('/dev/full'))('a full disk', async () => {
  const server = await served(give);
  const root = await projectAt(server.base);
  const open = fs.createWriteStream;
  const full = vi.spyOn(fs, 'createWriteStream').mockImplementation(() => open('/dev/full'));
  const lines = await fetchByDefault(root, { progress: SILENT }).finally(() => full.mockRestore());
  await server.close();
  expect(lines).toEqual([expect.stringMatching(/^Texts of made: The disk is full.* The build goes on without\.$/)]);
});

test('two builds at the same time both have the texts', async () => {
  const server = await served(give);
  const root = await projectAt(server.base);
  const both = [fetchByDefault(root, { progress: SILENT }), fetchByDefault(root, { progress: SILENT })];
  const lines = (await Promise.all(both)).flat();
  await server.close();
  for (const line of lines) expect(line).toContain('Made up (CC0).');
  expect(await fetchByDefault(root, { progress: SILENT })).toEqual([]);
});
