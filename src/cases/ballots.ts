import { csvBlob } from '../schema/csv.ts';
import { isAgreed, numberWords } from '../schema/words.ts';
import { wilson } from '../stats/intervals.ts';

/** What one may say of a pair, by its key. */
export const VOTE_KEYS = { a: 'a', b: 'b', t: 'tie', x: 'both_bad' } as const;
export type BlindChoice = (typeof VOTE_KEYS)[keyof typeof VOTE_KEYS];

/** What somebody said of a pair without seeing its label, and that label. */
export interface CastBallot {
  readonly instance: string;
  /** '' where the answers were compared as wholes. */
  readonly criterion: string;
  readonly vote: BlindChoice;
  readonly label: string;
}

const wouldChange = ({ vote, label }: CastBallot): boolean => !isAgreed(label, vote);

/** Says what at least one ballot comes to. They are of the head of a queue, so nothing is said of all labels. */
export function ballotWords(ballots: readonly CastBallot[]): string {
  const changed = ballots.filter(wouldChange).length;
  const share = changed / ballots.length;
  const { lo, hi } = wilson(share, ballots.length);
  const percent = (part: number): string => (100 * part).toFixed(0);
  const of = `${numberWords(ballots.length)} ${ballots.length === 1 ? 'label' : 'labels'}`;
  return `You would change ${numberWords(changed)} of ${of}: ${percent(share)} %, 95 % interval ${percent(lo)} to ${percent(hi)} %. They stand at the head of a queue of doubtful labels and are no sample of all.`;
}

export const ballotsCsv = (benchmark: string, ballots: readonly CastBallot[]): Blob =>
  csvBlob(
    ['benchmark', 'instance', 'criterion', 'vote', 'label', 'would_change'],
    ballots.map((one) => [benchmark, one.instance, one.criterion, one.vote, one.label, String(wouldChange(one))]),
  );
