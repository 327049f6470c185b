import type { Query, Statement } from '../sql/query.ts';
import { literal } from '../sql/quote.ts';
import { composed, dropSteps, runSteps, type Step, stepsFor } from '../sql/step.ts';
import { answerSteps, JUDGED_STEPS, SHEET_STEPS } from './answers.ts';
import { CALLED_LEVEL, CHOICES_STEP } from './choices.ts';
import { CRITIQUE_STEPS } from './critiques.ts';
import { METRICS } from './index.ts';
import { instanceColumns, itemsStep, settingsStep } from './items.ts';
import type { Metric } from './metric.ts';
import { funnels, PAIR_STEPS, pairSteps } from './pairs.ts';
import { EVERYWHERE, OFFICIAL_SETTINGS, type Settings } from './query.ts';
import { ratingsStep } from './ratings.ts';

export interface Switch {
  /** The setting that it changes, and its parameter in the address of a board. */
  readonly id: 'missing' | 'zeros';
  /** What the setting says when it is on. */
  readonly on: string;
  readonly label: string;
  readonly about: string;
  readonly settings: Partial<Settings>;
  readonly protocols: readonly string[];
  /** Whether it can change a value, from the tables of the current database, with their `contributions` under the official settings. */
  readonly matters: (query: Query) => Promise<boolean>;
}

/** An answer that was expected and not read, or a question that a run in both orders asked in one. */
const UNANSWERED = `SELECT 1 FROM contributions WHERE metric IN ('coverage', 'all_orders_accuracy')
  AND ((metric = 'coverage' AND num < den) OR (metric = 'all_orders_accuracy' AND den < 2)) LIMIT 1`;

export const SWITCHES: readonly Switch[] = [
  {
    id: 'missing',
    on: 'wrong',
    label: 'Missing counts as wrong',
    about:
      'Every label in the splits or subsets that a run touched is expected of it, in both orders where it judged in both; what it has no answer for is wrong, and so is a critique without a readable verdict, which is otherwise left out.',
    settings: { missing: 'wrong' },
    protocols: ['pairwise', 'critique'],
    matters: async (query) => (await query(UNANSWERED)).length > 0,
  },
  {
    id: 'zeros',
    on: 'official',
    label: 'Official zeros',
    about:
      'A bias type whose scored pairs all start at 1 cannot drop, so it has no value here. The official code reports 0 for it and counts that in the averages.',
    settings: { zeros: 'official' },
    protocols: ['perturbation'],
    matters: async (query) => {
      const all = await funnels(query, EVERYWHERE, pairSteps(await instanceColumns(query)));
      return all.some((f) => f.dimension !== 'robustness' && f.parsed > 0 && f.scored === 0);
    },
  },
];

/**
 * From the narrow tables to contributions, in every engine by the same SQL:
 * settings + items (instances with facets) → answers, labels → truth, marks → sheets, patterns, opposed   pairwise
 *                                         → choices                                   pairwise, where people may call a pair level
 *                                         → scores → pairs, ratings                                     pointwise
 *                                         → asked, critic_rows → given → replies                        critique
 * Each metric selects its contributions from these; sums.ts adds them up, reading.ts and values.ts make values of the sums.
 */

/** Gives all steps to the tables that the metrics' statements read. `columns`: those of `instances`. */
export const preparations = (settings: Settings, columns: ReadonlySet<string>): readonly Step[] => [
  settingsStep(settings),
  itemsStep(columns),
  ...answerSteps(settings),
  ...SHEET_STEPS,
  CHOICES_STEP,
  ...PAIR_STEPS,
  ratingsStep(settings),
  ...CRITIQUE_STEPS,
];

/** Creates the temporary tables that metrics read, or those that a given statement reads. Most time is spent here: afterwards a value takes milliseconds. */
export async function prepare(query: Query, settings: Settings, statement?: Statement): Promise<void> {
  const steps = preparations(settings, await instanceColumns(query));
  await runSteps(query, statement === undefined ? steps : stepsFor(steps, statement));
}

/** Contributions (run, cluster, instance, metric, slice, num, den) after `prepare`. With `protocols`, nothing of others is read. */
export function contributionsOf(metrics: readonly Metric[], protocols?: ReadonlySet<string>): Statement {
  const parts = metrics.flatMap(({ id, contributions, contributionsIn }) => {
    const own = protocols === undefined ? contributions : (contributionsIn?.(protocols) ?? contributions);
    return own === null
      ? []
      : [`SELECT run, cluster, instance, ${literal(id)} AS metric, slice, num, den FROM (\n${own})`];
  });
  return { sql: parts.join('\nUNION ALL\n'), params: [] };
}

export function storedMetrics(protocols: ReadonlySet<string>): readonly Metric[] {
  return METRICS.filter(
    (m) => m.contributions !== null && m.onDemand !== true && m.protocols.some((p) => protocols.has(p)),
  );
}

const LEVEL_LABELS = `SELECT 1 FROM (SELECT kind, value FROM gold UNION ALL SELECT kind, value FROM run_gold)
WHERE kind = 'preference' AND ${CALLED_LEVEL} LIMIT 1`;

/** Says whether a metric has rows only where people called a pair level. */
const ofLevelLabels = ({ needs = [], judgeCheck }: Metric): boolean =>
  judgeCheck === true || needs.includes('level-labels');

/** Columns of the table `contributions`, which a database may store with fewer. */
const COLUMNS = 'run, cluster, instance, metric, slice, num, den';

/** Fills `contributions`, which must exist and be empty. One thread (`SET threads = 1`) makes sums of its rows equal in every engine. */
export async function scoreRunsInto(query: Query, settings: Settings, columns = COLUMNS): Promise<void> {
  const protocols = new Set(
    (await query('SELECT DISTINCT protocol FROM runs')).map(({ protocol }) => String(protocol)),
  );
  const level = (await query(LEVEL_LABELS)).length > 0;
  const metrics = storedMetrics(protocols).filter((metric) => level || !ofLevelLabels(metric));
  await withContributions(query, { settings, metrics, protocols }, async (_, rows) => {
    await query(`INSERT INTO contributions SELECT ${columns} FROM (${rows})`);
  });
}

/** Makes the tables that contributions of runs of some protocols are made of, and lets `use` take one metric after the other, with the SQL of its rows. */
export async function withContributions(
  query: Query,
  {
    settings,
    metrics,
    protocols,
  }: { readonly settings: Settings; readonly metrics: readonly Metric[]; readonly protocols: ReadonlySet<string> },
  use: (metric: Metric, rows: string) => Promise<void>,
): Promise<void> {
  const steps = stepsFor(preparations(settings, await instanceColumns(query)), contributionsOf(metrics, protocols));
  await runSteps(query, steps);
  for (const metric of metrics) await use(metric, contributionsOf([metric], protocols).sql);
  await dropSteps(query, steps);
}

/** Contributions of one pairwise run (undefined: all) under the official settings, in one statement without own tables. Throws for a metric without rows of its own. */
export function contributionsOfRun(metric: Metric, run: string | undefined, columns: ReadonlySet<string>): Statement {
  const { id, contributions } = metric;
  if (contributions === null) throw new Error(`${id} has no rows of its own`);
  const steps = [
    settingsStep(OFFICIAL_SETTINGS),
    itemsStep(columns),
    ...answerSteps(OFFICIAL_SETTINGS, run),
    ...JUDGED_STEPS,
  ];
  return composed(steps, {
    sql: `SELECT run, cluster, instance, slice, num, den FROM (${contributions})`,
    params: [],
  });
}
