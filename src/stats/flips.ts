/** What two judges said of a case: whether each is right, and whether another label would make the second right and the first wrong. */
export interface FlippedCase {
  readonly leader: boolean;
  readonly challenger: boolean;
  readonly canTurn: boolean;
}

/** Fewest cases to label otherwise until the leader has no more right answers; null if none do. Cases do not depend on each other: those that change most come first. */
export function flipsToShare(cases: readonly FlippedCase[]): number | null {
  let [ahead, byTwo, byOne] = [0, 0, 0];
  for (const { leader, challenger, canTurn } of cases) {
    const now = Number(leader) - Number(challenger);
    const fall = now - (canTurn ? -1 : Math.min(0, now));
    ahead += now;
    if (fall === 2) byTwo += 1;
    if (fall === 1) byOne += 1;
  }
  if (ahead <= 0) return 0;
  const two = Math.min(byTwo, Math.ceil(ahead / 2));
  const one = Math.max(0, ahead - 2 * two);
  return one > byOne ? null : two + one;
}
