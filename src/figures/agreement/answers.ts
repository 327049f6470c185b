import { GOLD_SETS, READ, SCOPE } from '../../metrics/answers.ts';
import type { Protocol } from '../../schema/benchmark.ts';
import type { Query } from '../../sql/query.ts';
import { identifier, literal } from '../../sql/quote.ts';
import { FIRST_LABEL, UNREAD } from '../../stats/agreement.ts';
import type { FigureChoices, FigureScope } from '../kit/instance-figure.ts';
import { codesSql, isKept, keptTable, protocolRuns, ratersSql, readSheet, type Sheet } from '../kit/sheet.ts';

/** The answers of a protocol's runs; where people labelled the items, their sets of labels follow those of the runs. */
export interface Answers extends Sheet {
  /** The labels, in the order of their codes. */
  readonly labels: readonly (string | number)[];
  /**
   * For every run the place of the set of labels by which it is scored, among the sets that follow the runs; null without labels. The
   * first set is the benchmark's own.
   */
  readonly people: readonly number[] | null;
}

interface Asked {
  /** Condition that selects the judgments. */
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

async function keepLabels(
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

/**
 * Writes the table of codes of every run that was asked, and of what people said, one rater a scope. Of two orders the first on file counts, even
 * where its row says `missing`. Rows that contradict each other on one verdict give no label.
 */
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

/** Loads the answers of a protocol's runs to the cases asked for; null where the benchmark has fewer than two such runs. */
export async function loadAnswers(
  query: Query,
  {
    scope,
    choices,
    protocol,
  }: { readonly scope: FigureScope; readonly choices: FigureChoices; readonly protocol: Protocol },
): Promise<Answers | null> {
  const runs = protocolRuns(choices, protocol);
  if (runs.length < 2) return null;
  const names = { table: keptTable('answers', protocol, choices), labels: keptTable('labels', protocol, choices) };
  const kept = await isKept(query, names.table);
  const label = kept ? '' : await labelSql(query, protocol);
  if (!kept) await keepLabels(query, names.labels, { protocol, label });
  const labels = (await query(`SELECT label FROM ${identifier(names.labels)} ORDER BY code`)).map(
    (row) => row['label'],
  );
  const own = ASKED[protocol].gold === null ? null : await scopesOf(query, runs);
  const scopes = own === null ? [] : [...new Set(['', ...own])];
  if (!kept) await query(answersSql(names, { protocol, runs, label, scopes }));
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
