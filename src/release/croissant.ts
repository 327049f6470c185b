import type { Benchmark } from '../schema/benchmark.ts';
import { columnNote } from '../schema/columns.ts';
import type { ReleaseFile } from '../schema/release.ts';
import { entryOf } from '../schema/words.ts';

/** A file to be described: `stored` is the SHA-256 of its bytes as stored, which differs from the manifest's if it is gzipped. */
export type DescribedFile = ReleaseFile & { readonly stored: string };

export interface TableColumn {
  readonly name: string;
  readonly type: string;
}

export interface DescribedTable {
  readonly table: string;
  readonly about: string;
  readonly columns: readonly TableColumn[];
  readonly parquet: DescribedFile;
  readonly csv: DescribedFile;
}

/** What Croissant requires to be said of a dataset as a whole. */
export interface DescribedDataset {
  readonly name: string;
  readonly description: string;
  readonly licence: string;
  readonly creators: readonly { readonly type: 'Person' | 'Organization'; readonly name: string }[];
  /** ISO 8601, at least a year. */
  readonly date: string;
  /** Address of its page, which may be relative to the description. */
  readonly url: string;
  /** Digits of a hash of the content. */
  readonly version: string;
  readonly cite: string | null;
}

/** Words of Croissant that its context names plainly: `column` means `cr:column`. */
const WORDS =
  'citeAs column extract field fileProperty fileObject fileSet format includes isLiveDataset jsonPath key md5 parentField path recordSet references regex repeated replace separator source subField transform';

/** The JSON-LD context that Croissant 1.0 prescribes (https://docs.mlcommons.org/croissant/docs/croissant-spec-1.0.html). */
const CONTEXT = {
  '@language': 'en',
  '@vocab': 'https://schema.org/',
  conformsTo: 'dct:conformsTo',
  cr: 'http://mlcommons.org/croissant/',
  rai: 'http://mlcommons.org/croissant/RAI/',
  data: { '@id': 'cr:data', '@type': '@json' },
  dataType: { '@id': 'cr:dataType', '@type': '@vocab' },
  dct: 'http://purl.org/dc/terms/',
  examples: { '@id': 'cr:examples', '@type': '@json' },
  sc: 'https://schema.org/',
  ...Object.fromEntries(WORDS.split(' ').map((word) => [word, `cr:${word}`])),
};

const DATA_TYPES: Readonly<Record<string, string>> = { VARCHAR: 'sc:Text', INTEGER: 'sc:Integer', DOUBLE: 'sc:Float' };

/** Columns that hold another table's key: [table, column] by column name. */
const REFERENCES: Readonly<Record<string, readonly [string, string]>> = {
  run: ['runs', 'run'],
  judge: ['judges', 'judge'],
  instance: ['instances', 'instance'],
};

const nameInPath = (file: DescribedFile): string => file.path.slice(file.path.lastIndexOf('/') + 1);

function fileObject(file: DescribedFile): object {
  const gzip = file.path.endsWith('.gz');
  return {
    '@type': 'cr:FileObject',
    '@id': nameInPath(file),
    name: nameInPath(file),
    description: `${file.title}. ${file.about}`.trim(),
    contentUrl: nameInPath(file),
    contentSize: `${file.bytes} B`,
    encodingFormat: gzip ? 'application/gzip' : file.type,
    sha256: file.stored,
  };
}

function field(download: DescribedTable, column: TableColumn, tables: ReadonlySet<string>): object {
  const target = entryOf(REFERENCES, column.name);
  const refers = target !== undefined && target[0] !== download.table && tables.has(target[0]);
  return {
    '@type': 'cr:Field',
    '@id': `${download.table}/${column.name}`,
    name: column.name,
    description: columnNote(column.name) ?? `Column ${column.name} of ${download.table}.`,
    dataType: DATA_TYPES[column.type] ?? 'sc:Text',
    source: { fileObject: { '@id': nameInPath(download.parquet) }, extract: { column: column.name } },
    ...(refers ? { references: { field: { '@id': target.join('/') } } } : {}),
  };
}

/** Writes a Croissant 1.0 description of a dataset's tables, as JSON-LD; files are named relative to it. */
export function croissant(dataset: DescribedDataset, tables: readonly DescribedTable[]): string {
  const names = new Set(tables.map((t) => t.table));
  const description = {
    '@context': CONTEXT,
    '@type': 'sc:Dataset',
    conformsTo: 'http://mlcommons.org/croissant/1.0',
    name: dataset.name,
    description: dataset.description,
    license: { '@type': 'sc:CreativeWork', name: dataset.licence },
    creator: dataset.creators.map(({ type, name }) => ({ '@type': `sc:${type}`, name })),
    datePublished: dataset.date,
    url: dataset.url,
    version: `1.0.0+${dataset.version}`,
    ...(dataset.cite === null ? {} : { citeAs: dataset.cite }),
    isLiveDataset: false,
    distribution: tables.flatMap((t) => [fileObject(t.parquet), fileObject(t.csv)]),
    recordSet: tables.map((t) => ({
      '@type': 'cr:RecordSet',
      '@id': t.table,
      name: t.table,
      description: t.about,
      field: t.columns.map((column) => field(t, column, names)),
    })),
  };
  return `${JSON.stringify(description, null, 1)}\n`;
}

/** Year of data that this project made itself. */
const OWN_YEAR = '2026';

/** Describes the judgments of a benchmark as a dataset; `page` is its page relative to the description. */
export function judgmentsDataset(
  benchmark: Benchmark,
  { dates, version, page }: { readonly dates: readonly string[]; readonly version: string; readonly page: string },
): DescribedDataset {
  const { paper } = benchmark;
  const authors = (paper?.authors ?? []).map((name) => ({ type: 'Person' as const, name }));
  return {
    name: `${benchmark.id}-judgments`,
    description: [`${benchmark.name}: ${benchmark.tagline}.`, ...benchmark.summary].join(' '),
    licence: benchmark.data_licence,
    creators: authors.length > 0 ? authors : [{ type: 'Organization', name: 'Judgeboard' }],
    date: dates.toSorted().at(-1) ?? paper?.year.toString() ?? OWN_YEAR,
    url: paper?.url ?? page,
    version,
    cite: paper === undefined ? null : `${paper.authors.join(', ')} (${paper.year}). ${paper.title}.`,
  };
}

export function publishedDataset(benchmarks: readonly Benchmark[], version: string): DescribedDataset {
  const named = benchmarks.filter((b) => b.paper !== undefined);
  return {
    name: 'judgeboard-published-scores',
    description: `Every printed cell of the result tables of ${named.map((b) => b.name).join(', ')}: what is printed, the value used, its status and n.`,
    licence: 'Apache-2.0 for the compilation; the figures are those of the papers named.',
    creators: [{ type: 'Organization', name: 'Judgeboard' }],
    date: Math.max(Number(OWN_YEAR), ...named.map((b) => b.paper?.year ?? 0)).toString(),
    url: '../',
    version,
    cite: null,
  };
}
