import fs from 'node:fs/promises';
import path from 'node:path';
import { gunzipSync } from 'node:zlib';
import Papa from 'papaparse';
import { afterEach, expect, test, vi } from 'vitest';
import { holdRelease } from '../../src/client/local-release.ts';
import { saveCases } from '../../src/explore/save-cases.ts';
import { askSelection } from '../../src/explore/selection.ts';
import { exploreFields } from '../../src/explore/state.ts';
import { membersOfKey } from '../../src/release/read-packs.ts';
import { type CaseText, hash32 } from '../../src/schema/release-paths.ts';
import type { StoredCase } from '../../src/schema/stored-case.ts';
import { readSearch } from '../../src/ui/field.ts';
import { saveFile } from '../../src/ui/file-name.ts';
import { judgments, lines } from '../release/instances/project.ts';
import { releasedList } from './released-list.ts';

vi.mock('../../src/ui/file-name.ts', () => ({ saveFile: vi.fn() }));
afterEach(() => {
  vi.unstubAllGlobals();
  holdRelease('mini', null);
});

const COUNT = 24;

/** Judge `one` cannot be read on every fifth case under logic, calls every fourth level under style, and says b elsewhere. */
const answersTo = (count: number) =>
  judgments(count, 'First').map((row, k) => {
    const i = Math.floor(k / 2);
    const isLogic = row['criterion'] === 'logic';
    if (isLogic && i % 5 === 0) return { ...row, verdict: null, parse: 'failed' };
    return { ...row, verdict: !isLogic && i % 4 === 0 ? 'tie' : 'b' };
  });

async function savedCsv(count: number) {
  const list = await releasedList({ 'data/mini/runs/one/judgments.jsonl': lines(answersTo(count)) }, count);
  const { out, manifest } = list.release;
  const data = manifest.benchmarks[0]?.instances;
  if (data == null) throw new Error('no instances');
  const isMissing = { lines: false };
  holdRelease('mini', {
    data: async () => data as never,
    cases: async (ids) =>
      (await Promise.all(ids.map((id) => membersOfKey<StoredCase>(out, data.cases, hash32(id))))).flat(),
    lines: async (places) => {
      if (isMissing.lines || data.lines === undefined) return new Map();
      const { lines: set } = data;
      return new Map(
        await Promise.all(
          places.map(async (place) => [place, (await membersOfKey<CaseText>(out, set, place))[0] as CaseText] as const),
        ),
      );
    },
    words: () => Promise.reject(new Error('nothing is searched')),
    file: async (name) => new Uint8Array(gunzipSync(await fs.readFile(path.join(out, name)))),
    database: () => Promise.reject(new Error('no engine is wanted')),
  });
  vi.stubGlobal('navigator', { onLine: true });
  const choices = {
    ...list.choices,
    benchmark: 'mini',
    labels: { criterion: { logic: '=Logic' } },
    lines: data.lines?.holds ?? [],
  };
  const { fixed, facets } = exploreFields(choices);
  let last = { rows: 0, isBare: false };
  const save = async (search: string): Promise<Record<string, string>[]> => {
    const asked = { choices, state: readSearch(fixed, search), facets: readSearch(facets, search) };
    const { signal } = new AbortController();
    const { cases } = await askSelection(asked, signal);
    const provenance = { title: '', source: '', release: '', address: '', shown: '', licence: '' };
    const how = { format: 'csv', form: 'wide', zipped: false, texts: false } as const;
    last = await saveCases({ ...asked, ...how, name: 'cases', cases, provenance, signal, onProgress: () => undefined });
    const blob = vi.mocked(saveFile).mock.lastCall?.[1];
    return Papa.parse<Record<string, string>>((await blob?.text()) ?? '', { header: true, skipEmptyLines: true }).data;
  };
  return { ...list, save, isMissing, isBare: () => last.isBare };
}

const WORDS: Readonly<Record<string, string>> = { a: 'A better', b: 'B better', tie: 'Tie' };

test('the plain CSV says label and verdict of each judge asked for as the released tables have them, without the engine', async () => {
  const { query, addressOf, save, isBare } = await savedCsv(COUNT);
  const said = async (sql: string) => {
    const rows = await query(sql);
    const of = (id: string, criterion: string): string => {
      const row = rows.find(({ instance, criterion: one }) => instance === id && one === criterion);
      return row?.['parse'] === 'failed' ? 'unparsed' : (WORDS[String(row?.['said'])] ?? `not known: ${row?.['said']}`);
    };
    return of;
  };
  const label = await said(`SELECT instance, criterion, value AS said FROM '${addressOf('gold')}'`);
  const answerOf = (run: string) =>
    said(`SELECT instance, criterion, verdict AS said, parse FROM '${addressOf('judgments')}' WHERE run = '${run}'`);
  const [one, two] = [await answerOf('one'), await answerOf('two')];
  // What begins with a sign is no formula of a spreadsheet.
  const both = (of: typeof one, id: string) => `'=Logic: ${of(id, 'logic')}; style: ${of(id, 'style')}`;
  const rowsOf = (rows: readonly Record<string, string>[]) => rows.map((row) => [row['label'], row['verdict:one']]);

  const asked = await save('?wrong=one');
  expect(asked.length).toBeGreaterThan(5);
  expect(rowsOf(asked)).toEqual(asked.map(({ instance = '' }) => [both(label, instance), both(one, instance)]));
  expect(Object.keys(asked[0] ?? {}).slice(0, 4)).toEqual(['instance', 'cluster', 'label', 'verdict:one']);
  expect(asked[0]).not.toHaveProperty('verdict:two');

  const all = await save('');
  expect(isBare()).toBe(false);
  expect(all.map((row) => row['verdict:two'])).toEqual(all.map(({ instance = '' }) => both(two, instance)));
  expect(all).toHaveLength(COUNT);

  const ofLogic = await save('?run=one&criterion=logic');
  expect(rowsOf(ofLogic)).toEqual(
    ofLogic.map(({ instance = '' }) => [label(instance, 'logic'), one(instance, 'logic')]),
  );
  expect(ofLogic.filter((row) => row['verdict:one'] === 'unparsed').length).toBeGreaterThan(2);
});

test('a file whose labels did not come is not made; without a network it is, and says what it lacks', async () => {
  const { save, isMissing, isBare } = await savedCsv(COUNT + 1);
  isMissing.lines = true;
  vi.mocked(saveFile).mockClear();
  await expect(save('')).rejects.toThrow('lacks the labels of some of these cases');
  expect(saveFile).not.toHaveBeenCalled();
  vi.stubGlobal('navigator', { onLine: false });
  const rows = await save('?wrong=one');
  expect(isBare()).toBe(true);
  expect(rows.length).toBeGreaterThan(5);
  expect(rows.every((row) => row['run:one'] === 'wrong')).toBe(true);
  const bare = Object.keys(rows[0] ?? {});
  isMissing.lines = false;
  const whole = await save('?wrong=one');
  expect(isBare()).toBe(false);
  expect(Object.keys(whole[0] ?? {}).filter((name) => !bare.includes(name))).toEqual(['label', 'verdict:one']);
});
