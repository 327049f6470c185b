import { type EngineWork, withMappedCatalog } from '../../../src/own/intake/engine-work.ts';
import { attemptMapping, type Preview, previewOf } from '../../../src/own/intake/preview.ts';
import { needsMapping, recognise } from '../../../src/own/intake/recognise.ts';
import { type ImportedRun, importSet, type RunFiles } from '../../../src/own/intake/run-files.ts';
import { ownValues, ResultTables, scoreOwnRuns } from '../../../src/own/intake/score-runs.ts';
import { guessedDraft, type MappingDraft } from '../../../src/own/mapping/draft.ts';
import { mappingText } from '../../../src/own/mapping/statement.ts';
import { ownStandings, withOwnNames } from '../../../src/own/standing-words.ts';
import { type Source, textSource } from '../../../src/records/bytes.ts';
import { formatProblem } from '../../../src/schema/problem.ts';

/** Everything that was told of the files while they were imported. */
export const toldOf = (imported: readonly ImportedRun[]): readonly string[] =>
  imported.flatMap(({ told }) => told.problems.map(formatProblem));

/** Scores what was imported, as the page does where the site does not know the benchmark. */
export async function scoredRuns(work: EngineWork, imported: readonly ImportedRun[]) {
  const runs = imported.flatMap(({ run }): RunFiles[] => (run === null ? [] : [run]));
  const job = { benchmark: null, judges: [], runs, shared: null, release: null, printed: [] };
  const scores = await scoreOwnRuns(job, work);
  const values = await ownValues(work, scores);
  /** The first value of each run, which is over all of its rows, or over those of its first split. */
  const sharesOf = (metric: string): unknown =>
    Object.fromEntries(
      values
        .filter((one) => one.metric === metric)
        .toReversed()
        .map((one) => [one.run, [one.num, one.den]]),
    );
  return { ...scores, values, sharesOf };
}

/** Drops files that are tables and maps them as the page's editor does; they are tried and imported where somebody asks. */
export async function mappedTable(
  work: EngineWork,
  sources: readonly Source[],
  {
    path,
    change = (draft) => draft,
  }: { readonly path?: string; readonly change?: (draft: MappingDraft, preview: Preview) => MappingDraft } = {},
) {
  const { found } = await recognise(sources);
  const [set] = found;
  if (set === undefined || !needsMapping(set)) throw new Error('no table that waits for its mapping');
  const { preview } = await previewOf(set, path);
  if (preview === null) throw new Error('no table');
  const draft = change(guessedDraft(preview, []), preview);
  const text = mappingText(draft, preview, []);
  const mapped = <T>(use: (engine: EngineWork) => Promise<T>): Promise<T> => withMappedCatalog(work, use);
  /** What the editor makes of it at once, values of a trial among it. */
  const tried = async () => {
    const score = (runs: readonly RunFiles[]) => new ResultTables().trial(work, runs);
    const attempt = await attemptMapping(set, text, { mapped, score });
    return { attempt, shown: attempt.boards.map(withOwnNames).flatMap(ownStandings) };
  };
  const imported = () => importSet(set, { mapping: textSource('mapping.sql', text), mapped });
  return { set, preview, draft, text, tried, imported };
}
