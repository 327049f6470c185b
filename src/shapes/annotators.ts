import { draw } from './random.ts';

export type AnnotatorLabel = 'a' | 'b' | 'tie';
export const ANNOTATORS = ['annotator-1', 'annotator-2', 'annotator-3'] as const;

/** Chances of the right label and of a tie when one answer has one defect more, and when it has several more. */
const SLIGHT = { right: 0.87, tie: 0.07 };
const CLEAR = { right: 0.95, tie: 0.03 };

/** Draws the label of one simulated annotator for a pair whose deficits differ by `gap` (positive: b has more, so a is better). */
export function annotate(gap: number, ...key: readonly (string | number)[]): AnnotatorLabel {
  const { right, tie } = Math.abs(gap) > 1 ? CLEAR : SLIGHT;
  const u = draw('annotator', ...key);
  if (u >= right && u < right + tie) return 'tie';
  return gap > 0 === u < right ? 'a' : 'b';
}

/**
 * Finds the label by the papers' rule (Multi-Crit section 3.3), if all three agree, or two agree and the third calls a tie; else there is none.
 */
export function aggregate(labels: readonly AnnotatorLabel[]): 'a' | 'b' | null {
  const votes = (label: AnnotatorLabel) => labels.filter((l) => l === label).length;
  const ties = votes('tie');
  if (ties > 1) return null;
  if (votes('a') + ties === labels.length) return 'a';
  return votes('b') + ties === labels.length ? 'b' : null;
}
