import fs from 'node:fs/promises';
import path from 'node:path';
import { type BasicType, parquetWriteBuffer } from 'hyparquet-writer';
import { SWITCHES } from '../metrics/score.ts';
import { BOARD_LINE_COLUMNS, boardLines, boardLineTexts, type StoredBoard, tableName } from '../schema/board.ts';
import { csvText } from '../schema/csv.ts';
import { type DatedReleases, datedFile } from '../schema/dated-release.ts';
import type { Problem } from '../schema/problem.ts';
import { type ProjectData, PUBLISHED_COLUMNS, type PublishedCell } from '../schema/published.ts';
import type { Manifest, ReleaseFile } from '../schema/release.ts';
import { RELEASE_SCHEMA, switchedPath } from '../schema/release-paths.ts';
import { boardsAsPrinted } from './board.ts';
import type { AuditedClaims } from './claims.ts';
import { croissant, type DescribedFile, type DescribedTable, publishedDataset } from './croissant.ts';
import type { BuiltReleases } from './dated-releases.ts';
import { type BuiltParts, runBoards } from './instance-parts.ts';
import type { SwitchedBoard } from './instances/switched-boards.ts';
import type { ReleaseRegistry } from './read.ts';
import { ReleaseFiles } from './writer.ts';

const NUMBERS: Partial<Record<string, string>> = { value: 'DOUBLE', n: 'INTEGER' };
const PARQUET_TYPES: Readonly<Partial<Record<string, BasicType>>> = { DOUBLE: 'DOUBLE', INTEGER: 'INT32' };
const ABOUT = 'One row per printed cell of the papers’ tables: what is printed, the value used, its status and n.';

/** Lists the fields of a cell in the order of the public contract; what is not known is null. */
function record({ rowKind, ...cell }: PublishedCell): (string | number | null)[] {
  const fields = { ...cell, row_kind: rowKind };
  return PUBLISHED_COLUMNS.map((name) => (fields[name] === '' ? null : fields[name]));
}

/** Writes `published_scores.csv`, safe for spreadsheets, and `published_scores.parquet`, every text character for character as printed. */
export function writePublishedScores(writer: ReleaseFiles, cells: readonly PublishedCell[]): DescribedTable {
  const note = { title: 'Published scores', about: ABOUT, rows: cells.length };
  const records = cells.map(record);
  writer.list('published_scores.csv', csvText(PUBLISHED_COLUMNS, records), { ...note, type: 'text/csv' });
  const columnData = PUBLISHED_COLUMNS.map((name, i) => ({
    name,
    data: records.map((fields) => fields[i] ?? null),
    type: PARQUET_TYPES[NUMBERS[name] ?? ''] ?? 'STRING',
  }));
  writer.list('published_scores.parquet', new Uint8Array(parquetWriteBuffer({ columnData })), {
    ...note,
    type: 'application/vnd.apache.parquet',
  });
  return {
    table: 'published_scores',
    about: ABOUT,
    columns: PUBLISHED_COLUMNS.map((name) => ({ name, type: NUMBERS[name] ?? 'VARCHAR' })),
    parquet: described(writer, 'published_scores.parquet'),
    csv: described(writer, 'published_scores.csv'),
  };
}

function described(writer: ReleaseFiles, name: string): DescribedFile {
  const file = writer.described.find((f) => f.path === name);
  if (file === undefined) throw new Error(`${name} was not written`);
  return file;
}

function writeBoard(writer: ReleaseFiles, board: StoredBoard): void {
  const where = tableName(board);
  writer.list(`boards/${board.benchmark}/${board.table}.*.json`, JSON.stringify(board), {
    type: 'application/json',
    title: `${board.benchmarkName}, ${where}`,
    about: `${board.title}: values, intervals, ranks and reference lines as shown.`,
    rows: board.rows.length,
  });
  const lines = boardLines(board);
  writer.list(
    `boards/${board.benchmark}/${board.table}.*.csv`,
    csvText(BOARD_LINE_COLUMNS, lines.map(boardLineTexts)),
    {
      type: 'text/csv',
      title: `${board.benchmarkName}, ${where}`,
      about: `${board.title}: one row per value, with interval, n and rank.`,
      rows: lines.length,
    },
  );
}

function writeSwitched(writer: ReleaseFiles, switched: SwitchedBoard): void {
  const { board } = switched;
  const label = SWITCHES.find(({ id }) => id === switched.switch)?.label ?? switched.switch;
  writer.list(`${switchedPath(board.benchmark, board.table, switched.switch)}*.json`, JSON.stringify(board), {
    type: 'application/json',
    title: `${board.benchmarkName}, ${tableName(board)}: ${label.toLowerCase()}`,
    about: `${board.title}: values, intervals and ranks under the switch “${label}”.`,
    rows: board.rows.length,
  });
}

type Made = Pick<ReleaseInput, 'audit' | 'built'>;

/** Gives all boards of a release: those that papers print, then those of runs. */
export const releaseBoards = (data: ProjectData, { audit, built }: Made): readonly StoredBoard[] => [
  ...boardsAsPrinted(data, audit.cells),
  ...runBoards(built),
];

function writeBoards(writer: ReleaseFiles, { boards, built }: ReleaseInput): void {
  for (const board of boards) writeBoard(writer, board);
  for (const { part } of built.parts) for (const switched of part.switched) writeSwitched(writer, switched);
}

/** Writes the values of dated releases, and those of this one where no dated release has them. */
function writeDated(writer: ReleaseFiles, { dated }: ReleaseInput): DatedReleases {
  const { releases, renamed, reasons, files, present, text } = dated;
  const type = 'application/gzip';
  for (const { id, what } of releases)
    writer.list(datedFile(id), files.get(id) ?? '', { type, title: `Values of release ${id}`, about: what });
  const note = { type, title: 'Values of this release', about: 'One row a value, as `/changes/` compares releases.' };
  const file =
    present === null ? writer.listGzipped('releases/values.*.csv', Buffer.from(text), note) : datedFile(present.id);
  return { releases, renamed, reasons, today: { file, id: present?.id ?? null } };
}

export interface ReleaseInput {
  readonly data: ProjectData;
  readonly audit: AuditedClaims;
  /** What was left out of the descriptions and published tables. */
  readonly unsound: readonly Problem[];
  readonly built: BuiltParts;
  readonly boards: readonly StoredBoard[];
  readonly dated: BuiltReleases;
  readonly release: string;
  readonly engine: string;
}

export interface WrittenRelease {
  readonly dated: BuiltReleases;
  readonly manifest: Manifest;
  /** Every file that the release lists, also those of its parts. */
  readonly files: readonly ReleaseFile[];
}

function writeScores(writer: ReleaseFiles, { data, audit, release }: ReleaseInput): void {
  const table = writePublishedScores(writer, audit.cells);
  const dataset = publishedDataset(
    data.benchmarks.map((b) => b.benchmark),
    release,
  );
  writer.list('croissant.json', croissant(dataset, [table]), {
    type: 'application/ld+json',
    title: 'Published scores, Croissant description',
    about: 'Machine-readable description of the files and their columns (Croissant 1.0, JSON-LD).',
  });
}

function writeReports(writer: ReleaseFiles, { data, audit, built, unsound }: ReleaseInput, dated: DatedReleases): void {
  const { report, findings, cells } = audit;
  const benchmarks = data.benchmarks.map((b) => b.benchmark);
  const registry: ReleaseRegistry = { benchmarks, judges: data.judges, audit: report, findings, cells, unsound, dated };
  writer.list('registry.*.json', JSON.stringify(registry), {
    type: 'application/json',
    title: 'Registry',
    about: 'Benchmarks, judges, audit report, claims and every printed cell.',
  });
  writer.list('ingest.*.json', JSON.stringify(built.ingest), {
    type: 'application/json',
    title: 'Ingest report',
    about: 'How the records of every run were read: rows read, accepted and left out, with reasons.',
  });
}

function manifestOf(input: ReleaseInput, files: readonly ReleaseFile[], list: string): Manifest {
  const partOf = new Map(input.built.parts.map(({ benchmark, part }) => [benchmark, part]));
  const databases = new Set([...partOf.values()].map((part) => part.data.database));
  return {
    schema: RELEASE_SCHEMA,
    release: input.release,
    engine: input.engine,
    benchmarks: input.data.benchmarks.map(({ benchmark, tables }) => ({
      id: benchmark.id,
      name: benchmark.name,
      synthetic: benchmark.synthetic,
      tables: [...Object.keys(tables), ...(partOf.get(benchmark.id)?.boards ?? []).map((b) => b.table)],
      instances: partOf.get(benchmark.id)?.data ?? null,
    })),
    files: files.filter(({ path: name }) => databases.has(name)),
    list,
  };
}

/** Writes all of a release but its parts' files into a folder: boards, downloads, reports, the list of files, the manifest. */
export async function writeRelease(input: ReleaseInput, folder: string): Promise<WrittenRelease> {
  const writer = new ReleaseFiles(folder);
  writeScores(writer, input);
  writeBoards(writer, input);
  writeReports(writer, input, writeDated(writer, input));
  const listed = [...writer.listed, ...input.built.parts.flatMap(({ part }) => part.files)];
  const files = listed.toSorted((a, b) => (a.path < b.path ? -1 : 1));
  const list = writer.list('files.*.json', JSON.stringify(files), {
    type: 'application/json',
    title: 'List of files',
  });
  const manifest = manifestOf(input, files, list);
  await fs.writeFile(path.join(folder, 'manifest.json'), `${JSON.stringify(manifest)}\n`);
  return { manifest, files, dated: input.dated };
}
