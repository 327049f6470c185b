import { execFile } from 'node:child_process';
import fs from 'node:fs';
import type { ServerResponse } from 'node:http';
import os from 'node:os';
import path from 'node:path';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { registerFetch } from '../../../scripts/commands/fetch.ts';
import { type Ran, run } from '../../importers/command.ts';
import { scratch } from '../../scratch.ts';
import { archiveOf, makeProject, served, sourceFiles, sourceYaml, tree, writeSource } from './made.ts';

const FILES = sourceFiles();
const [FIRST = '', SECOND = ''] = [...FILES.keys()];

let root: string;
let cache: string;
beforeEach(async () => {
  root = await scratch();
  cache = path.join(root, '.cache/sources/made', 'a'.repeat(40));
  await makeProject(root, sourceYaml(FILES));
});

const fetchMade = (...args: string[]): Promise<Ran> => run(registerFetch, ['fetch', 'made', '--root', root, ...args]);

/** Fetches from a server of one's own. */
async function fetchFrom(answer: (name: string, response: ServerResponse) => void): Promise<Ran & { asked: string[] }> {
  const server = await served(answer);
  try {
    return { ...(await fetchMade('--from', server.base)), asked: server.asked };
  } finally {
    await server.close();
  }
}

const give = (name: string, response: ServerResponse): void => {
  const text = FILES.get(name);
  if (text === undefined) response.writeHead(404).end();
  else response.end(text);
};

/** The number of a process that has ended. */
const deadProcess = (): Promise<number> =>
  new Promise((resolve) => {
    const child = execFile(process.execPath, ['--version'], () => resolve(child.pid ?? 0));
  });

/** What is in the cache beside the mark that everything is there. */
const kept = (): string[] => [...tree(cache).keys()].filter((name) => name !== 'complete');
const isComplete = (): boolean => fs.existsSync(path.join(cache, 'complete'));

describe('fetch brings the pinned files', () => {
  test('from the address in source.yaml', async () => {
    const server = await served(give);
    await makeProject(root, sourceYaml(FILES, server.base));
    const { code, out } = await fetchMade();
    await server.close();
    expect([code, out]).toEqual([0, expect.stringContaining('2 of 2 files are there and right.')]);
    expect(out).toContain('Made up (CC0)');
    for (const [name, text] of FILES) expect(fs.readFileSync(path.join(cache, name), 'utf8')).toBe(text);
  });

  test.each([
    ['the repository', ''],
    ['a folder above it', 'somewhere/made-main/'],
  ])('from a folder: %s', async (_, above) => {
    const folder = path.join(root, 'copy');
    await writeSource(path.join(folder, above), FILES);
    expect((await fetchMade('--from', folder)).code).toBe(0);
    expect(kept()).toEqual([...FILES.keys()].sort());
  });

  test('from an archive with a folder of its own', async () => {
    const archive = path.join(root, 'made.tar.gz');
    await archiveOf(archive, FILES, 'made-aaaa/');
    expect((await fetchMade('--from', archive)).code).toBe(0);
    expect(isComplete()).toBe(true);
  });

  test('and goes on where it stopped: what is there and right is not asked for again', async () => {
    const first = await fetchFrom((name, response) =>
      name === SECOND ? response.writeHead(404).end() : give(name, response),
    );
    expect([first.code, isComplete(), kept()]).toEqual([1, false, [FIRST]]);
    const second = await fetchFrom(give);
    expect([second.code, second.asked]).toEqual([0, [SECOND]]);
    expect(second.out).toContain('1 of them there before');
  });

  test('and replaces one that was changed since', async () => {
    await fetchFrom(give);
    fs.writeFileSync(path.join(cache, FIRST), 'changed');
    expect((await fetchMade('--check')).err).toContain(`${FIRST}  not the file that was fetched`);
    expect((await fetchFrom(give)).asked).toEqual([FIRST]);
    expect(fs.readFileSync(path.join(cache, FIRST), 'utf8')).toBe(FILES.get(FIRST));
  });
});

describe('what can go wrong has its message, and nothing half-written stays', () => {
  const bad: [string, (text: string, response: ServerResponse) => void, string][] = [
    ['another file', (text, r) => r.end(text.replace('kite', 'bird')), 'the file is another one: its hash differs'],
    ['a shortened file', (text, r) => r.end(text.slice(0, -40)), 'the file is shorter than it should be'],
    ['a longer file', (text, r) => r.end(`${text}\n{}`), 'the file is longer than it should be'],
    [
      'a page of a proxy',
      (_, r) => r.end('<!DOCTYPE html><html>Sign in</html>'),
      'a web page came instead of the file',
    ],
    ['a moved address', (_, r) => r.writeHead(404).end('gone'), 'the address is gone'],
    ['a server in trouble', (_, r) => r.writeHead(503).end(), 'the server does not give the file'],
    [
      'a connection that breaks off',
      (text, r) => {
        r.writeHead(200, { 'content-length': text.length });
        r.write(text.slice(0, 20), () => r.destroy());
      },
      'the connection to 127.0.0.1:',
    ],
  ];

  test.each(bad)('%s', async (_, answer, message) => {
    const { code, err } = await fetchFrom((name, response) =>
      name === FIRST ? answer(FILES.get(name) ?? '', response) : give(name, response),
    );
    expect([code, err]).toEqual([1, expect.stringContaining(`${FIRST}  ${message}`)]);
    expect(err).toContain('1 file is missing');
    expect([isComplete(), kept()]).toEqual([false, [SECOND]]);
  });

  test.each([
    [
      'where nobody answers',
      'http://127.0.0.1:1/moved',
      /the connection to 127\.0\.0\.1:1 broke off; found "bad port"/,
    ],
    ['a host that is not there', 'http://no-such-host.invalid/', /no connection to no-such-host\.invalid/],
    ['what is gone there too', '/gone', /the address is gone; found "404 at http:\/\/127\.0\.0\.1:\d+\/gone/],
    ['what is not of the web', 'file:///etc/passwd', /127\.0\.0\.1:\d+ leads to what is no address of the web/],
    ['itself', '/again', /127\.0\.0\.1:\d+ leads from one address to the next without end/],
  ])('a redirect to %s: the host that failed is named', async (_, location, message) => {
    const { code, err } = await fetchFrom((name, response) => {
      if (name === FIRST || name === '/again') response.writeHead(302, { location }).end();
      else give(name, response);
    });
    expect([code, err]).toEqual([1, expect.stringMatching(message)]);
    expect(err).not.toContain('TypeError');
  });

  test('a redirect to where the file is now is followed', async () => {
    const { code } = await fetchFrom((name, response) => {
      if (name === FIRST) response.writeHead(302, { location: '/moved' }).end();
      else if (name === '/moved') response.end(FILES.get(FIRST));
      else give(name, response);
    });
    expect([code, isComplete()]).toEqual([0, true]);
  });

  test('no network: said once, with what else can be done', async () => {
    const closed = await served(give);
    await closed.close();
    const { code, err } = await fetchMade('--from', closed.base);
    expect(code).toBe(1);
    expect(err.match(/no connection to 127\.0\.0\.1:\d+/g)).toHaveLength(1);
    expect(err).toContain('fetch with --from a folder, an archive or another address');
    // Of the files that were not even tried none is there.
    expect(err).toContain('2 files are missing');
    expect(kept()).toEqual([]);
  });

  test('an archive with other paths', async () => {
    const archive = path.join(root, 'other.tgz');
    await archiveOf(archive, new Map([['elsewhere/one.jsonl', 'x']]), '');
    const { code, err } = await fetchMade('--from', archive);
    expect([code, err]).toEqual([1, expect.stringContaining(`it is not in ${archive}`)]);
    expect(err).toContain(`expected ${FIRST}`);
  });

  test('an archive that is cut off, and one that leads out of its folder', async () => {
    const archive = path.join(root, 'made.tar.gz');
    await archiveOf(archive, FILES, '');
    const whole = fs.readFileSync(archive);
    fs.writeFileSync(archive, whole.subarray(0, whole.length / 2));
    const cut = await fetchMade('--from', archive);
    expect([cut.code, cut.err]).toEqual([
      1,
      expect.stringContaining('the gzip data is damaged or cut off; nothing of it was read'),
    ]);
    await archiveOf(archive, new Map([['../../escaped.jsonl', 'x']]), '');
    expect((await fetchMade('--from', archive)).code).toBe(1);
    expect(fs.existsSync(path.join(root, '../escaped.jsonl'))).toBe(false);
  });

  test.skipIf(!fs.existsSync('/dev/full'))('a full disk', async () => {
    const open = fs.createWriteStream;
    const full = vi.spyOn(fs, 'createWriteStream').mockImplementation(() => open('/dev/full'));
    const { code, err } = await fetchFrom(give).finally(() => full.mockRestore());
    expect([code, err]).toEqual([1, expect.stringContaining('The disk is full')]);
    expect(err).toContain('What was there before is untouched');
    expect([isComplete(), kept().includes(FIRST)]).toEqual([false, false]);
  });

  test('an interrupted fetch leaves whole files only, and its rest is no hindrance', async () => {
    const left = path.join(cache, `.fetching-${await deadProcess()}-0123abcd`);
    fs.mkdirSync(left, { recursive: true });
    fs.writeFileSync(path.join(left, 'one'), 'half');
    const { code } = await fetchFrom(give);
    expect([code, kept()]).toEqual([0, [...FILES.keys()].sort()]);
  });

  test('two fetches at once, from an archive and from a server, both end with all files', async () => {
    const archive = path.join(root, 'made.tar.gz');
    await archiveOf(archive, FILES, '');
    const server = await served(give);
    const cli = path.join(import.meta.dirname, '../../../scripts/cli.ts');
    const fetched = (from: string): Promise<readonly [code: number, said: string]> =>
      new Promise((resolve) => {
        const args = [cli, 'fetch', 'made', '--root', root, '--from', from];
        const child = execFile(process.execPath, args, (_, out, err) => resolve([child.exitCode ?? 1, out + err]));
      });
    const ends = await Promise.all([archive, server.base].map(fetched));
    await server.close();
    const whole = [0, expect.stringContaining('2 of 2 files are there and right')];
    expect(ends).toEqual([whole, whole]);
    expect([isComplete(), kept()]).toEqual([true, [...FILES.keys()].sort()]);
  });

  test('a source that does not hold together: line and field', async () => {
    fs.writeFileSync(path.join(root, 'data/made/source.yaml'), sourceYaml(FILES).replace('results/', '../results/'));
    const { code, err } = await fetchMade();
    expect([code, err]).toEqual([
      1,
      expect.stringMatching(/data\/made\/source\.yaml:\d+ {2}files\.0\.path: not accepted/),
    ]);
    fs.writeFileSync(path.join(root, 'data/made/source.yaml'), sourceYaml(FILES).replace('genai-bench', 'genai'));
    expect((await fetchMade()).err).toContain('format: no such format; found "genai"');
  });

  test('what an unpacking left that was killed goes with the next one; that of a running one stays', async () => {
    const left = path.join(os.tmpdir(), `judgeboard-archive-${await deadProcess()}-0123abcd`);
    const running = path.join(os.tmpdir(), `judgeboard-archive-${process.ppid}-0123abcd`);
    for (const folder of [left, running]) fs.mkdirSync(folder);
    const archive = path.join(root, 'made.tar.gz');
    await archiveOf(archive, FILES, '');
    expect((await fetchMade('--from', archive)).code).toBe(0);
    expect([left, running].map((folder) => fs.existsSync(folder))).toEqual([false, true]);
    fs.rmdirSync(running);
  });

  test('wrong usage: a benchmark without texts, a place that is not there, a file that is no archive', async () => {
    const file = path.join(root, 'made.rar');
    fs.writeFileSync(file, 'Rar!');
    const rar = await fetchMade('--from', file);
    expect([rar.code, rar.err]).toEqual([
      2,
      expect.stringContaining('neither a folder nor an archive (.zip, .tar.gz, .tgz, .tar)'),
    ]);
    expect((await run(registerFetch, ['fetch', 'none', '--root', root])).code).toBe(2);
    expect((await fetchMade('--from', path.join(root, 'nowhere'))).code).toBe(2);
  });
});
