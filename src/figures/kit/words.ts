import { labelOfValue } from '../../cases/labels.ts';
import { biasMetric } from '../../metrics/perturbations.ts';
import type { RunValue } from '../../metrics/values.ts';
import type { Protocol } from '../../schema/benchmark.ts';
import { parseSlice } from '../../schema/slice.ts';
import { fixed, numberWords } from '../../ui/number-words.ts';
import type { FigureChoices, FigureTopic } from './case-figure.ts';

/** What a figure shows: a criterion, a split, a writer. */
export interface Labelled {
  readonly id: string;
  readonly label: string;
}

/** Says what an id is called in a list: `labelIn(criteria)('ocr')` → `Text in the picture`; the id itself where the list lacks it. */
export const labelIn =
  (list: readonly Labelled[]) =>
  (id: string): string =>
    list.find((one) => one.id === id)?.label ?? id;

const PERCENT = 100;

/** Writes a ratio in percent, with a true minus sign: `-0.125` with one decimal → `−12.5`. */
export const percent = (value: number, decimals = 0): string => fixed(PERCENT * value, decimals);

/** Writes a value with its interval and n, `43.1 % [39.0, 47.4], n = 501`, or why there is none. */
export function estimateWords({ value, lo, hi, n, reason }: Estimated): string {
  if (value === null) return reason;
  const interval = lo === null || hi === null ? `, no interval: ${reason}` : ` [${percent(lo, 1)}, ${percent(hi, 1)}]`;
  return `${percent(value, 1)} %${interval}, n = ${numberWords(n)}`;
}

export function intervalWords({ value, lo, hi }: Estimated): string {
  if (value === null) return '–';
  return lo === null || hi === null ? percent(value, 1) : `${percent(value, 1)} [${percent(lo, 1)}, ${percent(hi, 1)}]`;
}

export interface Estimated {
  /** The value is in the metric's natural unit; null with a reason. */
  readonly value: number | null;
  readonly lo: number | null;
  readonly hi: number | null;
  /** The sum of the denominators, of one repeat. */
  readonly n: number;
  /** What is missing and why; '' when nothing is. */
  readonly reason: string;
}

export function estimated({ summary: { value, lo, hi, reason }, n }: RunValue): Estimated {
  return { value, lo, hi, n, reason };
}

/** Parts of the sentences that figures say at a glance; a sentence is empty where there is nothing to say. */

export const SENTENCE_DIGITS = 2;

/** Finds the item with the largest number. Those without one are passed over, and the first of equals counts. */
export function itemWithMost<T>(items: readonly T[], value: (item: T) => number | null): T | null {
  const known = items.filter((item) => value(item) !== null);
  return known.reduce<T | null>(
    (best, item) => (best === null || (value(item) ?? 0) > (value(best) ?? 0) ? item : best),
    null,
  );
}

export function bySplit<P extends Labelled>(panels: readonly P[], words: (panel: P) => string | null): string {
  return panels
    .flatMap((panel) => {
      const own = words(panel);
      return own === null ? [] : [`${panel.label}: ${own}.`];
    })
    .join('\n');
}

/** Lists the splits of rows of sums, in the order in which the benchmark lists them; others follow. */
export function splitsOf(
  { labels }: Pick<FigureChoices, 'labels'>,
  rows: readonly { readonly slice: string }[],
): string[] {
  const splits = rows.map(({ slice }) => parseSlice(slice).get('split') ?? '');
  return inListedOrder({ labels }, 'split', splits);
}

/** Puts ids in the order in which the benchmark lists them under a label; others follow in alphabetical order. */
export function inListedOrder(
  { labels }: Pick<FigureChoices, 'labels'>,
  label: 'split' | 'criterion' | 'quality_band',
  ids: Iterable<string>,
): string[] {
  const found = new Set(ids);
  const listed = Object.keys(labels[label] ?? {});
  return [...listed.filter((id) => found.has(id)), ...[...found].filter((id) => !listed.includes(id)).sort()];
}

export const splitLabel = ({ labels, name }: Pick<FigureChoices, 'labels' | 'name'>, split: string): string =>
  split === '' ? name : (labelOfValue(labels, 'split', split) ?? split);

export const namedCriteria = ({ labels }: Pick<FigureChoices, 'labels'>, ids: Iterable<string>): readonly Labelled[] =>
  inListedOrder({ labels }, 'criterion', ids).map((id) => ({ id, label: labelOfValue(labels, 'criterion', id) ?? id }));

export const PROTOCOL_WORDS: Readonly<
  Record<
    Protocol,
    {
      readonly title: string;
      readonly tab: string;
      readonly judge: string;
      readonly asks: Readonly<Record<Exclude<FigureTopic, 'conflicts'>, string>>;
    }
  >
> = {
  pairwise: {
    title: 'Pairs of responses, judged criterion by criterion',
    tab: 'Pairs',
    judge: 'Judge of pairs',
    asks: {
      answers: 'Which pairs does a judge get wrong, and how?',
      judges: 'Do judges agree with each other?',
    },
  },
  perturbation: {
    title: 'Scores before and after a perturbation',
    tab: 'Perturbations',
    judge: 'Judge of perturbations',
    asks: {
      answers: 'How does a judge’s score move when the case is changed?',
      judges: 'Do judges react alike when a case is changed?',
    },
  },
  pointwise: {
    title: 'Single scores',
    tab: 'Scores',
    judge: 'Judge of scores',
    asks: {
      answers: 'How far are a judge’s scores from people’s?',
      judges: 'Do judges give the same scores?',
    },
  },
  critique: {
    title: 'Critiques',
    tab: 'Critiques',
    judge: 'Critic',
    asks: {
      answers: 'Which wrong responses does a critic recognise?',
      judges: 'Do critics agree with each other?',
    },
  },
};

const TOPIC_WORDS: Readonly<Record<FigureTopic, string>> = {
  answers: 'One judge',
  conflicts: 'Conflicts',
  judges: 'Agreement',
};

interface TabbedPage {
  readonly protocol: Protocol;
  readonly topic: FigureTopic;
}

export const pageQuestion = ({ protocol, topic }: TabbedPage): string =>
  topic === 'conflicts' ? 'What do judges do where criteria conflict?' : PROTOCOL_WORDS[protocol].asks[topic];

/** Says what stands on the tab of a page of figures: `Agreement`; with the way of judging where the benchmark has several: `Pairs: agreement`. */
export function pageTab({ protocol, topic }: TabbedPage, pages: readonly TabbedPage[]): string {
  const words = TOPIC_WORDS[topic];
  return pages.every((page) => page.protocol === protocol)
    ? words
    : `${PROTOCOL_WORDS[protocol].tab}: ${words.toLowerCase()}`;
}

export const WRONG_WORDS: Readonly<Record<Protocol, string>> = {
  pairwise: 'A verdict is wrong if the label prefers the other response; ties and unreadable answers are wrong, too.',
  perturbation: 'A pair of scores is wrong if it earns less than half of BD or BC; pairs that start at 1 do not count.',
  pointwise: '',
  critique: 'A verdict or choice is wrong if the label says otherwise; unreadable ones do not count.',
};

/** Names a drawing or a table that every protocol has, so that no two on a page share a name. */
export const titled = (title: string, protocol: Protocol): string => `${title}: ${PROTOCOL_WORDS[protocol].title}`;

export interface BiasTypeLabel {
  readonly id: string;
  readonly label: string;
  readonly about: string;
  readonly dimension: string;
  readonly dimensionLabel: string;
  readonly metric: string;
}

interface Found {
  readonly biasType: string;
  readonly dimension: string;
}

/** Lists the bias types that occur, in the benchmark's order, then those that it does not name. */
export function biasTypesOf(
  { biasTypes, labels }: Pick<FigureChoices, 'biasTypes' | 'labels'>,
  found: readonly Found[],
): readonly BiasTypeLabel[] {
  const dimensions = new Map(found.map(({ biasType, dimension }) => [biasType, dimension]));
  const known = biasTypes.filter(({ id }) => dimensions.has(id));
  const others = [...dimensions.keys()].filter((id) => known.every((type) => type.id !== id)).sort();
  const named = (id: string, label: string, about: string): BiasTypeLabel => {
    const dimension = dimensions.get(id) ?? '';
    return {
      id,
      label,
      about,
      dimension,
      dimensionLabel: labelOfValue(labels, 'dimension', dimension) ?? dimension,
      metric: biasMetric(dimension).id,
    };
  };
  return [...known.map(({ id, label, about }) => named(id, label, about)), ...others.map((id) => named(id, id, ''))];
}

/** Data under the longest name that can be chosen: room for its sentence keeps the page still when another judge's numbers arrive. */
export function underLongestName<Data extends { readonly label: string }>(
  data: Data,
  { runs }: Pick<FigureChoices, 'runs'>,
): Data {
  const [longest = ''] = runs.map(({ label }) => label).sort((a, b) => b.length - a.length);
  return { ...data, label: longest };
}
