import { createHash } from 'node:crypto';
import fs from 'node:fs/promises';
import path from 'node:path';
import { gunzipSync } from 'node:zlib';
import { beforeAll, describe, expect, test } from 'vitest';
import { membersOfKey } from '../../../src/release/read-packs.ts';
import { bucketOf, instancesOfGaps } from '../../../src/schema/release-paths.ts';
import { Postings } from '../../../src/schema/stored-case.ts';
import {
  type BuiltRelease,
  built,
  filesBelow,
  findCase,
  instances,
  lines,
  project,
  query,
  type Row,
  readBuilt,
  storedBoard,
  writeFiles,
} from './project.ts';

const bytesOf = (out: string, name: string): Promise<Buffer> => fs.readFile(path.join(out, name));

const MANY = 400;

/** Sound projects of 40 cases and of many, and their releases, which tests read; the last test changes the second. */
let root: string;
let release: BuiltRelease;
let large: string;
let many: BuiltRelease;
beforeAll(async () => {
  root = await project();
  release = await built(root);
  large = await project({}, MANY);
  many = await built(large);
});

describe('a release of runs', () => {
  test('holds the tables, and the manifest says what they are', async () => {
    const data = release.manifest.benchmarks[0]?.instances;
    expect(data).toMatchObject({ instances: 40, judgments: 160, runs: 2 });
    expect(await query(release, 'SELECT count(*)::INTEGER AS n FROM judgments')).toEqual([{ n: 160 }]);
    expect(await query(release, 'SELECT judge, name FROM judges ORDER BY judge')).toEqual([
      { judge: 'alpha', name: 'Alpha' },
      { judge: 'beta', name: 'Beta' },
    ]);
    expect(await query(release, "SELECT * FROM instances WHERE instance = 'i1'")).toEqual([
      { instance: 'i1', cluster: 'i1', split: 'easy', prompt_length: 8, 'attributes.task': 'name' },
    ]);
    for (const { path: name, bytes, sha256, inflated } of release.files) {
      const stored = await bytesOf(release.out, name);
      const plain = inflated === undefined ? stored : gunzipSync(stored);
      expect([name, stored.byteLength, plain.byteLength]).toEqual([name, bytes, inflated ?? bytes]);
      expect(createHash('sha256').update(plain).digest('hex')).toBe(sha256);
    }
  });

  test('leaves the manifest as long for ten times the instances', async () => {
    const size = async ({ out }: BuiltRelease): Promise<number> =>
      (await fs.stat(path.join(out, 'manifest.json'))).size;
    expect(Math.abs((await size(many)) - (await size(release)))).toBeLessThan(120);
  });

  test('gives every instance to whoever follows manifest, index and pack', async () => {
    for (const { instance } of instances(MANY).filter((_, i) => i % 8 === 0)) {
      const found = await findCase(many, String(instance));
      expect(found?.prompt).toBe(`Prompt ${String(instance).slice(1)}`);
      expect(found?.judgments.map((j) => [j.run, j.criterion])).toEqual([
        ['one', 'logic'],
        ['one', 'style'],
        ['two', 'logic'],
        ['two', 'style'],
      ]);
    }
    const first = await findCase(many, 'i0');
    expect(first?.responses[1]).toMatchObject({ response: 'b', model: 'm-b', text: 'Answer b to 0' });
    expect(first?.gold).toHaveLength(2);
    expect(first?.judgments[3]).toMatchObject({ verdict: 'a', order: 'ab', rationale: 'Second reason 0 on style' });
    const pacc = first?.contributions.find((c) => c.run === 'one' && c.metric === 'pacc');
    expect(pacc).toMatchObject({ rows: 1, lost: 1, num: 0, den: 1 });
    const [picture] = first?.media ?? [];
    expect(picture?.src).toMatch(/^mini\/media\/[0-9a-f]{12}\.png$/);
    expect((await bytesOf(many.out, picture?.src ?? '')).subarray(1, 4).toString()).toBe('PNG');
  });

  test('finds the instances of a word as rows of the table', async () => {
    const postings = release.manifest.benchmarks[0]?.instances?.postings;
    if (postings === undefined) throw new Error('no words');
    const find = async (word: string): Promise<unknown[]> => {
      const [bucket = {}] = await membersOfKey<object>(release.out, postings, bucketOf(word, postings.members));
      const rows = instancesOfGaps(Postings.parse(bucket)[word] ?? []);
      const found = await query(release, `SELECT instance FROM instances WHERE rowid IN (${[...rows, -1].join()})`);
      return found.map((row) => row['instance']);
    };
    expect(await find('17')).toEqual(['i17']);
    expect(await find('second')).toHaveLength(40);
    expect(await find('absent')).toEqual([]);
  });

  test('has a leaderboard with values, intervals, ranks and exact reference lines', async () => {
    const { rows, columns, references, source, split } = await storedBoard(release, 'mini/pairwise-easy.');
    expect([source, split]).toEqual(['computed', 'easy']);
    expect(columns.map((c) => c.key)).toContain('criterion_accuracy-style');
    const cell = rows.find((r) => r.id === 'one')?.cells['criterion_accuracy-style'];
    // 26 of 40 labels on style are a, and the judge always says a.
    expect(cell).toMatchObject({ printed: '65.0', value: 65, n: 40, status: 'ok' });
    expect(cell?.interval?.lo).toBeGreaterThan(47);
    expect(cell?.interval?.hi).toBeLessThan(80);
    expect(cell?.rank).toMatchObject({ best: 1, worst: 2, couldBeFirst: true });
    const values = Object.fromEntries(references.map((r) => [r.id, r.values['pacc']?.lo]));
    expect(values).toEqual({ 'coin-flip': 25, 'one-verdict-oracle': 65 });
  });

  test('describes its downloads in Croissant, file by file', async () => {
    const { out, files } = release;
    const [file] = files.filter((f) => f.path.startsWith('mini/croissant'));
    const description = JSON.parse((await bytesOf(out, file?.path ?? '')).toString());
    const required = [
      '@context',
      '@type',
      'conformsTo',
      'name',
      'description',
      'license',
      'url',
      'creator',
      'datePublished',
    ];
    expect(Object.keys(description)).toEqual(expect.arrayContaining(required));
    const ids = new Set<string>(description.distribution.map((d: { '@id': string }) => d['@id']));
    for (const { contentUrl, sha256 } of description.distribution) {
      const bytes = await bytesOf(out, `mini/${contentUrl}`);
      expect(createHash('sha256').update(bytes).digest('hex')).toBe(sha256);
    }
    const fields = description.recordSet.flatMap((set: { field: unknown[] }) => set.field);
    const known = new Set(fields.map((f: { '@id': string }) => f['@id']));
    for (const field of fields) {
      expect(ids).toContain(field.source.fileObject['@id']);
      if (field.references !== undefined) expect(known).toContain(field.references.field['@id']);
    }
  });

  test('offers CSV that no spreadsheet runs and that reads back', async () => {
    const id = '=1+1';
    const rows: Row[] = [{ instance: id, split: 'easy', prompt: '', attributes: { task: '-' } }];
    const judged = [{ instance: id, criterion: 'logic', verdict: 'a', parse: 'ok', rationale: '' }];
    const label = [{ instance: id, criterion: 'logic', kind: 'preference', value: 'a' }];
    const { out } = await built(
      await project({
        'data/mini/instances.jsonl': lines(rows),
        'data/mini/responses.jsonl': '',
        'data/mini/gold.jsonl': lines(label),
        'data/mini/runs/one/judgments.jsonl': lines(judged),
        'data/mini/runs/two/judgments.jsonl': lines(judged),
      }),
    );
    const [name = ''] = (await filesBelow(out)).filter((f) => /^mini\/instances\..*csv$/.test(f));
    expect((await bytesOf(out, name)).toString()).toBe(
      "instance,cluster,split,prompt_length,attributes.task\n'=1+1,'=1+1,easy,0,-\n",
    );
  });
});

describe('building again', () => {
  test('gives the same bytes elsewhere; databases are equal table by table', async () => {
    const [a, b] = [release, await built(await project())];
    const names = await filesBelow(a.out);
    /** The list of files holds the databases' own hashes, so its name differs with them. */
    const listed = (all: readonly string[]): string[] => all.map((n) => n.replace(/^files\.\w+/, 'files'));
    expect(listed(await filesBelow(b.out))).toEqual(listed(names));
    for (const name of names.filter((n) => !/duckdb|manifest\.json|files\./.test(n))) {
      expect([name, (await bytesOf(a.out, name)).equals(await bytesOf(b.out, name))]).toEqual([name, true]);
    }
    for (const table of [
      'runs',
      'judges',
      'instances',
      'responses',
      'gold',
      'judgments',
      'contributions',
      'cluster_sums',
    ]) {
      // A view that adds up gives its rows in any order where there is more than one thread.
      const sql = `SELECT * FROM ${table}${table === 'cluster_sums' ? ' ORDER BY ALL' : ''}`;
      expect(await query(a, sql)).toEqual(await query(b, sql));
    }
  });

  test('writes nothing when nothing changed', async () => {
    const { out } = release;
    const times = async (): Promise<number[]> =>
      Promise.all((await filesBelow(out)).map(async (f) => (await fs.stat(path.join(out, f))).mtimeMs));
    const before = await times();
    await built(root);
    expect(await times()).toEqual(before);
  });

  test('writes for one changed instance its pack, the indexes, database, downloads and manifest', async () => {
    const names = new Set(await filesBelow(many.out));
    const changed = instances(MANY).map((row) => (row['instance'] === 'i7' ? { ...row, prompt: 'Another' } : row));
    await writeFiles(large, new Map([['data/mini/instances.jsonl', lines(changed)]]));
    const after = await built(large);
    const added = (await filesBelow(after.out)).filter((name) => !names.has(name));
    const kinds = added.map((name) => name.replace(/\.[0-9a-f]{6,12}\./, '.*.').replace(/\.[0-9a-f]{12}$/, '.*'));
    // Another prompt is another row of the table of instances, another line of the list and another number in the details of cases; no other table, pack or list of words changes.
    expect(kinds.sort()).toEqual([
      'files.*.json',
      'mini/cases/0.*.jsonl.gz',
      'mini/cases/index.*.bin',
      'mini/croissant.*.json',
      'mini/details.*.bin.gz',
      'mini/instances.*.csv',
      'mini/instances.*.parquet',
      'mini/lines/0.*.jsonl.gz',
      'mini/lines/index.*.bin',
      'mini/mini.*.duckdb.gz',
    ]);
    expect(after.manifest.release).not.toBe(many.manifest.release);
    expect((await findCase(after, 'i7'))?.prompt).toBe('Another');
    const { files } = await readBuilt(after.out);
    const listed = new Set(files.map((f) => f.path));
    expect([...listed].filter((name) => !names.has(name) && !added.includes(name))).toEqual([]);
  });
});
