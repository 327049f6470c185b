import type { Choices } from '../cases/choices.ts';
import { loadCases } from '../client/case.ts';
import type { EngineRow } from '../client/rows.ts';
import type { Case } from '../schema/shard.ts';

const columnOf = (run: string): string => `reason:${run}`;

/** Columns that a download with texts has beside the others: the prompt, and what each run's judge wrote. */
export const textColumns = ({ runs }: Pick<Choices, 'runs'>) =>
  ['prompt', ...runs.map(({ run }) => columnOf(run))].map((name) => ({ name, type: 'STRING' as const }));

/** What tells an answer from a run's others to the same case: `criterion logic, order ba`. */
const partOf = ({ criterion, stage, condition, response, order, repeat }: Case['judgments'][number]): string =>
  [
    ...(stage === 'judge' ? [] : [stage]),
    ...(criterion === undefined ? [] : [criterion]),
    ...(response === undefined ? [] : [`response ${response}`]),
    ...(condition === 'base' ? [] : [condition]),
    ...(order === 'ab' ? [] : ['B first']),
    ...(repeat === 0 ? [] : [`repeat ${repeat}`]),
  ].join(', ');

/** What a run wrote about a case; of several answers each stands under what it answers. */
export function reasonsOf({ judgments }: Pick<Case, 'judgments'>, run: string): string {
  const written = judgments.filter((one) => one.run === run && one.rationale !== '');
  if (written.length < 2) return written[0]?.rationale ?? '';
  return written.map((one) => `[${partOf(one)}] ${one.rationale}`).join('\n\n');
}

/** Rows with the columns of `textColumns`. Throws ClientFailure, or the signal's reason. */
export async function withTexts(
  rows: readonly EngineRow[],
  { benchmark, runs }: Pick<Choices, 'benchmark' | 'runs'>,
  signal: AbortSignal,
): Promise<readonly EngineRow[]> {
  const ids = rows.map((row) => String(row['instance']));
  const cases = await loadCases(benchmark, ids, { signal });
  return rows.map((row) => {
    const found = cases.get(String(row['instance']));
    const said = runs.map(({ run }) => [columnOf(run), found === undefined ? '' : reasonsOf(found, run)]);
    return { ...row, prompt: found?.prompt ?? '', ...Object.fromEntries(said) };
  });
}
