import type { Benchmark } from '../../schema/benchmark.ts';
import type { TableColumn, TableDownload } from './downloads.ts';
import type { PartFile } from './part-files.ts';

/** The JSON-LD context that Croissant 1.0 prescribes (https://docs.mlcommons.org/croissant/docs/croissant-spec-1.0.html). */
const CONTEXT = {
  '@language': 'en',
  '@vocab': 'https://schema.org/',
  citeAs: 'cr:citeAs',
  column: 'cr:column',
  conformsTo: 'dct:conformsTo',
  cr: 'http://mlcommons.org/croissant/',
  rai: 'http://mlcommons.org/croissant/RAI/',
  data: { '@id': 'cr:data', '@type': '@json' },
  dataType: { '@id': 'cr:dataType', '@type': '@vocab' },
  dct: 'http://purl.org/dc/terms/',
  examples: { '@id': 'cr:examples', '@type': '@json' },
  extract: 'cr:extract',
  field: 'cr:field',
  fileProperty: 'cr:fileProperty',
  fileObject: 'cr:fileObject',
  fileSet: 'cr:fileSet',
  format: 'cr:format',
  includes: 'cr:includes',
  isLiveDataset: 'cr:isLiveDataset',
  jsonPath: 'cr:jsonPath',
  key: 'cr:key',
  md5: 'cr:md5',
  parentField: 'cr:parentField',
  path: 'cr:path',
  recordSet: 'cr:recordSet',
  references: 'cr:references',
  regex: 'cr:regex',
  repeated: 'cr:repeated',
  replace: 'cr:replace',
  sc: 'https://schema.org/',
  separator: 'cr:separator',
  source: 'cr:source',
  subField: 'cr:subField',
  transform: 'cr:transform',
} as const;

const DATA_TYPES: Readonly<Record<string, string>> = { VARCHAR: 'sc:Text', INTEGER: 'sc:Integer', DOUBLE: 'sc:Float' };

/** Columns that hold another table's key: [table, column] by column name. */
const REFERENCES: Readonly<Record<string, readonly [string, string]>> = {
  run: ['runs', 'run'],
  judge: ['judges', 'judge'],
  instance: ['instances', 'instance'],
};

const fileName = (file: PartFile): string => file.path.slice(file.path.lastIndexOf('/') + 1);

function fileObject(file: PartFile): object {
  const gzip = file.inflated !== undefined;
  return {
    '@type': 'cr:FileObject',
    '@id': fileName(file),
    name: fileName(file),
    description: `${file.title}. ${file.about}`.trim(),
    contentUrl: fileName(file),
    contentSize: `${file.bytes} B`,
    encodingFormat: gzip ? 'application/gzip' : file.type,
    sha256: file.stored,
  };
}

function field(download: TableDownload, column: TableColumn): object {
  const target = REFERENCES[column.name];
  const refers = target !== undefined && target[0] !== download.table;
  return {
    '@type': 'cr:Field',
    '@id': `${download.table}/${column.name}`,
    name: column.name,
    description: `Column ${column.name} of ${download.table}.`,
    dataType: DATA_TYPES[column.type] ?? 'sc:Text',
    source: { fileObject: { '@id': fileName(download.parquet) }, extract: { column: column.name } },
    ...(refers ? { references: { field: { '@id': target.join('/') } } } : {}),
  };
}

/** A Croissant 1.0 description of a benchmark's tables; files are named relative to it. One line of JSON per property. */
export function croissant(benchmark: Benchmark, version: string, downloads: readonly TableDownload[]): string {
  const { paper } = benchmark;
  const description = {
    '@context': CONTEXT,
    '@type': 'sc:Dataset',
    conformsTo: 'http://mlcommons.org/croissant/1.0',
    name: `${benchmark.id}-judgments`,
    description: [benchmark.tagline, ...benchmark.summary].join(' '),
    license: benchmark.data_licence,
    version: `1.0.0+${version}`,
    ...(paper === undefined ? {} : { citeAs: `${paper.authors.join(', ')} (${paper.year}). ${paper.title}.` }),
    ...(paper?.url === undefined ? {} : { url: paper.url }),
    isLiveDataset: false,
    distribution: downloads.flatMap((d) => [fileObject(d.parquet), fileObject(d.csv)]),
    recordSet: downloads.map((d) => ({
      '@type': 'cr:RecordSet',
      '@id': d.table,
      name: d.table,
      description: d.about,
      field: d.columns.map((column) => field(d, column)),
    })),
  };
  return `${JSON.stringify(description, null, 1)}\n`;
}
