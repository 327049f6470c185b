import { type BlindBallot, changedLabels, wouldChange } from '../metrics/ballots.ts';
import { csvBlob } from '../schema/csv.ts';
import { numberWords } from '../schema/words.ts';

/** What one may say of a pair, by its key. */
export const VOTE_KEYS = { a: 'a', b: 'b', t: 'tie', x: 'both_bad' } as const;
export type BlindChoice = (typeof VOTE_KEYS)[keyof typeof VOTE_KEYS];

export type CastBallot = BlindBallot & { readonly vote: BlindChoice };

/** Says what at least one ballot comes to. They are of the head of a queue, so nothing is said of all labels. */
export function ballotWords(ballots: readonly CastBallot[]): string {
  const { changed, share, interval } = changedLabels(ballots);
  const percent = (part: number): string => (100 * part).toFixed(0);
  const of = `${numberWords(ballots.length)} ${ballots.length === 1 ? 'label' : 'labels'}`;
  return `You would change ${numberWords(changed)} of ${of}: ${percent(share)} %, 95 % interval ${percent(interval.lo)} to ${percent(interval.hi)} %. They stand at the head of a queue of doubtful labels and are no sample of all.`;
}

export const ballotsCsv = (benchmark: string, ballots: readonly CastBallot[]): Blob =>
  csvBlob(
    ['benchmark', 'instance', 'criterion', 'vote', 'label', 'would_change'],
    ballots.map((one) => [benchmark, one.instance, one.criterion, one.vote, one.label, String(wouldChange(one))]),
  );
