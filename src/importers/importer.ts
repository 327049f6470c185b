import type { Source } from '../records/source.ts';
import type { ImportItems } from './item.ts';
import type { Ledger } from './ledger.ts';
import { plainId } from './names.ts';

export interface ImportOptions {
  /** Whose answers to take: an id, or the name as the files spell it. */
  readonly judge?: string | undefined;
  /** Benchmark id of the run; each format has its own standard. */
  readonly benchmark?: string | undefined;
  /** Name of the run; judge and variant by default. */
  readonly run?: string | undefined;
  /** VIEScore: number of examples in the prompt, or what else the folder's name says. */
  readonly shot?: string | undefined;
  /** Table: the mapping file. */
  readonly mapping?: Source | undefined;
}

/** Turns the files of one format into canonical records. Never throws for what stands in the files. */
type Importer = (sources: readonly Source[], options: ImportOptions) => ImportItems;

export interface ImportFormat {
  readonly id: string;
  readonly about: string;
  readonly import: Importer;
}

const DATA_FILE = /\.(?:jsonl?|ndjson|csv|tsv|parquet)(?:\.gz)?$/i;

/** The files that may hold rows: a file given alone in any case, of a folder those whose names say so, not its pictures and notes. */
export function dataFiles(sources: readonly Source[]): readonly Source[] {
  return sources.length === 1 ? sources : sources.filter(({ name }) => DATA_FILE.test(name));
}

/** What `idText` takes. */
export const ID_EXPECTED = 'text, or a number up to 2^53';

/**
 * An id that one file writes as a number and another as text, as text; null when there is none, or when it is a whole number
 * too large to be read exactly: two such ids could become one.
 */
export function idText(value: unknown): string | null {
  if (typeof value === 'string') return value.trim() === '' ? null : value;
  if (typeof value !== 'number' || !Number.isFinite(value)) return null;
  return Number.isInteger(value) && !Number.isSafeInteger(value) ? null : String(value);
}

/** Text of a field; numbers as they print, everything else as absent. */
export function textOf(value: unknown): string {
  if (typeof value === 'string') return value;
  return typeof value === 'number' ? String(value) : '';
}

export type RawRow = Readonly<Record<string, unknown>>;

export function isRow(value: unknown): value is RawRow {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Words in file names that say what is in a file rather than who wrote it. */
const NOT_A_NAME =
  /(?:^|[_.-])(?:\d{8}_\d{6}|samples_multi_crit.*|outputs?|responses?|judge?ments?|results?|raw|critiques?)(?=$|[_.-])/g;

/** The judge that was asked for; else, with a warning, the one that the name of the file or of its folder gives. */
export function judgeOf(options: ImportOptions, file: string | undefined, ledger: Ledger): string {
  if (options.judge !== undefined) return plainId(options.judge);
  const parts = (file ?? '').split('/').reverse();
  const stems = parts.map((part, i) =>
    i === 0 ? part.replace(/(?:\.(?:jsonl|ndjson|json|csv|tsv|parquet|gz))+$/, '') : part,
  );
  const name = stems.map((stem) => stem.replace(NOT_A_NAME, '')).find((stem) => plainId(stem) !== '');
  const judge = plainId(name ?? '');
  const message = 'the judge is named nowhere in the file';
  ledger.warn({
    file: file ?? '.',
    field: 'judge',
    message,
    found: judge,
    hint: 'its name was taken from the file name; say --judge to set it',
  });
  return judge;
}

/** How a run is called, and what it is of: as the options say, else by its judge and the format's own benchmark. */
export const runNames = (
  { run, benchmark }: ImportOptions,
  judge: string,
  usual: string,
): { readonly run: string; readonly benchmark: string; readonly judge: string } => ({
  run: run ?? judge,
  benchmark: benchmark ?? usual,
  judge,
});
