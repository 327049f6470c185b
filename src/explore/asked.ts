import { parseSlice } from '../schema/slice.ts';

/** What a list of cases was asked for: whose answers, and under which criterion; '' stands for what was not asked. */
export interface AskedFor {
  readonly run: string;
  readonly criterion: string;
  /** Id of the metric whose lost points it is about. */
  readonly metric: string;
  /** Keys of the order, the first key first. */
  readonly order: readonly string[];
  /** Words that a reason has. */
  readonly words: string;
}

/**
 * Reads what a list asks for from its query string (from its `?` on): the run whose points or verdicts it is about, the one that was wrong
 * before the one that was right, and the criterion. Names are read as they stand; who uses them looks whether the case has them.
 */
export function askedFor(list: string): AskedFor {
  const search = new URLSearchParams(list);
  const first = (name: string): string => search.get(name)?.split(',')[0] ?? '';
  const sliced = parseSlice(search.get('slice') ?? '').get('criterion') ?? '';
  return {
    run: first('run') || first('wrong') || first('right'),
    criterion: search.get('criterion') || sliced,
    metric: search.get('metric') ?? '',
    order: (search.get('sort') ?? '').split(',').flatMap((key) => key.replace(/^-/, '') || []),
    words: search.get('words') ?? '',
  };
}
