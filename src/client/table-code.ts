import { identifier, literal } from '../sql/quote.ts';

/** What a column must be: one of these texts, a number within these ends (null: open), or a number below that of another column. */
export type TableCondition =
  | { readonly column: string; readonly oneOf: readonly string[] }
  | { readonly column: string; readonly from: number | null; readonly to: number | null }
  | { readonly column: string; readonly below: string };

/** Describes a table of the release: its name in the code, its address, and what its rows must fulfil. */
export interface TableSource {
  readonly name: string;
  readonly address: string;
  readonly keep: readonly TableCondition[];
}

/** A table read with its filter, also by what other tables say of its instances. */
export interface CodedTable extends TableSource {
  /** The instance of a row must be among those of each of these tables. */
  readonly among: readonly TableSource[];
  /** What the view is and what the code cannot say, a line each. */
  readonly notes: readonly string[];
}

export const CODE_LANGUAGES = ['pandas', 'polars', 'R', 'DuckDB'] as const;
export type CodeLanguage = (typeof CODE_LANGUAGES)[number];

interface Dialect {
  readonly comment: string;
  readonly first: readonly string[];
  readonly read: (source: TableSource) => string;
  readonly keep: (name: string, condition: ValueCondition) => string;
  readonly below: (name: string, column: string, other: string) => string;
  readonly among: (name: string, other: string) => string;
}

const isCsv = ({ address }: TableSource): boolean => /\.csv(?:\.gz)?$/.test(address);
type ValueCondition = Exclude<TableCondition, { readonly below: string }>;

const quoted = (text: string): string => JSON.stringify(text);
const ends = ({ from, to }: { readonly from: number | null; readonly to: number | null }) =>
  [from === null ? null : { sign: '>=', end: from }, to === null ? null : { sign: '<=', end: to }].filter(
    (one) => one !== null,
  );

const KEY = 'instance';

const PANDAS: Dialect = {
  comment: '#',
  first: ['import pandas as pd', ''],
  read: (source) =>
    isCsv(source)
      ? `${source.name} = pd.read_csv(${quoted(source.address)}, keep_default_na=False, na_values=[""])`
      : `${source.name} = pd.read_parquet(${quoted(source.address)})`,
  below: (name, column, other) => `${name} = ${name}[${name}[${quoted(column)}] < ${name}[${quoted(other)}]]`,
  keep: (name, condition) =>
    'oneOf' in condition
      ? `${name} = ${name}[${name}[${quoted(condition.column)}].isin([${condition.oneOf.map(quoted).join(', ')}])]`
      : ends(condition)
          .map(({ sign, end }) => `${name} = ${name}[${name}[${quoted(condition.column)}] ${sign} ${end}]`)
          .join('\n'),
  among: (name, other) => `${name} = ${name}[${name}["${KEY}"].isin(${other}["${KEY}"])]`,
};

const POLARS: Dialect = {
  comment: '#',
  first: ['import polars as pl', ''],
  read: (source) =>
    isCsv(source)
      ? `${source.name} = pl.read_csv(${quoted(source.address)}, infer_schema_length=None)`
      : `${source.name} = pl.read_parquet(${quoted(source.address)})`,
  below: (name, column, other) => `${name} = ${name}.filter(pl.col(${quoted(column)}) < pl.col(${quoted(other)}))`,
  keep: (name, condition) =>
    'oneOf' in condition
      ? `${name} = ${name}.filter(pl.col(${quoted(condition.column)}).is_in([${condition.oneOf.map(quoted).join(', ')}]))`
      : ends(condition)
          .map(({ sign, end }) => `${name} = ${name}.filter(pl.col(${quoted(condition.column)}) ${sign} ${end})`)
          .join('\n'),
  among: (name, other) => `${name} = ${name}.join(${other}, on="${KEY}", how="semi")`,
};

const R: Dialect = {
  comment: '#',
  first: [],
  read: (source) =>
    isCsv(source)
      ? `${source.name} <- read.csv(url(${quoted(source.address)}), check.names = FALSE, na.strings = "")`
      : // A connection cannot be read from its end, where Parquet says what it holds: the address itself can (arrow 12 and later).
        `${source.name} <- arrow::read_parquet(${quoted(source.address)})`,
  below: (name, column, other) =>
    `${name} <- ${name}[which(${name}[[${quoted(column)}]] < ${name}[[${quoted(other)}]]), ]`,
  keep: (name, condition) => {
    const column = `${name}[[${quoted(condition.column)}]]`;
    return 'oneOf' in condition
      ? `${name} <- ${name}[${column} %in% c(${condition.oneOf.map(quoted).join(', ')}), ]`
      : ends(condition)
          // Without `which` a missing number keeps its row, emptied.
          .map(({ sign, end }) => `${name} <- ${name}[which(${column} ${sign} ${end}), ]`)
          .join('\n');
  },
  among: (name, other) => `${name} <- ${name}[${name}[["${KEY}"]] %in% ${other}[["${KEY}"]], ]`,
};

const sqlCondition = (condition: TableCondition): string => {
  const column = identifier(condition.column);
  if ('below' in condition) return `${column} < ${identifier(condition.below)}`;
  return 'oneOf' in condition
    ? `${column} IN (${condition.oneOf.map(literal).join(', ')})`
    : ends(condition)
        .map(({ sign, end }) => `${column} ${sign} ${end}`)
        .join(' AND ');
};

function duckdb({ name, address, keep, among, notes }: CodedTable): string {
  const conditions = [
    ...keep.map(sqlCondition),
    ...among.map((other) => {
      const where = other.keep.map(sqlCondition).join(' AND ');
      return `${KEY} IN (SELECT ${KEY} FROM ${literal(other.address)}${where === '' ? '' : ` WHERE ${where}`})`;
    }),
  ];
  const where = conditions.length === 0 ? '' : `\nWHERE ${conditions.join('\n  AND ')}`;
  return [...notes.map((note) => `-- ${note}`), `SELECT *`, `FROM ${literal(address)} AS ${name}${where};`].join('\n');
}

/** Names of columns and values are quoted, whatever they are; a note is one line. */
export function tableCode(view: CodedTable, language: CodeLanguage): string {
  const plain = { ...view, notes: view.notes.map((note) => note.replaceAll(/\s+/g, ' ')) };
  if (language === 'DuckDB') return duckdb(plain);
  const dialect = { pandas: PANDAS, polars: POLARS, R }[language];
  const readAll = (source: TableSource): string[] => [
    dialect.read(source),
    ...source.keep.map((condition) =>
      'below' in condition
        ? dialect.below(source.name, condition.column, condition.below)
        : dialect.keep(source.name, condition),
    ),
  ];
  return [
    ...plain.notes.map((note) => `${dialect.comment} ${note}`),
    ...dialect.first,
    ...readAll(plain),
    ...plain.among.flatMap((other) => [...readAll(other), dialect.among(plain.name, other.name)]),
  ].join('\n');
}

/** The code of a view in each language, made when it is asked for. */
export const tableCodes = (view: () => Promise<CodedTable>) =>
  CODE_LANGUAGES.map((language) => [language, async () => tableCode(await view(), language)] as const);
