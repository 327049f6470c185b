import type { Protocol } from '../../schema/benchmark.ts';
import type { Query } from '../../sql/query.ts';
import { identifier, listedTable } from '../../sql/quote.ts';
import { type ClusterGroups, FIRST_LABEL, groupsOf, type RaterCodes, UNREAD } from '../../stats/cross-table.ts';
import { CodedRaters, type LabelBits, labelBits } from '../../stats/label-bits.ts';
import type { FigureChoices, FigureRun, FigureScope } from './instance-figure.ts';

/** What every run of a protocol made of every item, side by side. */
export interface Sheet {
  readonly runs: readonly FigureRun[];
  /** Codes per run, in the order of `runs`, and then of the people's labels where the sheet has them; worked out when they are asked for. */
  readonly codes: () => readonly RaterCodes[];
  /** The same raters and items as sets, to count pairs from. */
  readonly bits: () => LabelBits;
  /** Number of codes. */
  readonly size: number;
  readonly groups: ClusterGroups;
  /** Row of the item's instance in the table `instances`. */
  readonly places: Int32Array;
}

const HALF = 24;

/** Gives the runs of a protocol, in the order of their bits; what tells a judge's protocols apart is left out of their names. */
export const protocolRuns = ({ runs }: FigureChoices, protocol: Protocol): readonly FigureRun[] =>
  runs
    .filter((run) => run.protocol === protocol)
    .map((run) => ({
      ...run,
      label: run.label
        .split(', ')
        .filter((word) => word !== protocol)
        .join(', '),
    }));

/** Names a temporary table that is made once for a release and its runs: the masks are read again for every selection of cases. */
export function keptTable(kind: string, protocol: Protocol, choices: FigureChoices): string {
  const { benchmark, release } = choices;
  return [kind, protocol, benchmark, release, ...protocolRuns(choices, protocol).map(({ run }) => run)].join(' ');
}

const IS_KEPT = 'SELECT count(*)::INTEGER AS n FROM duckdb_tables() WHERE temporary AND table_name = ?';

export async function isKept(query: Query, table: string): Promise<boolean> {
  const [row] = await query(IS_KEPT, [table]);
  return Number(row?.['n'] ?? 0) > 0;
}

/** Whole numbers of the selected items, in one order, by name of the column. */
type SheetColumns = Readonly<Record<string, Float64Array>>;

/**
 * Reads columns of the selected items of a kept table, items of one cluster side by side. They come as lists, since making rows takes
 * longer than the query.
 */
async function itemsOf(
  query: Query,
  table: string,
  {
    runs,
    names,
    scope: { where },
  }: {
    readonly runs: number;
    readonly names: { readonly plain: readonly string[]; readonly masks: readonly string[] };
    readonly scope: FigureScope;
  },
): Promise<SheetColumns> {
  const plain = ['cluster', 'place', ...names.plain];
  const masks = names.masks.flatMap((name) => wordNumbers(runs).map((k) => `${name}_${k}`));
  const lists = [...plain, ...masks.map((mask) => `${mask}::DOUBLE`)].map((column, i) => `list(${column}) AS _${i}`);
  const [row = {}] = await query(
    `SELECT ${lists.join(', ')} FROM (
  SELECT * FROM ${identifier(table)} WHERE place IN (SELECT rowid FROM instances WHERE ${where.sql}) ORDER BY cluster, place)`,
    where.params,
  );
  return Object.fromEntries(
    [...plain, ...masks].map((name, i) => {
      const list = row[`_${i}`];
      return [name, Float64Array.from(Array.isArray(list) ? list : [])];
    }),
  );
}

/** Takes a column as whole numbers. */
export const sheetColumn = (columns: SheetColumns, name: string): Int32Array => Int32Array.from(columns[name] ?? []);

/** Gives the groups and places of items, from the columns `cluster` and `place`. */
const groupedItems = (columns: SheetColumns): Pick<Sheet, 'groups' | 'places'> => ({
  groups: groupsOf(sheetColumn(columns, 'cluster')),
  places: sheetColumn(columns, 'place'),
});

/**
 * Takes half of each mask, because bitwise operators take 32 bits. Loops are plain here and below, because they run over every item and
 * run.
 */
function halfOf(masks: Float64Array, half: number): Int32Array {
  const bits = new Int32Array(masks.length);
  for (let i = 0; i < bits.length; i += 1) {
    const mask = masks[i] ?? 0;
    const upper = Math.floor(mask / 2 ** HALF);
    bits[i] = half === 0 ? mask - upper * 2 ** HALF : upper;
  }
  return bits;
}

/** Reads the codes of the run with this bit from the planes of its label, the lowest bit first. */
function codesAt(asked: Int32Array, planes: readonly Int32Array[], bit: number): RaterCodes {
  const codes = new Uint16Array(asked.length);
  for (const [place, plane] of planes.entries()) {
    for (let i = 0; i < codes.length; i += 1) codes[i] = (codes[i] ?? 0) | ((((plane[i] ?? 0) >> bit) & 1) << place);
  }
  for (let i = 0; i < codes.length; i += 1) codes[i] = (((asked[i] ?? 0) >> bit) & 1) * ((codes[i] ?? 0) + UNREAD);
  return codes;
}

/** Reads the codes of each run: who was asked, and the label by the bits of its number. */
function codesOf(
  columns: SheetColumns,
  runs: number,
  { asked, planes }: { readonly asked: string; readonly planes: readonly string[] },
): RaterCodes[] {
  return Array.from({ length: Math.ceil(runs / HALF) }, (_, half) => {
    const bitsOf = (name: string): Int32Array =>
      halfOf(columns[`${name}_${Math.floor((half * HALF) / RUNS_PER_WORD)}`] ?? new Float64Array(), half % 2);
    const [first, rest] = [bitsOf(asked), planes.map(bitsOf)];
    return Array.from({ length: Math.min(HALF, runs - half * HALF) }, (__, bit) => codesAt(first, rest, bit));
  }).flat();
}

/** Gives what raters said as codes, of which there are `size`, and as sets. */
function codedRaters(
  codes: readonly RaterCodes[],
  { size, groups, places }: Pick<Sheet, 'size' | 'groups' | 'places'>,
): Pick<Sheet, 'codes' | 'bits'> {
  const labels = size - FIRST_LABEL;
  return {
    codes: () => codes,
    bits: () =>
      labelBits(new CodedRaters(codes, { items: places.length, labels }), [...codes.keys()], { within: null, groups }),
  };
}

/** Which columns of a kept table say what the runs said, and which others are wanted. */
interface KeptColumns {
  readonly runs: Sheet['runs'];
  /** The mask of those who were asked, and the masks of the bits of their label's number, the lowest first. */
  readonly asked: string;
  readonly planes: readonly string[];
  readonly plain: readonly string[];
  /** Columns whose codes follow those of the runs. */
  readonly people?: readonly string[];
  /** Number of codes. */
  readonly size: number;
  readonly scope: FigureScope;
}

/** Reads the selected items of a kept table as a sheet, and its columns. */
export async function keptSheet(
  query: Query,
  table: string,
  { runs, asked, planes, plain, people = [], size, scope }: KeptColumns,
): Promise<{ readonly sheet: Sheet; readonly columns: SheetColumns }> {
  const names = { plain: [...plain, ...people], masks: [asked, ...planes] };
  const columns = await itemsOf(query, table, { runs: runs.length, names, scope });
  const codes = [
    ...codesOf(columns, runs.length, { asked, planes }),
    ...people.map((name) => Uint16Array.from(sheetColumn(columns, name))),
  ];
  const items = { size, ...groupedItems(columns) };
  return { sheet: { runs, ...items, ...codedRaters(codes, items) }, columns };
}

/** Runs per column of masks: whole numbers below 2⁵³ pass through a DOUBLE unharmed. */
const RUNS_PER_WORD = 48;

/** Lists the numbers of the words that hold a bit for each run. */
const wordNumbers = (runs: number): readonly number[] =>
  Array.from({ length: Math.ceil(runs / RUNS_PER_WORD) }, (_, k) => k);

/**
 * Writes `places` (run, word, bit, first): the bit of each run by its place in the list, and its first repeat, so that repeats are not
 * counted twice. The values are written out, since DuckDB binds none to CREATE.
 */
export function runPlacesSql(runs: readonly FigureRun[]): string {
  const rows = runs.map(({ run }, place) => [run, place]);
  return `places AS (
  SELECT run, place // ${RUNS_PER_WORD} AS word, 1::BIGINT << (place % ${RUNS_PER_WORD})::INTEGER AS bit, first
  FROM ${listedTable('listed', { run: 'VARCHAR', place: 'INTEGER' }, rows)}
  JOIN (SELECT run, min(repeat) AS first FROM judgments GROUP BY run) USING (run))`;
}

/** Writes masks of the rows that fulfil a condition, one per word: `name_0`, … */
export function masksSql(runs: number, conditions: Readonly<Record<string, string>>): string {
  return Object.entries(conditions)
    .flatMap(([name, condition]) =>
      wordNumbers(runs).map((k) => {
        const wanted = runs > RUNS_PER_WORD ? `word = ${k} AND (${condition})` : condition;
        return `bit_or(CASE WHEN ${wanted} THEN bit ELSE 0 END) AS ${name}_${k}`;
      }),
    )
    .join(', ');
}

/** Writes an expression over the masks of each word, by its number. */
export const perWord = (runs: number, expression: (word: number) => string): string =>
  wordNumbers(runs).map(expression).join(', ');
