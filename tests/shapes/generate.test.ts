import { spawnSync } from 'node:child_process';
import { mkdir, readdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { renderPicture } from '../../scripts/shapes/picture.ts';
import { ALL_RUNS, generateShapes, SHAPES_DEFAULTS } from '../../scripts/shapes/runs.ts';
import type { ScenePicture } from '../../scripts/shapes/task.ts';
import { writeShapes } from '../../scripts/shapes/write.ts';
import { textSource } from '../../src/records/bytes.ts';
import { validateRun } from '../../src/records/validate-run.ts';
import { Benchmark } from '../../src/schema/benchmark.ts';
import { JudgesFile } from '../../src/schema/judge.ts';
import { Run } from '../../src/schema/records.ts';
import { drawn } from '../drawn.ts';
import { scratch } from '../scratch.ts';

async function contents(root: string): Promise<Map<string, Buffer>> {
  const entries = await readdir(root, { recursive: true, withFileTypes: true });
  const files = entries.filter((e) => e.isFile()).map((e) => join(e.parentPath, e.name));
  return new Map(await Promise.all(files.sort().map(async (f) => [relative(root, f), await readFile(f)] as const)));
}

/** What a file says: another machine's gzip may pack the same lines otherwise. */
const plain = (file: string, bytes: Buffer = Buffer.alloc(0)): Buffer =>
  file.endsWith('.gz') ? gunzipSync(bytes) : bytes;

/** Files of lines, without their ending. */
const FILES = ['instances', 'responses', 'gold', ...ALL_RUNS.map(({ run }) => `runs/${run}/judgments`)];
const DESCRIPTIONS = ['benchmark.yaml', 'judges.yaml'];

const data = async (name: string) =>
  parse(await readFile(join(import.meta.dirname, '../../data/shapes', name), 'utf8'));

describe('writing the benchmark', () => {
  it('gives, byte by byte, the records and pictures that the project holds, and others for another seed', async () => {
    const held = await contents(join(import.meta.dirname, '../../data/shapes'));
    const { size, seed } = JSON.parse(String(held.get('shapes.json')));
    expect({ size, seed }).toEqual(SHAPES_DEFAULTS);
    const made = new Map<string, string[]>(FILES.map((file) => [file, []]));
    const pictures = new Map<string, ScenePicture>();
    for (const { shared, judgments } of generateShapes({ size, seed })) {
      const { instance, responses, gold } = shared;
      const rows = { instances: [instance], responses, gold };
      for (const [kind, own] of Object.entries(rows)) for (const row of own) made.get(kind)?.push(JSON.stringify(row));
      for (const { run, row } of judgments) made.get(`runs/${run}/judgments`)?.push(JSON.stringify(row));
      for (const picture of shared.pictures) pictures.set(`media/${picture.file}`, picture);
    }
    const files = [...made.keys()].map((file) => `${file}.jsonl.gz`);
    const others = ALL_RUNS.map(({ run }) => `runs/${run}/run.yaml`).concat(DESCRIPTIONS, 'shapes.json');
    expect([...held.keys()].sort()).toEqual([...files, ...others, ...pictures.keys()].sort());
    for (const [file, rows] of made) {
      const text = plain('.gz', held.get(`${file}.jsonl.gz`)).toString();
      expect(text === rows.map((row) => `${row}\n`).join(''), file).toBe(true);
    }
    for (const run of ALL_RUNS) expect(parse(String(held.get(`runs/${run.run}/run.yaml`)))).toEqual(run);
    const looked = [...pictures].filter((_, i) => i % drawn(1, 24) === 0);
    for (const [file, picture] of looked)
      expect((await renderPicture(picture)).equals(held.get(file) ?? Buffer.alloc(0)), file).toBe(true);
    const [strange] = generateShapes({ size: 4, seed: seed + 1 });
    expect(JSON.stringify(strange?.shared.instance)).not.toBe(made.get('instances')?.[0]);
  });

  it('replaces what it wrote before, and never what others wrote', async () => {
    const out = await scratch();
    await writeShapes(out, { size: 18, seed: 3 });
    await mkdir(join(out, 'runs/mine'));
    for (const name of ['runs/mine/run.yaml', 'media/mine.png']) await writeFile(join(out, name), 'mine');
    await writeShapes(out, { size: 4, seed: 3 });
    for (const name of ['runs/mine/run.yaml', 'media/mine.png'])
      expect(await readFile(join(out, name), 'utf8')).toBe('mine');
    const fresh = await scratch();
    await writeShapes(fresh, { size: 4, seed: 3 });
    const left = [...(await contents(out)).keys()].filter((name) => !name.includes('/mine'));
    expect(left).toEqual([...(await contents(fresh)).keys()]);
    expect(
      plain('.gz', (await contents(out)).get('instances.jsonl.gz'))
        .toString()
        .trim()
        .split('\n'),
    ).toHaveLength(4 + 1 + 4 + 4 + 2);
    const described = await scratch();
    await writeFile(join(described, 'benchmark.yaml'), 'mine');
    await writeShapes(described, { size: 4, seed: 3 });
    expect(await readFile(join(described, 'benchmark.yaml'), 'utf8')).toBe('mine');
    const foreign = await scratch();
    await writeFile(join(foreign, 'gold.jsonl'), 'mine');
    await expect(writeShapes(foreign, { size: 4, seed: 3 })).rejects.toThrow('did not make');
    expect(await readFile(join(foreign, 'gold.jsonl'), 'utf8')).toBe('mine');
  });

  it.skipIf(process.platform !== 'linux')(
    'a full disk: exit code 1, a plain message, and the folder is not called whole',
    async () => {
      const out = await scratch();
      await writeFile(join(out, 'shapes.json'), '{}');
      await symlink('/dev/full', join(out, 'responses.jsonl.gz'));
      const cli = join(import.meta.dirname, '../../scripts/cli.ts');
      const ran = spawnSync(process.execPath, [cli, 'shapes', '--size', '4', '--out', out], { encoding: 'utf8' });
      expect(ran).toMatchObject({ status: 1, stdout: '' });
      expect(ran.stderr).toBe(
        `The disk is full. Free some space; the next run replaces what stands unfinished in ${out}.\n`,
      );
      expect(JSON.parse(await readFile(join(out, 'shapes.json'), 'utf8'))).toMatchObject({ whole: false });
    },
  );

  it('writes records that the validator finds nothing wrong with, and every picture they name', async () => {
    const out = await scratch();
    const made = await writeShapes(out, { size: drawn(54, 18), seed: 5 });
    const benchmark = Benchmark.parse(await data('benchmark.yaml'));
    const judges = new Map(JudgesFile.parse(await data('judges.yaml')).judges.map((j) => [j.id, j]));
    const files = await contents(out);
    const source = (name: string) => textSource(name, plain('.gz', files.get(`${name}.gz`)).toString());
    const media = async (src: string) =>
      (files.has(join('media', src)) ? 'picture' : 'missing') as 'picture' | 'missing';
    let judgments = 0;
    for (const { run: name } of ALL_RUNS) {
      const run = Run.parse(parse(files.get(join('runs', name, 'run.yaml'))?.toString() ?? ''));
      const shared = {
        instances: [source('instances.jsonl')],
        responses: [source('responses.jsonl')],
        gold: [source('gold.jsonl')],
      };
      const input = {
        folder: name,
        run,
        problems: [],
        files: { ...shared, judgments: [source(join('runs', name, 'judgments.jsonl'))] },
      };
      const report = await validateRun(input, { benchmark, judges, media });
      const grave = report.log.kept.filter((p) => p.severity !== 'warning');
      expect(grave, name).toEqual([]);
      judgments += report.files.find((f) => f.kind === 'judgments')?.accepted ?? 0;
      if (run.judge !== 'noisy-checker') expect(report.log.kept, name).toEqual([]);
    }
    expect(judgments).toBe(made.judgments);
    expect(made.runs).toBe(ALL_RUNS.length);
  });
});
