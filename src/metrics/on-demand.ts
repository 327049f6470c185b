import type { Statement } from '../sql/query.ts';
import { composed } from '../sql/step.ts';
import { answerSteps } from './answers.ts';
import { itemsStep } from './items.ts';
import type { Metric } from './metric.ts';
import { OFFICIAL_SETTINGS } from './settings.ts';
import { settingsStep } from './settings-step.ts';
import { JUDGED_STEPS } from './sheets.ts';

/**
 * Gives contributions (run, cluster, instance, slice, num, den) of one pairwise run, or of all where it is undefined, to a metric under the
 * official settings, in one statement and without tables of its own: the steps of `prepare` composed, their answers cut down to the
 * run. `columns`: those of `instances`. Throws for a metric without rows of its own.
 */
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
