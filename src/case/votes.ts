import { type CastBallot, VOTE_KEYS } from '../cases/ballots.ts';
import { isLocalName } from '../client/local-release.ts';

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

export function onBallots(call: () => void): () => void {
  heard.add(call);
  return () => heard.delete(call);
}
