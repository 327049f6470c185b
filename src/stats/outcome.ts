/** A statistic, or the reason why there is none; the reason is one phrase for a reader. */
export type Outcome<T> = { readonly value: T; readonly reason: '' } | { readonly value: null; readonly reason: string };

export function some<T>(value: T): Outcome<T> {
  return { value, reason: '' };
}

export function none(reason: string): { readonly value: null; readonly reason: string } {
  return { value: null, reason };
}
