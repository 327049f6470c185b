import { isAgreed } from '../schema/words.ts';
import { type IntervalBounds, wilson } from '../stats/intervals.ts';

/** What somebody said of a pair without seeing its label, and that label. */
export interface BlindBallot {
  readonly instance: string;
  /** '' where the answers were compared as wholes. */
  readonly criterion: string;
  readonly vote: string;
  readonly label: string;
}

export const wouldChange = ({ vote, label }: BlindBallot): boolean => !isAgreed(label, vote);

interface ChangedLabels {
  readonly changed: number;
  readonly share: number;
  readonly interval: IntervalBounds;
}

/** Counts the labels that one would change, with Wilson's interval of their share; at least one ballot. */
export function changedLabels(ballots: readonly BlindBallot[]): ChangedLabels {
  const changed = ballots.filter(wouldChange).length;
  const share = changed / ballots.length;
  return { changed, share, interval: wilson(share, ballots.length) };
}
