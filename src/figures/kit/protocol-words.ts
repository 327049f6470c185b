import type { Protocol } from '../../schema/benchmark.ts';
import type { FigureTopic } from './instance-figure.ts';

/** How the page speaks of each way of judging. */
export const PROTOCOL_WORDS: Readonly<
  Record<Protocol, { readonly title: string; readonly tab: string; readonly judge: string }>
> = {
  pairwise: { title: 'Pairs of responses, judged criterion by criterion', tab: 'Pairs', judge: 'Judge of pairs' },
  perturbation: {
    title: 'Scores before and after a perturbation',
    tab: 'Perturbations',
    judge: 'Judge of perturbations',
  },
  pointwise: { title: 'Single scores', tab: 'Scores', judge: 'Judge of scores' },
  critique: { title: 'Critiques', tab: 'Critiques', judge: 'Critic' },
};

const TOPIC_WORDS: Readonly<Record<FigureTopic, string>> = {
  answers: '',
  conflicts: ': all judges on conflicts',
  judges: ': judges side by side',
};

/** Says what stands on the tab of a page of figures: `Pairs: judges side by side`. */
export const pageTab = ({ protocol, topic }: { readonly protocol: Protocol; readonly topic: FigureTopic }): string =>
  `${PROTOCOL_WORDS[protocol].tab}${TOPIC_WORDS[topic]}`;

/** When an answer is wrong. */
export const WRONG_WORDS: Readonly<Record<Protocol, string>> = {
  pairwise: 'A verdict is wrong if the label prefers the other response; ties and unreadable answers are wrong, too.',
  perturbation: 'A pair of scores is wrong if it earns less than half of BD or BC; pairs that start at 1 do not count.',
  pointwise: '',
  critique: 'A verdict or choice is wrong if the label says otherwise; unreadable ones do not count.',
};

/** Names a drawing or a table that every protocol has, so that no two on a page share a name. */
export const titled = (title: string, protocol: Protocol): string => `${title}: ${PROTOCOL_WORDS[protocol].title}`;
