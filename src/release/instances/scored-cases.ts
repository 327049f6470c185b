import { attributeSql } from '../../metrics/facet.ts';
import { casesOfFacts } from '../../metrics/facts.ts';
import { scoreRunsInto } from '../../metrics/score.ts';
import type { Settings } from '../../metrics/settings.ts';
import type { Run } from '../../schema/records.ts';
import { createScores, withCodedNames } from '../../scoring/coded.ts';
import { literals } from '../../sql/quote.ts';
import type { WorkDatabase } from './work.ts';

/** The cases that runs are scored on. */
const CHOSEN = 'temp.scored_cases';

/** Holds runs of which some cases differ. */
interface RunCases {
  readonly runs: readonly Run[];
  /** Places of the cases. */
  readonly cases: readonly number[];
}

const named = (runs: readonly Run[]): string => literals(runs.map(({ run }) => run));

/** Chooses the cases that runs are scored on so that their scores on some of them are those of whole runs: these and those of `casesOfFacts`. */
export async function chooseCases(
  work: WorkDatabase,
  { runs, cases, attributes }: RunCases & { readonly attributes: readonly string[] },
): Promise<void> {
  const subset = attributes.includes('subset') ? attributeSql('subset') : "''";
  const facts = casesOfFacts({
    judgments: `(FROM final.stored.judgments WHERE run IN (${named(runs)}))`,
    instances: `(SELECT rowid::INTEGER AS instance, split, ${subset} AS subset FROM final.main.instances)`,
    gold: 'final.stored.gold',
  });
  await work.run(`CREATE OR REPLACE TEMP TABLE scored_cases AS ${facts} UNION SELECT unnest([${cases.join(', ')}])`);
}

/** Scores runs into a new table `temp.contributions` on some cases alone, after `chooseCases` of these. */
export async function scoreCases(
  work: WorkDatabase,
  { runs, cases, settings }: RunCases & { readonly settings: Settings },
): Promise<void> {
  const columns = await createScores(work, 'temp');
  await withCodedNames(work, { runs: `run IN (${named(runs)})`, cases: CHOSEN }, () =>
    scoreRunsInto(work.heavy, settings, columns),
  );
  await work.run(`DELETE FROM temp.contributions WHERE instance NOT IN (${cases.join(', ')})`);
}

const NAMED = 'run, instance, metric, slice';

/** The scores of runs on some cases before and now, in a table with the columns spot, run, instance, metric, slice, was_num, was_den, num, den. */
export interface MovedScores {
  readonly table: string;
}

/**
 * Makes a table of what scores have become. `rows` selects those that were, each with its `spot`, `now` those that are, of the same runs and cases. Null
 * where they do not match one to one, so that others would have to move.
 */
export async function movedScores(
  work: WorkDatabase,
  { name, rows, now }: { readonly name: string; readonly rows: string; readonly now: string },
): Promise<MovedScores | null> {
  // Rows of one name stand in the order of what they say.
  const placed = (order: string): string => `row_number() OVER (PARTITION BY ${NAMED} ORDER BY ${order}) AS place`;
  await work.run(`CREATE OR REPLACE TEMP TABLE ${name} AS SELECT spot, ${NAMED}, before.num AS was_num, before.den AS was_den, now.num, now.den,
  now.place IS NULL OR spot IS NULL AS moves
FROM (SELECT *, ${placed('num, den')} FROM (${now})) AS now
  FULL JOIN (SELECT *, ${placed('spot')} FROM (${rows})) AS before USING (${NAMED}, place)`);
  const { n } = await work.row(`SELECT count_if(moves)::DOUBLE AS n FROM temp.${name}`);
  return n === 0 ? { table: `temp.${name}` } : null;
}
