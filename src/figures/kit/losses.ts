import { VERDICT_LOST } from '../../cases/scope.ts';
import { METRICS } from '../../metrics/index.ts';
import { UNREPEATED } from '../../metrics/sums.ts';
import type { Protocol } from '../../schema/benchmark.ts';
import { parseSlice } from '../../schema/slice.ts';
import type { Query } from '../../sql/query.ts';
import { literals } from '../../sql/quote.ts';
import { FIRST_LABEL } from '../../stats/agreement.ts';
import type { FigureChoices, FigureScope } from './instance-figure.ts';
import { codesSql, isKept, keptTable, protocolRuns, ratersSql, readSheet, type Sheet } from './sheet.ts';

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

/** Where a slice holds several rows of an item, one loss makes it wrong. */
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
export async function loadLosses(
  query: Query,
  {
    scope,
    choices,
    protocol,
  }: { readonly scope: FigureScope; readonly choices: FigureChoices; readonly protocol: Protocol },
): Promise<Losses | null> {
  const runs = protocolRuns(choices, protocol);
  if (runs.length < 2 || tellersOf(protocol).length === 0) return null;
  const table = keptTable('losses', protocol, choices);
  if (!(await isKept(query, table))) await query(lossesSql(table, protocol, runs));
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
