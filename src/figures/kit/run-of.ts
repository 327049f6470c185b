import type { Protocol } from '../../schema/benchmark.ts';
import { type Query, text } from '../../sql/query.ts';
import type { FigureChoices, FigureRun, FigureScope } from './instance-figure.ts';

const runsOf = ({ runs }: Pick<FigureChoices, 'runs'>, protocol: Protocol): readonly FigureRun[] =>
  runs.filter((run) => run.protocol === protocol);

/** Lists the ids of the runs whose judges a figure of a protocol shows; a reference, such as random votes, is none of them. */
export const shownRuns = (choices: Pick<FigureChoices, 'runs'>, protocol: Protocol): readonly string[] =>
  runsOf(choices, protocol).map(({ run }) => run);

/** Finds the run of a protocol that a visitor looks at, or the first; null where there is none. */
export function chosenRun(
  choices: Pick<FigureChoices, 'runs'>,
  { runs }: FigureScope,
  protocol: Protocol,
): FigureRun | null {
  const own = runsOf(choices, protocol);
  return own.find(({ run }) => run === runs[protocol]) ?? own[0] ?? null;
}

/** Gives the places of runs in the order of the choices, to sort rows by. */
export function runOrder({ runs }: Pick<FigureChoices, 'runs'>): (run: string) => number {
  const places = new Map(runs.map(({ run }, i) => [run, i]));
  return (run) => places.get(run) ?? runs.length;
}

export const labelOfRun = ({ runs }: Pick<FigureChoices, 'runs'>, run: string): string =>
  runs.find((known) => known.run === run)?.label ?? run;

export async function namesOfJudges(query: Query): Promise<ReadonlyMap<string, string>> {
  const rows = await query('SELECT judge, name FROM judges');
  return new Map(rows.map((row) => [text(row, 'judge'), text(row, 'name')]));
}

/** Says what a critique judge is called; '' where the data do not say who scored. */
export const scorerLabel = (names: ReadonlyMap<string, string>, id: string): string =>
  id === '' ? 'Unnamed critique judge' : (names.get(id) ?? id);
