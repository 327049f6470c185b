import { searchWordsOf } from '../schema/release-paths.ts';
import { parseSlice } from '../schema/slice.ts';
import type { ExploreState } from './state.ts';

/** What a list of cases was asked for: whose answers, and under which criterion; '' stands for what was not asked. */
export interface AskedFor {
  readonly run: string;
  readonly criterion: string;
  /** Id of the metric whose lost points it is about. */
  readonly metric: string;
  readonly order: readonly string[];
  /** Words that a reason has; '' also where nothing in them can be searched for, as in `.*`. */
  readonly words: string;
}

/** Lists the runs that a list asks for: files of its answers hold those of no other; of all where it asks for none. */
export const judgesAsked = ({ run, wrong, right }: Pick<ExploreState, 'run' | 'wrong' | 'right'>): readonly string[] =>
  [...new Set([run, ...wrong, ...right])].filter((one) => one !== '');

/** What a list's query string asks for: the run whose points or verdicts it is about (wrong before right) and the criterion. Names are read as they stand; who uses them looks whether the case has them. */
export function askedFor(list: string): AskedFor {
  const search = new URLSearchParams(list);
  const first = (name: string): string => search.get(name)?.split(',')[0] ?? '';
  const words = search.get('words') ?? '';
  const sliced = parseSlice(search.get('slice') ?? '').get('criterion') ?? '';
  return {
    run: first('run') || first('wrong') || first('right'),
    criterion: search.get('criterion') || sliced,
    metric: search.get('metric') ?? '',
    order: (search.get('sort') ?? '').split(',').flatMap((key) => key.replace(/^-/, '') || []),
    words: searchWordsOf(words).length === 0 ? '' : words,
  };
}
