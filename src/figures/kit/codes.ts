import { VERDICT_LOST } from '../../cases/sets.ts';
import { METRICS } from '../../metrics/index.ts';
import { GOLD_SETS, READ, SCOPE } from '../../metrics/ledger.ts';
import { UNREPEATED } from '../../metrics/sums.ts';
import type { Protocol } from '../../schema/benchmark.ts';
import { parseSlice } from '../../schema/slice.ts';
import type { Query } from '../../sql/query.ts';
import { identifier, listedTable, literal, literals } from '../../sql/quote.ts';
import { type ClusterGroups, FIRST_LABEL, groupsOf, type RaterCodes, UNREAD } from '../../stats/agreement.ts';
import type { FigureChoices, FigureRun, FigureScope } from './case-figure.ts';

export interface Sheet {
  readonly runs: readonly FigureRun[];
  /** Codes per run, in the order of `runs`, and then of the people's labels where the sheet has them. */
  readonly codes: readonly RaterCodes[];
  readonly size: number;
  readonly groups: ClusterGroups;
  /** Row of the item's instance in the table `instances`. */
  readonly places: Int32Array;
}

/** Gives the runs of a protocol, in the order of their numbers; what tells a judge's protocols apart is left out of their names. */
const protocolRuns = ({ runs }: FigureChoices, protocol: Protocol): readonly FigureRun[] =>
  runs
    .filter((run) => run.protocol === protocol)
    .map((run) => ({
      ...run,
      label: run.label
        .split(', ')
        .filter((word) => word !== protocol)
        .join(', '),
    }));

/** Names a temporary table that is made once for a release and its runs: it is read again for every selection of cases. */
function cachedTable(kind: string, protocol: Protocol, choices: FigureChoices): string {
  const { benchmark, release } = choices;
  return [kind, protocol, benchmark, release, ...protocolRuns(choices, protocol).map(({ run }) => run)].join(' ');
}

const IS_CACHED = 'SELECT count(*)::INTEGER AS n FROM duckdb_tables() WHERE temporary AND table_name = ?';

async function isCached(query: Query, table: string): Promise<boolean> {
  const [row] = await query(IS_CACHED, [table]);
  return Number(row?.['n'] ?? 0) > 0;
}

const numbersIn = (list: unknown): Int32Array => Int32Array.from((list ?? []) as ArrayLike<number>);

interface CodesWanted {
  readonly runs: Sheet['runs'];
  readonly others: number;
  readonly size: number;
  readonly scope: FigureScope;
}

/** Reads the selected items of a table of codes, and the slice of each. They come as lists, since making rows takes longer than the query. */
async function readSheet(
  query: Query,
  table: string,
  { runs, others, size, scope: { where } }: CodesWanted,
): Promise<{ readonly sheet: Sheet; readonly slices: readonly string[] }> {
  const chosen = `FROM ${identifier(table)} WHERE place IN (SELECT rowid FROM instances WHERE ${where.sql})`;
  const [row = {}] = await query(
    `SELECT list(item) AS items, list(cluster) AS clusters, list(place) AS places, list(slice) AS slices
FROM (SELECT DISTINCT item, cluster, place, slice ${chosen} ORDER BY item)`,
    where.params,
  );
  const items = numbersIn(row['items']);
  const at = new Int32Array((items.at(-1) ?? 0) + 1);
  for (let i = 0; i < items.length; i += 1) at[items[i] ?? 0] = i;
  const codes = Array.from({ length: runs.length + others }, () => new Uint16Array(items.length));
  const raters = await query(
    `SELECT rater, list(item) AS items, list(code) AS codes ${chosen} GROUP BY rater`,
    where.params,
  );
  for (const one of raters) {
    const [own, given, said] = [codes[Number(one['rater'])], numbersIn(one['items']), numbersIn(one['codes'])];
    // A plain loop, because it runs over every item and rater.
    for (let i = 0; own !== undefined && i < given.length; i += 1) own[at[given[i] ?? 0] ?? 0] = said[i] ?? 0;
  }
  const groups = groupsOf(numbersIn(row['clusters']));
  const slices = (row['slices'] ?? []) as readonly string[];
  return { sheet: { runs, codes, size, groups, places: numbersIn(row['places']) }, slices };
}

/** `raters` (run, rater, first): number and first repeat of each run. Values are written out, since DuckDB binds none to CREATE. */
function ratersSql(runs: readonly FigureRun[]): string {
  const rows = runs.map(({ run }, rater) => [run, rater]);
  return `raters AS (
  SELECT run, rater, first FROM ${listedTable('listed', { run: 'VARCHAR', rater: 'INTEGER' }, rows)}
  JOIN (SELECT run, min(repeat) AS first FROM judgments GROUP BY run) USING (run))`;
}

/** A table of codes (item, cluster, place, slice, rater, code): a row for each item of `said` and run that was asked, items of one cluster together. `more`: further raters. */
function codesSql(
  table: string,
  {
    steps,
    keys,
    slice = "''",
    more = [],
  }: {
    readonly steps: readonly string[];
    readonly keys: string;
    readonly slice?: string;
    readonly more?: readonly string[];
  },
): string {
  const rows = [
    `SELECT item, cluster, place, items.slice AS slice, rater, code FROM said JOIN items USING (instance, ${keys})`,
    ...more,
  ];
  return `CREATE TEMP TABLE IF NOT EXISTS ${identifier(table)} AS
WITH ${steps.join(',\n')},
items AS (
  SELECT instance, ${keys}, cluster, place, (row_number() OVER (ORDER BY cluster, place, ${keys}) - 1)::INTEGER AS item, ${slice} AS slice
  FROM (SELECT DISTINCT instance, ${keys} FROM said)
  JOIN (
    SELECT instance, rowid::INTEGER AS place, dense_rank() OVER (ORDER BY coalesce(nullif(cluster, ''), instance))::INTEGER AS cluster
    FROM instances) USING (instance))
${rows.join('\nUNION ALL\n')}`;
}

/** The answers of a protocol's runs; where people labelled the items, their sets of labels follow those of the runs. */
export interface Answers extends Sheet {
  readonly labels: readonly (string | number)[];
  /** Per run the place of the set of labels that scores it, among those after the runs, the benchmark's own first; null without labels. */
  readonly people: readonly number[] | null;
}

interface Asked {
  readonly where: string;
  /** Column or expression of the answer, where it could be read. */
  readonly label: string;
  /** The kind of people's labels that answer the same question; null where there are none. */
  readonly gold: 'preference' | 'correct' | null;
}

const SCORES: Asked = { where: "stage = 'judge'", label: 'score', gold: null };
const ASKED: Readonly<Record<Protocol, Asked>> = {
  pairwise: {
    where: "stage = 'judge' AND condition = 'base'",
    label: 'verdict',
    gold: 'preference',
  },
  perturbation: SCORES,
  pointwise: SCORES,
  critique: {
    where: "stage = 'critique'",
    label: 'verdict',
    gold: 'correct',
  },
};

/** Selects rows (scope, instance, response, criterion, value) of what people said, by the benchmark's labels and by those of single runs. */
const goldSql = (kind: string): string =>
  `SELECT scope, instance, coalesce(response, '') AS response, criterion, value FROM (${GOLD_SETS}) WHERE kind = ${literal(kind)} AND annotator = ''`;

/** Scores of a scale with more steps than this are rounded to whole numbers. */
const MOST_LABELS = 100;

/** Gives the label of a judgment; a score that is finer than a scale becomes the nearest whole number. */
async function labelSql(query: Query, protocol: Protocol): Promise<string> {
  const { label, where } = ASKED[protocol];
  if (label !== 'score') return label;
  const [row] = await query(
    `SELECT count(DISTINCT score)::INTEGER AS n FROM judgments JOIN runs USING (run) WHERE protocol = ${literal(protocol)} AND ${where}`,
  );
  return Number(row?.['n'] ?? 0) > MOST_LABELS ? 'round(score)' : label;
}

async function cacheLabels(
  query: Query,
  table: string,
  { protocol, label }: { readonly protocol: Protocol; readonly label: string },
): Promise<void> {
  const { where, gold } = ASKED[protocol];
  const people = gold === null ? '' : ` UNION SELECT value FROM (${goldSql(gold)})`;
  await query(`CREATE TEMP TABLE IF NOT EXISTS ${identifier(table)} AS
SELECT label, row_number() OVER (ORDER BY label)::INTEGER AS code FROM (
  SELECT DISTINCT label FROM (
    SELECT DISTINCT run, ${label} AS label FROM judgments WHERE ${where} AND ${READ} AND ${label} IS NOT NULL)
  JOIN runs USING (run) WHERE protocol = ${literal(protocol)}${people})`);
}

/** Says by which labels every run is scored: '' means those of the benchmark; a run with labels of its own has them under its name. */
async function scopesOf(query: Query, runs: Sheet['runs']): Promise<readonly string[]> {
  const rows = await query(`SELECT run, ${SCOPE} AS scope FROM runs`);
  const scopes = new Map(rows.map(({ run, scope }) => [String(run), String(scope)]));
  return runs.map(({ run }) => scopes.get(run) ?? '');
}

/** Codes of every run that was asked, and one rater for each set of labels. Of two orders the first on file counts, even if `missing`; rows that contradict each other give no label. */
function answersSql(
  names: Readonly<Record<'table' | 'labels', string>>,
  {
    protocol,
    runs,
    label,
    scopes,
  }: {
    readonly protocol: Protocol;
    readonly runs: Sheet['runs'];
    readonly label: string;
    readonly scopes: readonly string[];
  },
): string {
  const { where, gold } = ASKED[protocol];
  const labels = `${identifier(names.labels)} AS labels`;
  const people = scopes.map(
    (scope, set) => `SELECT item, cluster, place, slice, ${runs.length + set} AS rater, max(code) + ${UNREAD} AS code
FROM (${goldSql(gold ?? '')}) AS gold JOIN ${labels} ON labels.label::VARCHAR = value JOIN items USING (instance, response, criterion)
WHERE scope = ${literal(scope)} GROUP BY item, cluster, place, slice`,
  );
  return codesSql(names.table, {
    steps: [
      ratersSql(runs),
      `coded AS (
  SELECT instance, response, criterion, condition, rater, "order" = 'ab' AS ab, parse <> 'missing' AS given,
    CASE WHEN parse <> 'missing' AND ${READ} THEN code END AS code
  FROM judgments JOIN raters USING (run) LEFT JOIN ${labels} ON label = ${label}
  WHERE repeat = first AND ${where})`,
      `orders AS (
  SELECT instance, response, criterion, condition, rater, bool_or(ab) AS first_order,
    bool_or(given AND ab) AS given_ab, min(code) FILTER (WHERE ab) AS low_ab, max(code) FILTER (WHERE ab) AS high_ab,
    bool_or(given AND NOT ab) AS given_ba, min(code) FILTER (WHERE NOT ab) AS low_ba, max(code) FILTER (WHERE NOT ab) AS high_ba
  FROM coded GROUP BY instance, response, criterion, condition, rater)`,
      `said AS (
  SELECT instance, response, criterion, condition, rater,
    ${UNREAD} + CASE WHEN first_order AND low_ab = high_ab THEN low_ab WHEN NOT first_order AND low_ba = high_ba THEN low_ba ELSE 0 END AS code
  FROM orders WHERE CASE WHEN first_order THEN given_ab ELSE given_ba END)`,
    ],
    keys: 'response, criterion, condition',
    more: people,
  });
}

interface CodesAsked {
  readonly scope: FigureScope;
  readonly choices: FigureChoices;
  readonly protocol: Protocol;
}

/** Loads the answers of a protocol's runs to the cases asked for; null where the benchmark has fewer than two such runs. */
export async function loadAnswers(query: Query, { scope, choices, protocol }: CodesAsked): Promise<Answers | null> {
  const runs = protocolRuns(choices, protocol);
  if (runs.length < 2) return null;
  const names = { table: cachedTable('answers', protocol, choices), labels: cachedTable('labels', protocol, choices) };
  const cached = await isCached(query, names.table);
  const label = cached ? '' : await labelSql(query, protocol);
  if (!cached) await cacheLabels(query, names.labels, { protocol, label });
  const labels = (await query(`SELECT label FROM ${identifier(names.labels)} ORDER BY code`)).map(
    (row) => row['label'],
  );
  const own = ASKED[protocol].gold === null ? null : await scopesOf(query, runs);
  const scopes = own === null ? [] : [...new Set(['', ...own])];
  if (!cached) await query(answersSql(names, { protocol, runs, label, scopes }));
  const { sheet } = await readSheet(query, names.table, {
    ...{ runs, scope },
    others: scopes.length,
    size: labels.length + FIRST_LABEL,
  });
  return {
    ...sheet,
    labels: labels.map((value) => (typeof value === 'number' ? value : String(value))),
    people: own?.map((of) => scopes.indexOf(of)) ?? null,
  };
}

/** Codes of an answer that counts; `NOT_ASKED` explains the others. */
export const RIGHT_LABEL = FIRST_LABEL;
export const WRONG = FIRST_LABEL + 1;

/** Ids of the metrics of a protocol that say of each answer once whether it cost points, by their own loss rules. */
const tellersOf = (protocol: Protocol): string[] =>
  METRICS.flatMap(({ id, rightness, protocols }) => (rightness === 'each' && protocols.includes(protocol) ? [id] : []));

/** Right and wrong answers of a protocol's runs: one item per instance, metric and slice, in the first repeat of each run. */
export interface Losses extends Sheet {
  /** Each item has here its number in `slices`; `part` is the criterion or bias type, '' where a slice names none. */
  readonly slice: Int32Array;
  readonly slices: readonly { readonly metric: string; readonly part: string }[];
}

const lossesSql = (table: string, protocol: Protocol, runs: Sheet['runs']): string =>
  codesSql(table, {
    steps: [
      ratersSql(runs),
      `rows AS (
  SELECT instance, metric, ${UNREPEATED} AS part, rater, ${VERDICT_LOST} AS lost
  FROM contributions JOIN raters USING (run)
  WHERE metric IN (${literals(tellersOf(protocol))})
    AND (NOT contains(slice, 'repeat=') OR contains(slice || ';', 'repeat=' || first || ';')))`,
      `said AS (
  SELECT instance, metric, part, rater, ${RIGHT_LABEL} + max(lost::INTEGER) AS code FROM rows GROUP BY instance, metric, part, rater)`,
    ],
    keys: 'metric, part',
    slice: `metric || ' ' || part`,
  });

/** Loads them; null where a benchmark has fewer than two runs of the protocol, or nothing that makes an answer right or wrong. */
export async function loadLosses(query: Query, { scope, choices, protocol }: CodesAsked): Promise<Losses | null> {
  const runs = protocolRuns(choices, protocol);
  if (runs.length < 2 || tellersOf(protocol).length === 0) return null;
  const table = cachedTable('losses', protocol, choices);
  if (!(await isCached(query, table))) await query(lossesSql(table, protocol, runs));
  const { sheet, slices: own } = await readSheet(query, table, { runs, others: 0, size: WRONG + 1, scope });
  const names = [...new Set(own)].sort();
  if (names.length === 0) return null;
  const numbers = new Map(names.map((name, i) => [name, i]));
  return {
    ...sheet,
    slice: Int32Array.from(own, (name) => numbers.get(name) ?? 0),
    slices: names.map((name) => {
      const [metric = '', part = ''] = name.split(' ');
      const pairs = parseSlice(part);
      return { metric, part: pairs.get('criterion') ?? pairs.get('bias_type') ?? '' };
    }),
  };
}
