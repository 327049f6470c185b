import { means, parseMappingSql, tablesNamed } from '../../importers/mapping-sql.ts';
import type { Preview } from '../intake/preview.ts';

interface About {
  readonly about: string;
  readonly source: string;
  /** Columns by which a table is known to be of this kind, where names of files alone do not tell. */
  readonly columns: readonly string[];
}

/** A mapping of another tool's files, as `judgeboard import --from ID` uses it. */
export interface NamedMapping extends About {
  readonly id: string;
  readonly sql: string;
  /** The files that its SELECTs name, where `*` stands for any part. */
  readonly files: readonly string[];
}

const ABOUT = import.meta.glob<About>('../../../examples/mappings/*/about.json', { eager: true, import: 'default' });
const SQL = import.meta.glob<string>('../../../examples/mappings/*/mapping.sql', {
  eager: true,
  query: '?raw',
  import: 'default',
});

function named([place, about]: readonly [place: string, about: About]): NamedMapping {
  const sql = SQL[place.replace('about.json', 'mapping.sql')] ?? '';
  const tables = parseMappingSql('mapping.sql', sql).parts.flatMap((part) => tablesNamed(part.sql));
  const files = [...new Set(tables)].filter((name) => name.includes('.'));
  return { id: place.split('/').at(-2) ?? '', ...about, sql, files };
}

export const NAMED_MAPPINGS: readonly NamedMapping[] = Object.entries(ABOUT)
  .map(named)
  .sort((a, b) => a.id.localeCompare(b.id, 'en'));

/** The mapping that dropped files fit, and why: they are all the files that it names, and have its columns. Of several it is the one that names most. */
export function fittingMapping({
  file,
  files,
  columns,
}: Pick<Preview, 'file' | 'files' | 'columns'>): { readonly mapping: NamedMapping; readonly reason: string } | null {
  const has = (name: string): boolean => columns.some((column) => column === name || column.startsWith(`${name}.`));
  const fits = NAMED_MAPPINGS.filter(
    (one) =>
      files.every((dropped) => one.files.some((name) => means(name, dropped))) &&
      one.files.every((name) => files.some((dropped) => means(name, dropped))) &&
      one.columns.every(has),
  );
  const [mapping] = fits.sort((a, b) => b.files.length - a.files.length);
  if (mapping === undefined) return null;
  const reason =
    mapping.columns.length === 0
      ? `there are files called ${mapping.files.join(', ')}`
      : `${file} has the columns ${mapping.columns.join(', ')}`;
  return { mapping, reason };
}
