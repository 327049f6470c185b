import { beforeAll, expect, test } from 'vitest';
import { writeCaseFiles } from '../../../src/cases/columns/write.ts';
import { OF_JUDGING_RUNS } from '../../../src/cases/said.ts';
import { openDrawn } from '../fixture.ts';

/**
 * Reads columns of cases by docs/release.md alone, and compares what it finds with the tables that they were made of: whoever reads the files
 * without this project's code finds what the document says.
 */
type Block = { readonly type: string; readonly at: number; readonly length: number };

class FileOfColumns {
  readonly head: {
    readonly cases: number;
    readonly facets: readonly { readonly name: string; readonly values: readonly string[] }[];
    readonly runs: readonly string[];
    readonly criteria: readonly string[];
    readonly blocks: readonly (readonly [string, string, number])[];
  };
  private readonly blocks = new Map<string, Block>();
  private readonly bytes: Uint8Array;

  constructor(bytes: Uint8Array) {
    this.bytes = bytes;
    if (String.fromCharCode(...bytes.slice(0, 4)) !== 'JCOL' || this.word(4) !== 2 || this.word(12) !== 0)
      throw new Error('another form');
    const end = 16 + this.word(8);
    this.head = JSON.parse(new TextDecoder().decode(bytes.slice(16, end)));
    let at = Math.ceil(end / 8) * 8;
    for (const [name, type, length] of this.head.blocks) {
      this.blocks.set(name, { type, at, length });
      at += Math.ceil((length * (type === 'u8' ? 1 : 4)) / 8) * 8;
    }
    expect(at).toBe(Math.ceil(bytes.length / 8) * 8);
  }

  private word(at: number): number {
    return [0, 1, 2, 3].reduce((sum, k) => sum + (this.bytes[at + k] ?? 0) * 256 ** k, 0);
  }

  private block(name: string): Block {
    const found = this.blocks.get(name);
    if (found === undefined) throw new Error(`no block ${name}`);
    return found;
  }

  /** Bytes of a block. */
  list(name: string): number[] {
    const { at, length } = this.block(name);
    return [...this.bytes.slice(at, at + length)];
  }

  /** Places of the cases in a set. */
  set(name: string): number[] {
    const { at, length } = this.block(name);
    expect(length).toBe(Math.ceil(this.head.cases / 32));
    const places = Array.from({ length: 32 * length }, (_, i) => i);
    return places.filter((i) => Math.floor(this.word(at + 4 * Math.floor(i / 32)) / 2 ** (i % 32)) % 2 === 1);
  }

  numbers(name: string): number[] {
    const bytes = this.list(name);
    const n = this.head.cases;
    return Array.from({ length: n }, (_, i) =>
      [0, 1, 2, 3].reduce((sum, k) => sum + (bytes[k * n + i] ?? 0) * 256 ** k, 0),
    );
  }

  texts(name: string): string[] {
    const bytes = this.list(name);
    const rests = new TextDecoder().decode(Uint8Array.from(bytes.slice(this.head.cases))).split('\0');
    let before = '';
    return bytes.slice(0, this.head.cases).map((alike, i) => {
      before = before.slice(0, alike) + (rests[i] ?? '');
      return before;
    });
  }
}

let drawn: Awaited<ReturnType<typeof openDrawn>>;
let columns: FileOfColumns;
let details: FileOfColumns;
let criteria: FileOfColumns;
beforeAll(async () => {
  drawn = await openDrawn(6);
  const { choices, database } = drawn;
  const written = await writeCaseFiles(database.query, choices);
  columns = new FileOfColumns(written.columns);
  details = new FileOfColumns(written.details);
  criteria = new FileOfColumns(written.criteria ?? new Uint8Array());
  return () => database.close();
});

const asked = async (sql: string) => drawn.database.query(sql);
/** Places of the cases that a question about judgments gives the ids of. */
async function placesOf(where: string): Promise<number[]> {
  const rows = await asked(`SELECT instances.rowid AS place FROM instances WHERE instance IN (
    SELECT instance FROM judgments JOIN runs USING (run) WHERE ${OF_JUDGING_RUNS} AND ${where}) ORDER BY place`);
  return rows.map(({ place }) => Number(place));
}

test('cases, facets, clusters and lengths', async () => {
  const rows = await asked('SELECT * FROM instances ORDER BY rowid');
  expect(columns.head.cases).toBe(rows.length);
  expect(columns.texts('instances')).toEqual(rows.map(({ instance }) => instance));
  expect(details.texts('clusters')).toEqual(
    rows.map(({ instance, cluster }) => (cluster === instance ? '' : (cluster ?? ''))),
  );
  expect(details.numbers('prompt')).toEqual(rows.map((row) => Number(row['prompt_length'])));
  expect(columns.head.facets.length).toBeGreaterThan(1);
  for (const [k, { name, values }] of columns.head.facets.entries()) {
    const column = name === 'split' ? 'split' : `attributes.${name}`;
    const found = columns.list(`facet ${k}`).map((place) => (place === 255 ? null : (values[place] ?? null)));
    expect(found, name).toEqual(rows.map((row) => String(row[column] ?? '')));
  }
});

test('judgments: who was asked what, how it was read, and how much was said', async () => {
  const rows =
    await asked(`SELECT instances.rowid AS place, count(run) AS n, coalesce(max(length), 0) AS longest FROM instances
    LEFT JOIN (SELECT judgments.* FROM judgments JOIN runs USING (run) WHERE ${OF_JUDGING_RUNS}) USING (instance) GROUP BY place ORDER BY place`);
  expect(columns.numbers('judgments')).toEqual(rows.map(({ n }) => Number(n)));
  expect(columns.numbers('longest')).toEqual(rows.map(({ longest }) => Number(longest)));
  const statuses = ['ok', 'verifier', 'fallback', 'failed', 'abstained', 'missing', 'refused', 'error'];
  for (const [s, status] of statuses.entries())
    expect(columns.set(`parse ${s}`), status).toEqual(await placesOf(`parse = '${status}'`));
  for (const [c, criterion] of columns.head.criteria.entries())
    expect(columns.set(`criterion ${c}`), criterion).toEqual(await placesOf(`criterion = '${criterion}'`));
  for (const [r, run] of columns.head.runs.entries())
    expect(columns.set(`judged ${r}`), run).toEqual(await placesOf(`run = '${run}'`));
});

test('who is right was asked, and under a criterion no one who was not asked at all', () => {
  let right = 0;
  for (const r of columns.head.runs.keys()) {
    const [all, won] = [columns.set(`asked ${r}`), columns.set(`won ${r}`)];
    right += won.length;
    expect(won.filter((place) => !all.includes(place))).toEqual([]);
    const under = columns.head.criteria.map((_, c) => criteria.set(`asked ${r} under ${c}`));
    expect(under.flat().filter((place) => !all.includes(place))).toEqual([]);
    for (const c of columns.head.criteria.keys())
      expect(criteria.set(`won ${r} under ${c}`).filter((place) => !under[c]?.includes(place))).toEqual([]);
  }
  expect(right).toBeGreaterThan(0);
});
