import type { LinkScope } from './cases-href.ts';
import type { FigureChoices } from './instance-figure.ts';

/** What a figure of one judge, chosen of several, is given. */
export interface OneJudgeProps<Data> extends LinkScope {
  readonly choices: Pick<FigureChoices, 'benchmark' | 'runs'>;
  readonly data: Data;
}

/**
 * Gives the data of a figure of one judge, under the longest name of the runs that can be chosen: what is said of that judge takes the most lines, and
 * their room is kept, so that nothing moves when another judge's numbers come.
 */
export function underLongestName<Data extends { readonly label: string }>(
  data: Data,
  { runs }: Pick<FigureChoices, 'runs'>,
): Data {
  const [longest = ''] = runs.map(({ label }) => label).sort((a, b) => b.length - a.length);
  return { ...data, label: longest };
}
