import { isLocalName } from '../client/local-release.ts';
import { csvText } from '../schema/csv.ts';
import { numberWords } from '../schema/number-words.ts';
import { isAgreed } from '../schema/words.ts';
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
  const interval = wilson(share, ballots.length);
  const percent = (part: number): string => (100 * part).toFixed(0);
  const of = `${numberWords(ballots.length)} ${ballots.length === 1 ? 'label' : 'labels'}`;
  return `You would change ${numberWords(changed)} of ${of}: ${percent(share)} %, 95 % interval ${percent(interval.lo)} to ${percent(interval.hi)} %. They stand at the head of a queue of doubtful labels and are no sample of all.`;
}

/** Writes ballots with the labels that they are held against, one a row. */
export const ballotsCsv = (benchmark: string, ballots: readonly CastBallot[]): Blob =>
  new Blob(
    [
      csvText(
        ['benchmark', 'instance', 'criterion', 'vote', 'label', 'would_change'],
        ballots.map((one) => [benchmark, one.instance, one.criterion, one.vote, one.label, String(wouldChange(one))]),
      ),
    ],
    { type: 'text/csv' },
  );

const keyOf = (benchmark: string): string => `judgeboard:votes:${benchmark}`;
const heard = new Set<() => void>();
const held = new Map<string, readonly CastBallot[]>();

/** Another version may have written it, or anybody. */
const areBallots = (found: unknown): found is readonly CastBallot[] =>
  Array.isArray(found) &&
  found.every(
    (one: Partial<CastBallot> | null) =>
      [one?.instance, one?.criterion, one?.label].every((text) => typeof text === 'string') &&
      Object.values(VOTE_KEYS).some((vote) => vote === one?.vote),
  );

function stored(benchmark: string): readonly CastBallot[] {
  try {
    const found: unknown = JSON.parse(localStorage.getItem(keyOf(benchmark)) ?? '[]');
    return areBallots(found) ? found : [];
  } catch {
    return []; // Storage is blocked, or holds no JSON.
  }
}

/** Gives the ballots of a benchmark, the latest last; the same list until one is added. */
export function ballotsOf(benchmark: string): readonly CastBallot[] {
  const found = held.get(benchmark) ?? (isLocalName(benchmark) ? [] : stored(benchmark));
  held.set(benchmark, found);
  return found;
}

/** Keeps ballots in this browser; of own cases as long as the page is open, since nothing of them is stored unasked. */
function keep(benchmark: string, ballots: readonly CastBallot[]): void {
  held.set(benchmark, ballots);
  try {
    if (ballots.length === 0) localStorage.removeItem(keyOf(benchmark));
    else if (!isLocalName(benchmark)) localStorage.setItem(keyOf(benchmark), JSON.stringify(ballots));
  } catch {
    // Storage is blocked or full: they last as long as the page.
  }
  for (const call of heard) call();
}

export const forgetBallots = (benchmark: string): void => keep(benchmark, []);

export function castBallot(benchmark: string, ballot: CastBallot): void {
  const isSame = ({ instance, criterion }: CastBallot): boolean =>
    instance === ballot.instance && criterion === ballot.criterion;
  keep(benchmark, [...ballotsOf(benchmark).filter((one) => !isSame(one)), ballot]);
}

/** Calls whenever some ballot is cast or forgotten; gives the way to stop. */
export function onBallots(call: () => void): () => void {
  heard.add(call);
  return () => heard.delete(call);
}
