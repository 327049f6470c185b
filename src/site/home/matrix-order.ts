/** Reads the places of a judge, a benchmark each, as a row holds them: `3,,1`; null where it was not measured. */
export const rowPlaces = (text: string): (number | null)[] =>
  text.split(',').map((place) => (place === '' ? null : Number(place)));

/** Orders rows by their places in one benchmark. Judges that were not measured stand last in both directions; equal ones keep their order. */
export function orderByPlace(
  rows: readonly (readonly (number | null)[])[],
  column: number,
  isReversed: boolean,
): number[] {
  const placeOf = (row: number): number | null => rows[row]?.[column] ?? null;
  const sign = isReversed ? -1 : 1;
  return [...rows.keys()].sort((a, b) => {
    const [one, other] = [placeOf(a), placeOf(b)];
    if (one === null || other === null) return Number(one === null) - Number(other === null);
    return sign * (one - other);
  });
}
