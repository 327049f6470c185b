import { numberWords } from '../../ui/number-words.ts';
import type { FunnelData } from './data.ts';

/** Says what became of the pairs of one judge. `run` is undefined where the judge has none here. */
export function funnelSentence(run: FunnelData['runs'][number] | undefined): string {
  if (run === undefined) return 'The chosen judge has no pairs here.';
  const { pairs, parsed, eligible, scored } = run.total;
  return `Of ${numberWords(pairs)} pairs of ${run.label}, ${numberWords(parsed)} have both scores, ${numberWords(eligible)} could show a change, and ${numberWords(scored)} are counted.`;
}
