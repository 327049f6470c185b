import fs from 'node:fs';
import path from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { changesFeed } from '../../src/pages/_prerender/changes-feed.ts';
import { buildRelease } from '../../src/release/build.ts';
import { readReleases } from '../../src/release/dated-releases.ts';
import { readReleaseAt } from '../../src/release/read.ts';
import { compareReleases, type DatedValue, datedValues, reasonFor } from '../../src/schema/dated-release.ts';
import { changesSentence } from '../../src/site/changes/changes.ts';
import { scratch } from '../scratch.ts';
import { project } from './instances/project.ts';
import { planted } from './planted-release.ts';

const { value: stored, problems } = await readReleases('.');
const [first] = stored.releases;
if (first === undefined) throw new Error('the project has no dated release');
const text = gunzipSync(stored.files.get(first.id) ?? '').toString();
const before = datedValues(first.id, text);

test('the project’s own dated releases are whole', () => {
  expect(problems).toEqual([]);
  expect(before.length).toBeGreaterThan(5000);
});

test('each kind of planted change of real values is told as what it is, and nothing else', () => {
  const { after, notes } = planted(before);
  const comparison = compareReleases(before, after, notes);
  const told = comparison.changes.map((change) => {
    const { benchmark, board, run, column } = change.is ?? (change.was as DatedValue);
    return `${change.kind} ${benchmark}/${board} ${run} ${column} ${reasonFor(change, notes)}`.trimEnd();
  });
  const gone = before.filter(({ judge }) => judge === 'cogvlm');
  expect(told.toSorted()).toEqual(
    [
      'beyond genai-bench/pairwise-image_generation gpt4o decided_accuracy',
      'within genai-bench/pairwise-image_generation gpt4o four_way_accuracy',
      'around genai-bench/pairwise-image_edition gpt4o four_way_accuracy',
      'moved multi-crit/table-3 qwen2-5-vl-7b completeness',
      'new genai-bench/pairwise-image_generation fresh decided_accuracy',
      'labels shapes/pairwise-open_ended always-first-pairwise cmr The keys of ten cases were wrong',
      ...gone.map(
        ({ benchmark, board, run, column }) =>
          `gone ${benchmark}/${board} ${run} ${column} Its makers took the weights back`,
      ),
      ...before
        .filter(({ metric, version, judge }) => metric === 'coverage' && version !== '' && judge !== 'cogvlm')
        .map(
          ({ benchmark, board, run, column }) => `method ${benchmark}/${board} ${run} ${column} Empty answers count`,
        ),
    ].toSorted(),
  );
  // Rows of printed tables are called by their judge.
  const renamed = before.filter(({ judge }) => judge === 'molmo-7b');
  expect(comparison.renamed).toEqual([{ from: 'molmo-7b', to: 'molmo', values: renamed.length }]);
  expect(comparison.same).toBe(before.length - told.length + 1);
  expect(changesSentence(comparison)).toMatch(
    /^1 value moved beyond the interval, 1 value moved within .* of 1 judge disappeared, .* and molmo-7b was renamed molmo; /,
  );
});

test('two equal releases differ in nothing', () => {
  const comparison = compareReleases(before, before.toReversed(), stored);
  expect(comparison).toEqual({ changes: [], renamed: [], same: before.length });
  expect(changesSentence(comparison)).toMatch(/^Nothing changed: all 5.919 values are the same\.$/u);
});

test('a judge renamed in two steps, or in a circle, is found or ends', () => {
  const [one] = before;
  if (one === undefined) throw new Error('no value');
  const called = (judge: string): DatedValue => ({ ...one, judge, run: judge });
  const steps = compareReleases([called('a')], [called('c')], { renamed: { a: 'b', b: 'c' } });
  expect(steps).toMatchObject({ changes: [], renamed: [{ from: 'a', to: 'c', values: 1 }] });
  expect(compareReleases([called('a')], [called('a')], { renamed: { a: 'b', b: 'a' } }).changes).toEqual([]);
});

test('a release of another version, or one that was cut off, is refused by a sentence that says why', () => {
  const older = text.replace(',version,labels', '');
  expect(() => datedValues('old', older)).toThrow(
    'Release old was written by another version: its values lack “version”, “labels”, so they cannot be compared.',
  );
  expect(() => datedValues('cut', text.slice(0, 100_000))).toThrow(
    /^Release cut cannot be read: line \d+ is not whole/,
  );
});

test('the feed has an entry for each release, which says what changed since the one before', () => {
  const { after, notes } = planted(before);
  const releases = [
    { ...first, values: before },
    { id: '2026-12-01-00000000', date: '2026-12-01', what: 'Planted <changes>\u0000 & more.', values: after },
  ];
  const feed = changesFeed(releases, { notes, site: new URL('https://example.org/x/') });
  const entries = feed.split('<entry>');
  expect(entries).toHaveLength(3);
  expect(entries[1]).toContain('<title>2026-12-01: Planted &lt;changes&gt; &amp; more.</title>');
  expect(entries[1]).toContain('<updated>2026-12-01T00:00:00Z</updated>');
  expect(entries[1]).toContain(changesSentence(compareReleases(before, after, notes)));
  expect(entries[1]).toContain(`https://example.org/x/changes/?from=${first.id}&amp;to=2026-12-01-00000000`);
  expect(entries[1]).toContain(`&amp; more. Since ${first.id}: `);
  expect(entries[2]).toContain(`${first.what}.</summary>`);
  // The same wherever the site lies, and whatever comes after.
  const ids = (of: string): string[] =>
    [...of.matchAll(/<id>(urn:uuid:[0-9a-f-]{36})<\/id>/g)].map(([, id = '']) => id);
  expect(new Set(ids(feed)).size).toBe(3);
  expect(ids(changesFeed(releases.slice(0, 1), { notes, site: new URL('https://other.example/') }))).toEqual([
    ids(feed)[0],
    ids(feed)[2],
  ]);
});

test('a build adds a release of its values once, keeps the ones before it to the byte, and says where the values have changed', async () => {
  const root = await project();
  const make = async (what?: string) => {
    const publishing = what === undefined ? undefined : { day: '2026-11-27', what };
    const { release } = await buildRelease(root, path.join(root, 'out'), { publishing });
    const { added, present } = release?.dated ?? {};
    const { dated, boards } = await readReleaseAt(path.join(root, 'out'));
    return { added: added?.what, present: present?.what, read: dated, named: boards[0]?.release };
  };
  const plain = await make();
  expect(plain).toMatchObject({ present: undefined, read: { releases: [], today: { id: null } } });
  expect(await make('The first')).toMatchObject({ added: 'The first', present: 'The first' });
  const again = await make('Nothing new');
  expect(again).toMatchObject({ added: undefined, present: 'The first' });
  const [kept = { id: '' }] = again.read.releases;
  const file = path.join(root, 'out', 'releases', `${kept.id}.csv.gz`);
  const bytes = fs.readFileSync(file);
  expect(again.read.today).toEqual({ file: `releases/${kept.id}.csv.gz`, id: kept.id });
  // Links to values, files of them, badges and embeds name the dated release where one has them, else the hash.
  expect([plain.named, again.named]).toEqual([expect.stringMatching(/^[0-9a-f]{12}$/), kept.id]);
  const labels = path.join(root, 'data/mini/gold.jsonl');
  fs.writeFileSync(labels, fs.readFileSync(labels, 'utf8').replace('"value":"a"', '"value":"b"'));
  expect((await make()).present).toBeUndefined();
  expect(await make('A label was wrong')).toMatchObject({ added: 'A label was wrong' });
  expect(fs.readFileSync(file).equals(bytes)).toBe(true);
  const { value } = await readReleases(root);
  expect(value.releases.map(({ what }) => what)).toEqual(['The first', 'A label was wrong']);
  const [was = [], is = []] = value.releases.map(({ id }) =>
    datedValues(id, gunzipSync(value.files.get(id) ?? '').toString()),
  );
  const kinds = compareReleases(was, is, value).changes.map(({ kind }) => kind);
  expect(new Set(kinds)).toEqual(new Set(['labels']));
});

test('a file that is cut off, changed, or named nowhere is told', async () => {
  const root = await scratch();
  fs.cpSync('releases', path.join(root, 'releases'), { recursive: true });
  const file = path.join(root, 'releases', `${first.id}.csv.gz`);
  const bytes = fs.readFileSync(file);
  const said = async (): Promise<string[]> => (await readReleases(root)).problems.map(({ message }) => message);
  fs.writeFileSync(file, bytes.subarray(0, 50_000));
  expect(await said()).toEqual(['it is damaged or cut off: it cannot be inflated']);
  fs.writeFileSync(file, gzipSync(text.replace('74.56', '74.57')));
  expect(await said()).toEqual(['it holds other values than its name says']);
  fs.rmSync(file);
  expect(await said()).toEqual(['the file is missing, and the list names it']);
  fs.writeFileSync(path.join(root, 'releases', '2026-01-01-00000000.csv.gz'), bytes);
  expect(await said()).toEqual([
    'releases/releases.yaml does not name it',
    'the file is missing, and the list names it',
  ]);
});
