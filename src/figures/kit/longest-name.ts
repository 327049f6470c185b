import type { FigureChoices } from './instance-figure.ts';

/**
 * Gives the data of a figure under the longest name that can be chosen. Its sentence takes the most lines; reserving their room keeps the
 * page still when another judge's numbers arrive.
 */
export function underLongestName<Data extends { readonly label: string }>(
  data: Data,
  { runs }: Pick<FigureChoices, 'runs'>,
): Data {
  const [longest = ''] = runs.map(({ label }) => label).sort((a, b) => b.length - a.length);
  return { ...data, label: longest };
}
