import fs from 'node:fs/promises';
import path from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { isSeq, parseDocument } from 'yaml';
import { z } from 'zod';
import { metricById } from '../metrics/index.ts';
import { readYaml } from '../records/yaml.ts';
import { type BoardColumn, isComputed, rowLabel, type StoredBoard } from '../schema/board.ts';
import { csvText } from '../schema/csv.ts';
import {
  type ChangeNotes,
  DATED_COLUMNS,
  type DatedRelease,
  type DatedValue,
  datedLabel,
  hashOfId,
  ID_DIGITS,
  valueKey,
} from '../schema/dated-release.ts';
import { NonEmpty, WebAddress } from '../schema/judge.ts';
import type { Checked, Problem } from '../schema/problem.ts';
import { sliceText } from '../schema/slice.ts';
import { number } from '../sql/query.ts';
import { literal } from '../sql/quote.ts';
import { openDuckDB, queriedRows } from './duckdb.ts';
import { makeFolder, nullIfMissing, writeWhole } from './folders.ts';
import type { BuiltParts } from './instance-parts.ts';
import { sha256 } from './writer.ts';

/** Beside `data/`, so that no benchmark is called so: the values of releases, and the list of them. */
const RELEASES = 'releases';
const LIST = `${RELEASES}/releases.yaml`;
const HEAD = `# Releases whose values stay. \`judgeboard build --release "what changed"\` adds one; what follows is added by hand.
# renamed: a judge's id then and now. reasons: why something left or changed, by the id of a judge, metric or benchmark, or <benchmark>/<table>.
`;

const ListFile = z.strictObject({
  releases: z.array(
    z.strictObject({
      id: z.string().regex(/^\d{4}-\d{2}-\d{2}-[0-9a-f]{8}$/, 'a date and eight hex digits'),
      date: z.iso.date(),
      what: NonEmpty,
      site: WebAddress.optional(),
    }),
  ),
  renamed: z.record(z.string(), NonEmpty).default({}),
  reasons: z.record(z.string(), NonEmpty).default({}),
});

/** The dated releases of a project: the list as it is written, and each one's file. */
export interface StoredReleases extends ChangeNotes {
  readonly list: string;
  readonly releases: readonly DatedRelease[];
  readonly files: ReadonlyMap<string, Uint8Array>;
}

const NONE: StoredReleases = { list: '', releases: [], renamed: {}, reasons: {}, files: new Map() };

/** Says what is wrong with the file of a release; null where it holds what its name says. */
function damageIn(id: string, bytes: Uint8Array | null): Problem | null {
  const file = `${RELEASES}/${id}.csv.gz`;
  const hint = 'take it from the history of the project; a release never changes';
  if (bytes === null) return { file, message: 'the file is missing, and the list names it', hint };
  try {
    const found = sha256(gunzipSync(bytes)).slice(0, ID_DIGITS);
    const message = 'it holds other values than its name says';
    return found === hashOfId(id) ? null : { file, expected: hashOfId(id), found, message, hint };
  } catch {
    return { file, message: 'it is damaged or cut off: it cannot be inflated', hint };
  }
}

/** Reads the dated releases of a project, none where it has no list. A file that is missing, changed, cut off or listed nowhere is a problem. */
export async function readReleases(root: string): Promise<Checked<StoredReleases>> {
  const list = await fs.readFile(path.join(root, LIST), 'utf8').catch(nullIfMissing);
  const names = (await fs.readdir(path.join(root, RELEASES)).catch(nullIfMissing)) ?? [];
  const read = list === null ? null : readYaml(LIST, list, ListFile);
  if (list !== null && (read === null || read.value === null)) return { value: NONE, problems: read?.problems ?? [] };
  const { releases = [], renamed = {}, reasons = {} } = read?.value ?? {};
  const problems: Problem[] = names
    .filter((name) => name.endsWith('.csv.gz') && releases.every(({ id }) => name !== `${id}.csv.gz`))
    .map((name) => ({
      file: `${RELEASES}/${name}`,
      message: `${LIST} does not name it`,
      hint: 'add it, or remove it',
    }));
  const files = new Map<string, Uint8Array>();
  for (const { id } of releases) {
    const bytes = await fs.readFile(path.join(root, RELEASES, `${id}.csv.gz`)).catch(nullIfMissing);
    const damage = damageIn(id, bytes);
    if (damage !== null) problems.push(damage);
    else if (bytes !== null) files.set(id, bytes);
  }
  const sound = releases.filter(({ id }) => files.has(id));
  return { value: { list: list ?? '', releases: sound, renamed, reasons, files }, problems };
}

/** Digits of a value beyond those that its column shows: less than these is no change. */
const MORE_DIGITS = 2;

const versionOf = ({ metric }: BoardColumn): string => String(metricById(metric ?? '')?.version ?? 1);

function valuesOf(board: StoredBoard, labels: string): DatedValue[] {
  const isOurs = isComputed(board);
  const named = { ...board, release: '' };
  return board.rows.flatMap((row) =>
    board.columns.flatMap((column): DatedValue[] => {
      const cell = row.cells[column.key];
      if (row.kind !== 'judge' || cell === undefined || cell.value === null) return [];
      const digits = (value: number | undefined): string =>
        value === undefined ? '' : String(Number(value.toFixed(column.decimals + MORE_DIGITS)) + 0);
      const { rank, interval } = cell;
      return [
        {
          ...{ benchmark: board.benchmark, board: board.table, judge: row.judge ?? '', run: row.id },
          ...{ name: rowLabel(row, named), column: column.key, metric: column.metric ?? '' },
          label: datedLabel(column),
          ...{ slice: sliceText(column.slice), shown: cell.printed, value: digits(cell.value) },
          ...{ low: digits(interval?.lo), high: digits(interval?.hi), n: String(cell.n ?? '') },
          rank: rank === null ? '' : rank.best === rank.worst ? String(rank.best) : `${rank.best}-${rank.worst}`,
          ...{ version: isOurs ? versionOf(column) : '', labels: isOurs ? labels : '' },
        },
      ];
    }),
  );
}

/** Hashes the labels of every benchmark that has some, whatever their order and the form of their file. */
async function labelHashes({ parts }: Pick<BuiltParts, 'parts'>): Promise<ReadonlyMap<string, string>> {
  const { connection, close } = await openDuckDB(':memory:');
  try {
    const hashes = new Map<string, string>();
    for (const { benchmark, folder, part } of parts) {
      const files = part.files.filter(({ path: name }) => /\/(?:run_)?gold\.[^/]+\.parquet$/.test(name));
      const sums: string[] = [];
      for (const { path: name } of files) {
        const from = `read_parquet(${literal(path.join(folder, name))}) AS line`;
        const sql = `SELECT count(*)::DOUBLE AS n, coalesce(sum(md5_number_lower(line::VARCHAR)), 0)::VARCHAR AS sum FROM ${from}`;
        const [row] = await queriedRows(await connection.run(sql));
        if (row !== undefined) sums.push(`${number(row, 'n')} ${String(row['sum'])}`);
      }
      hashes.set(benchmark, sha256(sums.join('\n')).slice(0, ID_DIGITS));
    }
    return hashes;
  } finally {
    close();
  }
}

/** Writes the values of boards as a dated release has them; their order says nothing, so that one that changes makes no other release. */
function datedText(boards: readonly StoredBoard[], labels: ReadonlyMap<string, string>): string {
  const lines = boards
    .flatMap((board) => valuesOf(board, labels.get(board.benchmark) ?? ''))
    .map((value) => ({ key: valueKey(value), texts: DATED_COLUMNS.map((name) => value[name]) }))
    .sort((a, b) => (a.key < b.key ? -1 : 1));
  return csvText(
    DATED_COLUMNS,
    lines.map(({ texts }) => texts),
  );
}

/** What a release is published as: on which day, and with which words. */
export interface Publishing {
  readonly day: string;
  readonly what: string;
}

/** The dated releases of a build: those that there are, the one that is added, and the values of the build itself. */
export interface BuiltReleases extends StoredReleases {
  readonly text: string;
  /** The release with the values of the build; null where none has them. */
  readonly present: DatedRelease | null;
  readonly added: DatedRelease | null;
}

/** Adds a release to a list as it is written. Comments stay. */
function withRelease(list: string, { id, date, what }: DatedRelease): string {
  const doc = parseDocument(list === '' ? `${HEAD}releases: []\n` : list);
  const all = doc.get('releases');
  if (isSeq(all)) all.flow = false;
  doc.addIn(['releases'], doc.createNode({ id, date, what }));
  return doc.toString({ lineWidth: 0 });
}

/** Gives the dated releases of a build with `publishing`, the build's own among them unless one has these values already. */
export async function builtReleases(
  stored: StoredReleases,
  {
    boards,
    built,
    publishing,
  }: {
    readonly boards: readonly StoredBoard[];
    readonly built: BuiltParts;
    readonly publishing: Publishing | undefined;
  },
): Promise<BuiltReleases> {
  const text = datedText(boards, await labelHashes(built));
  const hash = sha256(text).slice(0, ID_DIGITS);
  const present = stored.releases.findLast(({ id }) => hashOfId(id) === hash) ?? null;
  if (present !== null || publishing === undefined) return { ...stored, text, present, added: null };
  const added = { id: `${publishing.day}-${hash}`, date: publishing.day, what: publishing.what };
  return {
    ...stored,
    ...{ text, present: added, added, list: withRelease(stored.list, added) },
    releases: [...stored.releases, added],
    files: new Map([...stored.files, [added.id, gzipSync(text, { level: 9 })]]),
  };
}

/** Writes the release that a build added into the project. A file of its name is never written over: what is there stays, and this throws. */
export async function storeAdded(root: string, { added, files, list }: BuiltReleases): Promise<void> {
  if (added === null) return;
  await makeFolder(path.join(root, RELEASES));
  await fs.writeFile(path.join(root, RELEASES, `${added.id}.csv.gz`), files.get(added.id) ?? '', { flag: 'wx' });
  await writeWhole(path.join(root, LIST), (partial) => fs.writeFile(partial, list));
}
