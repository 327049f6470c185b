/** How judgments become contributions. Every switch is a value, kept beside the numbers it made. */
export interface Settings {
  /** A judgment that the run should have and does not: `left-out` (official code) or counted as `wrong`. */
  readonly missing: 'left-out' | 'wrong';
  /** A bias type with parsed pairs of which none counts: no value (`none`), or the `official` zero, which enters averages. */
  readonly zeros: 'none' | 'official';
  /** Who is judged: the `runs` against the aggregated labels, or each of the `annotators` against the others: the majority of their labels, the mean of their ratings. */
  readonly judged: 'runs' | 'annotators';
  /** A condition on `instance`: the cases within which metrics of whole groups of scores (`Metric.grouped`) are computed; all where it is left out. */
  readonly within?: string;
}

export const OFFICIAL_SETTINGS: Settings = {
  missing: 'left-out',
  zeros: 'none',
  judged: 'runs',
};
