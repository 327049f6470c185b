import { signed } from '../../ui/number-words.ts';
import { percent } from '../kit/estimated.ts';
import { labelIn } from '../kit/labelled.ts';
import { bySplit, itemWithMost, SENTENCE_DIGITS } from '../kit/sentences.ts';
import type { ConflictCell, ConflictPanel, ConflictsData } from './data.ts';

/** Finds what is known of two criteria of a panel, in whichever order they are named. */
export const conflictOf = ({ cells }: ConflictPanel, one: string, two: string): ConflictCell | undefined =>
  cells.find(({ criterion, other }) => (criterion === one && other === two) || (criterion === two && other === one));

/** Says, in a line per split, on which criteria people's labels agree least, and how often the judge follows both. */
export const conflictsSentence = ({ label, panels }: ConflictsData): string =>
  bySplit(panels, ({ criteria, cells, whole }) => {
    const apart = itemWithMost(cells, ({ phi }) => (phi === null ? null : -phi));
    if (apart === null || apart.phi === null || whole.value === null) return null;
    const name = labelIn(criteria);
    return `labels of ${name(apart.criterion)} and ${name(apart.other)} agree least (φ ${signed(apart.phi, SENTENCE_DIGITS)}); ${label} is right on both in ${percent(whole.value, 1)} % of conflicts`;
  });
