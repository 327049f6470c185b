import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import fs from 'node:fs/promises';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { machineMessage } from '../../../src/release/input-writer.ts';
import type { IngestReport } from '../../../src/schema/release.ts';
import {
  build,
  built,
  filesBelow,
  findCase,
  gold,
  instances,
  judgments,
  lines,
  project,
  query,
  type Row,
  readBuilt,
  runYaml,
  writeFiles,
} from './project.ts';

const ONE = 'data/mini/runs/one/judgments.jsonl';
const BAD: Row[] = [
  { instance: 'i0', criterion: 'logic', verdict: 'c', parse: 'ok' },
  { instance: 'nobody', criterion: 'logic', verdict: 'a', parse: 'ok' },
  { instance: 'i0', criterion: 'logic', verdict: 'b', parse: 'ok' },
];

async function ingest(out: string): Promise<IngestReport> {
  const [name = ''] = (await filesBelow(out)).filter((f) => f.startsWith('ingest.'));
  const [report] = JSON.parse(await fs.readFile(path.join(out, name), 'utf8')) as IngestReport[];
  if (report === undefined) throw new Error('no report');
  return report;
}

describe('records with problems', () => {
  test('stop the build, all named at once, and the last release stays', async () => {
    const root = await project();
    const before = await built(root);
    await writeFiles(root, new Map([[ONE, lines([...judgments(40, 'First'), ...BAD])]]));
    expect(await build(root)).toEqual([
      'data/mini/runs/one/judgments.jsonl:81  verdict: not accepted; found "c"; expected "a" or "b" or "tie" or "both_bad" or "equal" or "correct" or "error"',
      expect.stringContaining(
        'data/mini/runs/one/judgments.jsonl:82  instance: unknown: not in instances.jsonl; found "nobody"',
      ),
      expect.stringContaining('data/mini/runs/one/judgments.jsonl:83  a second judgment of the same'),
    ]);
    const manifest = JSON.parse(await fs.readFile(path.join(before.out, 'manifest.json'), 'utf8'));
    expect(manifest.release).toBe(before.manifest.release);

    // Told to keep going, it leaves them out and lists them; every row is accounted for.
    await writeFiles(root, new Map([[ONE, lines([...BAD.slice(0, 2), ...judgments(40, 'First'), ...BAD.slice(2)])]]));
    const release = await built(root, 'keep-going');
    expect(release.problems).toHaveLength(3);
    const report = await ingest(release.out);
    expect(report.errors).toBe(3);
    expect(report.problems.map((p) => p.line)).toEqual([1, 2, 83]);
    const [run] = report.runs;
    expect(run).toMatchObject({ run: 'one', used: true, errors: 3 });
    expect(run?.files).toEqual([{ kind: 'judgments', file: ONE, read: 83, accepted: 80, rejected: 3 }]);
    const rows = await query(release, "SELECT count(*)::INTEGER AS n FROM judgments WHERE run = 'one'");
    expect(rows).toEqual([{ n: 80 }]);
    // The same data stop a strict build, although the part is in the cache.
    expect(await build(root)).toHaveLength(3);
  });

  /** Runs that cannot be used, each in a folder of its own name: what is wrong with its files, and what is said of it. */
  const UNUSABLE: Readonly<Record<string, readonly [files: Readonly<Record<string, string>>, message: string]>> = {
    'of-nobody': [{ 'run.yaml': runYaml('of-nobody', 'gamma') }, 'judge: unknown: not in data/judges.yaml'],
    'one-again': [{ 'run.yaml': runYaml('one', 'beta') }, 'another run has this name: data/mini/runs/one'],
    'of-maxi': [{ 'run.yaml': runYaml('of-maxi', 'beta', 'maxi') }, 'the run lies in the folder of another benchmark'],
    undescribed: [{ 'run.yaml': '' }, 'run.yaml'],
    'other-prompts': [
      { 'instances.jsonl': lines(instances(40).map((r) => ({ ...r, prompt: 'Other' }))) },
      'instances: prompt of i0: differs from the record of this name that an earlier run or the benchmark brings; the run was left out; found "Other"; expected ',
    ],
    'other-attributes': [
      {
        'instances.jsonl': lines(
          instances(40).map((r) => ({ ...r, attributes: { ...Object(Reflect.get(r, 'attributes')), subset: 'mine' } })),
        ),
      },
      'instances: attributes.subset of i0: differs from the record of this name that an earlier run or the benchmark brings; the run was left out; found "mine"; expected nothing',
    ],
  };

  test('runs that cannot be used are left out, each with its message, and the others are built', async () => {
    const sound = (run: string) => ({ 'run.yaml': runYaml(run, 'beta'), 'judgments.jsonl': lines(judgments(40, 'x')) });
    const files = Object.entries(UNUSABLE).flatMap(([run, [own]]) =>
      Object.entries({ ...sound(run), ...own }).map(([name, text]) => [`data/mini/runs/${run}/${name}`, text]),
    );
    const root = await project(Object.fromEntries(files));
    const release = await built(root, 'keep-going');
    const report = await ingest(release.out);
    for (const [run, [, message]] of Object.entries(UNUSABLE)) {
      const said = release.problems.filter((text) => text.includes(`runs/${run}`) && text.includes(message));
      expect(said, run).not.toEqual([]);
      expect(report.runs.find((r) => r.folder.endsWith(run))?.used, run).toBe(false);
    }
    expect(await query(release, 'SELECT DISTINCT run FROM judgments ORDER BY run')).toEqual([
      { run: 'one' },
      { run: 'two' },
    ]);
  });

  test('two attributes that differ in capitals alone are an error that names both', async () => {
    const [first = {}, ...more] = instances(40).map((row) => ({ ...row, media: [] }));
    const rows = [{ ...first, attributes: { Task: 'count' } }, ...more];
    const root = await project({ 'data/mini/instances.jsonl': lines(rows) });
    const found = (await build(root)) as string[];
    expect(found[0]).toMatch(
      /^data\/mini\/instances\.jsonl:2 .*“Task” in data\/mini\/instances\.jsonl:1.*found "task"/,
    );
  });

  test('names that people cannot tell apart, and of attributes that are those of columns, are kept and remarked on', async () => {
    const e = { nfc: 'caf\u00e9', nfd: 'cafe\u0301' };
    const names = [e.nfc, e.nfd, 'zero\u200bwidth', ' led', '\u202eright', '安全', 'C++', 'C#'];
    const attributes = { split: 'x', task: 'count' };
    const rows = names.map((id) => ({ instance: id, split: 'easy', prompt: id, attributes }));
    const labels = names.map((id) => ({ instance: id, criterion: 'logic', kind: 'preference', value: 'a' }));
    const answers = names.map((id) => ({ instance: id, criterion: 'logic', verdict: 'a', parse: 'ok', rationale: id }));
    const root = await project({
      'data/mini/instances.jsonl': lines(rows),
      'data/mini/responses.jsonl': '',
      'data/mini/gold.jsonl': lines(labels),
      [ONE]: lines(answers),
      'data/mini/runs/two/judgments.jsonl': lines(answers),
    });
    const release = await built(root);
    const { problems } = await ingest(release.out);
    const found = problems.filter(({ field }) => field === 'instance');
    expect(found.map(({ line }) => line)).toEqual([2, 3, 4, 5]);
    expect(found[1]?.found).toContain('‹U+200B›');
    for (const id of names) expect((await findCase(release, id))?.prompt).toBe(id);
    const attribute = problems.filter(({ field }) => field?.startsWith('attributes.'));
    expect(attribute.map(({ field, message }) => [field, message])).toEqual([
      ['attributes.split', 'kept, but nothing can be selected by it: the field has this name'],
    ]);
    const columns = 'DISTINCT split, "attributes.split" AS own, "attributes.task" AS task';
    expect(await query(release, `SELECT ${columns} FROM instances`)).toEqual([
      { split: 'easy', own: 'x', task: 'count' },
    ]);
  });
});

describe('a build that keeps going', () => {
  const two = (path_: string): string => `data/mini/runs/two/${path_}`;

  test('lists what it left out also when no run of a benchmark can be used', async () => {
    const yaml = runYaml('x', 'nobody');
    const root = await project({ 'data/mini/runs/one/run.yaml': yaml, [two('run.yaml')]: yaml.replace('x', 'y') });
    const { out, manifest } = await built(root, 'keep-going');
    expect(manifest.benchmarks[0]?.instances).toBeNull();
    const report = await ingest(out);
    expect(report.runs.map((r) => r.used)).toEqual([false, false]);
    expect(report.problems).toHaveLength(2);
  });

  test('never takes a benchmark away in silence, however many warnings come before an error', async () => {
    const pictures = instances(1100).map((row) => ({ ...row, media: [{ src: 'none.png', alt: '' }] }));
    const root = await project({
      'data/mini/instances.jsonl': lines(pictures),
      [ONE]: lines([...judgments(40, 'F'), {}]),
    });
    const { out, problems } = await built(root, 'keep-going');
    expect(problems).toEqual([expect.stringContaining(':81  instance'), expect.stringContaining(':81  parse')]);
    expect((await ingest(out)).errors).toBe(2);
  });

  test('builds what is sound beside a description that is not, and says so in the release', async () => {
    const root = await project({ 'data/other/benchmark.yaml': 'id: other\n' });
    const { out, manifest, problems } = await built(root, 'keep-going');
    expect(problems.join('\n')).toContain('data/other/benchmark.yaml');
    expect(manifest.benchmarks.map((b) => b.id)).toEqual(['mini']);
    const [name = ''] = (await filesBelow(out)).filter((f) => f.startsWith('registry.'));
    const { unsound } = JSON.parse(await fs.readFile(path.join(out, name), 'utf8')) as { unsound: unknown[] };
    expect(unsound).toHaveLength(problems.length);
  });

  test('of a truncated gzip it takes what could be read; an empty file, a JSON list and links make no run', async () => {
    const whole = gzipSync(lines(judgments(40, 'First')), { level: 0 });
    const root = await project({
      [ONE]: '',
      [`${ONE}.gz`]: whole.subarray(0, whole.byteLength / 2),
      [two('judgments.jsonl')]: '',
      'data/mini/runs/three/run.yaml': runYaml('three', 'beta'),
      'data/mini/runs/three/judgments.jsonl': JSON.stringify(judgments(3, 'F')),
      'data/mini/runs/four/run.yaml': runYaml('four', 'beta'),
    });
    await fs.symlink('judgments.jsonl', path.join(root, 'data/mini/runs/four/judgments.jsonl'));
    await fs.symlink('one', path.join(root, 'data/mini/runs/linked'));
    const release = await built(root, 'keep-going');
    for (const said of [
      /runs\/one.*the gzip data is damaged or cut off/,
      /runs\/two.*no judgments in it/,
      /runs\/three.*a JSON list/,
      /runs\/four\/judgments\.jsonl {2}a link that leads to itself/,
      /runs\/linked {2}a link, which is not followed/,
    ])
      expect(release.problems).toContainEqual(expect.stringMatching(said));
    const [row, ...more] = await query(release, 'SELECT run, count(*)::INTEGER AS n FROM judgments GROUP BY run');
    expect([row?.['run'], more]).toEqual(['one', []]);
    expect(row?.['n']).toBeGreaterThan(10);
  });
});

test('runs that bring the same records share them', async () => {
  const own = (run: string): [string, string][] => [
    [`data/mini/runs/${run}/instances.jsonl`, lines(instances(40))],
    [`data/mini/runs/${run}/gold.jsonl`, lines(gold(40))],
  ];
  const root = await project({
    'data/mini/instances.jsonl': '',
    'data/mini/responses.jsonl': '',
    'data/mini/gold.jsonl': '',
  });
  await writeFiles(root, new Map([...own('one'), ...own('two')]));
  for (const kind of ['instances', 'responses', 'gold']) await fs.rm(path.join(root, `data/mini/${kind}.jsonl`));
  const release = await built(root);
  const counts =
    'SELECT (SELECT count(*) FROM instances)::INTEGER AS instances, (SELECT count(*) FROM gold)::INTEGER AS gold';
  expect(await query(release, counts)).toEqual([{ instances: 40, gold: 80 }]);
  expect(await query(release, 'SELECT * FROM run_gold')).toEqual([]);
  expect((await findCase(release, 'i3'))?.judgments).toHaveLength(4);
});

test('hostile and huge texts come out as they went in', async () => {
  const texts = [
    '<script>alert(1)</script> \u0000 nul \u001b[31mred\u001b[0m',
    'right \u202e to left \u{1F600} and a lone surrogate: ',
    'x'.repeat(1_200_000),
    '',
  ];
  const rows: Row[] = texts.map((rationale, i) => ({
    instance: `i${i}`,
    criterion: 'logic',
    verdict: 'a',
    parse: 'ok',
    rationale,
    raw: `raw ${rationale}`,
  }));
  const release = await built(await project({ [ONE]: lines(rows) }));
  for (const [i, text] of texts.entries()) {
    const judgment = (await findCase(release, `i${i}`))?.judgments.find((j) => j.run === 'one');
    expect(judgment?.rationale === text && judgment.raw === `raw ${text}`).toBe(true);
  }
  const lengths = await query(release, "SELECT length FROM judgments WHERE run = 'one' ORDER BY instance");
  expect(lengths.map((r) => r['length'])).toEqual([texts[0]?.length, (texts[1]?.length ?? 0) - 1, 1_200_000, 0]);
});

describe('pictures', () => {
  const shown = (sources: readonly (string | null)[]): string =>
    lines(
      instances(40).map((row, i) => {
        const src = sources[i - 1];
        return src === undefined ? row : { ...row, media: [{ src, alt: 'one' }] };
      }),
    );
  const SVG = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>';

  test('an SVG, one that calls itself a PNG, and a path out of the folder are never published; a missing one, a remote address and none are said to be so', async () => {
    const root = await project({
      'data/mini/instances.jsonl': shown([
        ...['bad.svg', 'bad.png', '../../judges.yaml'],
        ...['none.png', 'https://example.org/x.png', null],
      ]),
      'data/mini/media/bad.svg': SVG,
      'data/mini/media/bad.png': SVG,
    });
    const place = (line: number) => expect.stringContaining(`data/mini/instances.jsonl:${line}  media.0.src`);
    const release = await built(root, 'keep-going');
    expect(release.problems).toEqual(expect.arrayContaining([place(2), place(3), place(4)]));
    // Their instances are left out.
    const found = await Promise.all(Array.from({ length: 7 }, (_, i) => findCase(release, `i${i + 1}`)));
    expect(found.map((one) => one && [one.instance, one.media])).toEqual([
      ...[undefined, undefined, undefined],
      ['i4', [{ alt: 'one', src: null, why: 'missing' }]],
      ['i5', [{ alt: 'one', src: 'https://example.org/x.png' }]],
      ['i6', [{ alt: 'one', src: null }]],
      ['i7', []],
    ]);
    const media = (await filesBelow(release.out)).filter((f) => f.includes('media/'));
    expect(media).toEqual([expect.stringMatching(/^mini\/media\/[0-9a-f]{12}\.png$/)]);
  });
});

describe('a machine that cannot', () => {
  test('a folder that cannot be written gives a plain message', async () => {
    const root = await project();
    await fs.writeFile(path.join(root, 'public'), 'a file where a folder is needed');
    const error = await build(root).catch((e: unknown) => e);
    expect(machineMessage(error)).toMatch(/^A file stands where a folder is needed/);
  });

  // A limit on the size of a file stands for a full disk: both let a write fail half-way.
  test.skipIf(process.platform !== 'linux')(
    'a disk that is full: exit code 1, a plain message, the last release whole',
    async () => {
      const root = await project();
      const before = await built(root);
      const long = judgments(40, 'F').map((j) => ({ ...j, rationale: randomBytes(30_000).toString('base64') }));
      await writeFiles(root, new Map([[ONE, lines(long)]]));
      const command = 'ulimit -f 1000; exec "$0" scripts/cli.ts build --root "$1" --out "$2"';
      const ran = spawnSync('bash', ['-c', command, process.execPath, root, before.out], { encoding: 'utf8' });
      expect(ran).toMatchObject({ status: 1, stdout: '' });
      // Whatever steps it told of before, nothing comes after it.
      expect(ran.stderr).toMatch(/(?:^|\n)The disk is full.* The last release is untouched\. Free some space.*\n$/);
      const after = await readBuilt(before.out);
      expect(after.manifest).toEqual(before.manifest);
      for (const file of after.files) expect((await fs.stat(path.join(before.out, file.path))).size).toBe(file.bytes);
    },
  );

  test.each([
    [Object.assign(new Error('x'), { code: 'ENOSPC' }), 'The disk is full.'],
    [new Error('IO Error: Could not write all bytes to file "a": wanted=262144 wrote=4096'), 'The disk is full.'],
    [new Error('IO Error: Could not write file "a": No space left on device'), 'The disk is full.'],
    [new Error('IO Error: Cannot open file "a": Permission denied'), 'Not allowed to write there.'],
  ])('%s', (error, message) => expect(machineMessage(error)).toBe(message));
});
