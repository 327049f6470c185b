import { means, parseMappingSql, tablesNamed } from '../../importers/mapping-sql.ts';
import type { Protocol } from '../../schema/benchmark.ts';
import { identifier, literal } from '../../sql/quote.ts';
import type { Preview } from '../intake/preview.ts';
import { columnsMeaning, knownFacts, type MappingDraft } from './draft.ts';
import type { RoleId } from './roles.ts';

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

type SelectedField = readonly [sql: string, name: string];

const GOLD_KIND: Readonly<Record<Protocol, string>> = {
  pairwise: 'preference',
  pointwise: 'quality',
  perturbation: 'quality',
  critique: 'correct',
};

class MappingStatement {
  private readonly draft: MappingDraft;
  private readonly preview: Preview;

  private readonly known: readonly string[];

  constructor(draft: MappingDraft, preview: Preview, known: readonly string[]) {
    this.known = known;
    this.draft = draft;
    this.preview = preview;
  }

  private column(name: string): string {
    return this.preview.sql[name] ?? identifier(name);
  }

  private get isScored(): boolean {
    return this.draft.protocol === 'pointwise' || this.draft.protocol === 'perturbation';
  }

  private of(role: RoleId): readonly string[] {
    return columnsMeaning(this.draft, role);
  }

  private plain(role: RoleId): readonly SelectedField[] {
    return this.of(role)
      .slice(0, 1)
      .map((column) => [this.column(column), role]);
  }

  private get instance(): SelectedField {
    const columns = this.of('instance').map((column) => this.column(column));
    const row = this.preview.from === '' ? '_row' : '_item';
    const place = this.preview.files.length === 1 ? [row] : ['_file', row];
    const parts = columns.length === 0 ? place : columns;
    return [parts.length === 1 ? parts.join() : `concat_ws('/', ${parts.join(', ')})`, 'instance'];
  }

  private meant(column: string): string {
    const { patterns, values } = this.draft;
    const pattern = patterns[column];
    const found =
      pattern === undefined
        ? this.column(column)
        : `nullif(trim(regexp_extract(${this.column(column)}, ${literal(pattern)}, 1)), '')`;
    const meanings = Object.entries(values[column] ?? {}).filter(
      ([value, meaning]) => meaning !== '' && value !== meaning,
    );
    if (meanings.length === 0) return found;
    const cases = meanings.map(([value, meaning]) => `WHEN ${literal(value)} THEN ${literal(meaning)}`);
    return `CASE ${pattern === undefined ? `${found}::VARCHAR` : found} ${cases.join(' ')} ELSE ${found}::VARCHAR END`;
  }

  private number(column: string): string {
    const { hasCommas } = knownFacts(this.preview, column);
    return hasCommas ? `replace(${this.column(column)}, ',', '.')` : this.column(column);
  }

  /** Who judged a row, where not all rows are of one judge: a setting makes a judge of its own. */
  private get judge(): readonly SelectedField[] {
    const [name] = this.of('judge').map((column) => this.column(column));
    const [setting] = this.of('variant').map((column) => this.column(column));
    if (setting === undefined) return name === undefined ? [] : [[name, 'judge']];
    return [[`concat_ws('-', ${name ?? literal(this.draft.judge)}, ${setting})`, 'judge']];
  }

  private get from(): string {
    const { file, files, from } = this.preview;
    const table = identifier(files.length === 1 ? file : '*');
    if (from === '') return `FROM ${table}`;
    const items = `SELECT unnest(${from}) AS item, _file, _row FROM ${table}`;
    return `FROM (SELECT unnest(item), _file, _row, row_number() OVER () AS _item FROM (${items}))`;
  }

  private select(kind: string, fields: readonly SelectedField[]): string {
    const all: readonly SelectedField[] = kind === 'run' ? fields : [...fields, ['_file', '_file'], ['_row', '_row']];
    const list = all.map(([sql, name]) =>
      sql === name || sql === identifier(name) ? sql : `${sql} AS ${identifier(name)}`,
    );
    return `-- ${kind}\nSELECT ${kind === 'run' ? 'DISTINCT ' : ''}${list.join(',\n  ')}\n${this.from}`;
  }

  private get runs(): readonly string[] {
    const { benchmark, judge, protocol } = this.draft;
    const rest: SelectedField[] = [
      [literal(benchmark), 'benchmark'],
      [literal(protocol), 'protocol'],
    ];
    const verdicts = this.of('verdict');
    const names = verdicts.length > 1 ? verdicts : [judge];
    if (this.judge.length > 0) return [this.select('run', [...this.judge, ...rest])];
    const values = names.map(
      (name) =>
        `SELECT ${[[literal(name), 'judge'] as const, ...rest].map(([sql, field]) => `${sql} AS ${field}`).join(', ')}`,
    );
    return [`-- run\n${values.join('\nUNION ALL ')}`];
  }

  private get cases(): readonly string[] {
    const facts = (['prompt', 'split'] as const).flatMap((role) => this.plain(role));
    const attributes = this.of('attribute').map(
      (column): SelectedField => [this.column(column), `attributes.${column}`],
    );
    const hasLabels = this.of('gold').length > 0 || this.of('better').length > 0;
    const isOwn = !this.known.includes(this.draft.benchmark);
    const hasCases = isOwn || hasLabels || facts.length > 0 || attributes.length > 0;
    return hasCases ? [this.select('instances', [this.instance, ...facts, ...attributes])] : [];
  }

  private get labels(): readonly string[] {
    const kind: SelectedField = [literal(GOLD_KIND[this.draft.protocol]), 'kind'];
    const beside = [...this.plain('criterion'), ...this.plain('response')];
    const better = this.of('better')
      .slice(0, 1)
      .map((): SelectedField => [literal('a'), 'value']);
    const values = this.of('gold').map(
      (column): SelectedField => [this.isScored ? this.number(column) : this.meant(column), 'value'],
    );
    return [...values, ...better].map((value) => this.select('gold', [this.instance, kind, ...beside, value]));
  }

  private score(column: string): readonly SelectedField[] {
    if (knownFacts(this.preview, column).holds !== 'lists') return [[this.number(column), 'score']];
    return [
      [`unnest(${this.column(column)})`, 'score'],
      [`unnest(range(len(${this.column(column)})))`, 'repeat'],
    ];
  }

  /** A verdict in the places in which the answers were shown: of a game, and of the same with the answers swapped. */
  private shown(column: string, order: 'ab' | 'ba'): readonly SelectedField[] {
    return [
      [this.meant(column), 'verdict_shown'],
      [literal(order), 'order'],
    ];
  }

  /** What each column with answers gives; several verdicts are of several judges, several scores of several criteria. */
  private get answers(): readonly (readonly SelectedField[])[] {
    const [better, worse] = [this.of('better')[0], this.of('worse')[0]].map((column) => column && this.number(column));
    const scored: SelectedField[][] =
      better && worse
        ? [[[`CASE WHEN ${better} > ${worse} THEN 'a' WHEN ${better} < ${worse} THEN 'b' ELSE 'tie' END`, 'verdict']]]
        : [];
    const swapped = this.of('swapped').map((column) => this.shown(column, 'ba'));
    const verdicts = this.of('verdict').map((column, _, all): SelectedField[] => [
      ...(all.length > 1 ? [[literal(column), 'judge'] as const] : []),
      ...(swapped.length > 0 ? this.shown(column, 'ab') : [[this.meant(column), 'verdict'] as const]),
    ]);
    const scores = this.of('score').map((column, _, all): SelectedField[] => [
      ...this.score(column),
      ...(all.length > 1 ? [[literal(column), 'criterion'] as const] : []),
    ]);
    const texts = this.of('output').map((column): SelectedField[] =>
      this.draft.patterns[column] === undefined
        ? [[this.column(column), this.isScored ? 'score_text' : 'verdict_text']]
        : [
            [this.meant(column), this.isScored ? 'score' : 'verdict'],
            [this.column(column), 'rationale'],
          ],
    );
    return [...verdicts, ...swapped, ...scores, ...texts, ...scored];
  }

  private get judgments(): readonly string[] {
    const beside = (['criterion', 'response', 'order', 'repeat', 'rationale'] as const).flatMap((r) => this.plain(r));
    const stage: SelectedField[] = this.draft.protocol === 'critique' ? [[literal('critique'), 'stage']] : [];
    return this.answers.map((answer) => {
      const given = new Set(answer.map(([, name]) => name));
      return this.select('judgments', [
        ...this.judge,
        this.instance,
        ...stage,
        ...answer,
        ...beside.filter(([, name]) => !given.has(name)),
      ]);
    });
  }

  get text(): string {
    return [...this.runs, ...this.cases, ...this.labels, ...this.judgments].map((part) => `${part};\n`).join('\n');
  }
}

/** Writes what was said of the columns as SQL. `known`: ids of the site's benchmarks, whose cases stand in where rows tell nothing of them. */
export const mappingText = (draft: MappingDraft, preview: Preview, known: readonly string[]): string =>
  new MappingStatement(draft, preview, known).text;
