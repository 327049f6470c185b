import type { Protocol } from '../../schema/benchmark.ts';
import { ANY_VERDICTS, PAIR_ANSWERS } from '../../schema/words.ts';

/** What a column of somebody's table can mean, in words. `several`: more than one column may have it, and what that says. */
export const ROLES = [
  {
    id: 'instance',
    label: 'Name of the case',
    names: /^(?:id|idx|index|case|item|instance|uid|pid|doc_?id|question_?id|sample_?id)$/i,
    several: 'together they name it',
  },
  {
    id: 'verdict',
    label: 'The judge’s verdict',
    names:
      /^(?:(?:games?\.1\.)?(?:verdict|winner)|games?\.1\.score|choice|prediction|pred|decision|judg(?:e?ment)?|judge)$/i,
    several: 'each is a judge',
  },
  {
    id: 'swapped',
    label: 'Its verdict with the answers swapped, as they were shown',
    names: /^games?\.2\.(?:verdict|winner|score)$/i,
  },
  {
    id: 'score',
    label: 'The judge’s score',
    names: /^(?:score|rating|grade|points)s?$/i,
    several: 'each is a criterion',
  },
  { id: 'output', label: 'The judge’s whole answer', names: /^(?:(?:output|completion|raw).*|answer|response)$/i },
  {
    id: 'rationale',
    label: 'The judge’s reasons',
    names: /^(?:rationale|reasons?|reasoning|explanation|why|comment)$/i,
  },
  {
    id: 'gold',
    label: 'What people said',
    names: /^(?:gold|label|human|truth|ground_?truth|target|preference|human_?(?:vote|label|preference|score))$/i,
  },
  {
    id: 'judge',
    label: 'Name of the judge',
    names: /^(?:judge|grader|evaluator|rater|autorater)(?:[ _-]?(?:name|model|id))?$/i,
  },
  {
    id: 'variant',
    label: 'Setting: each value is a run',
    names: /^(?:filter|setting|variant|prompt_?(?:id|name|version))$/i,
  },
  { id: 'better', label: 'Score of the response that people prefer', names: /(?:^|_)chosen(?:_|$)/i },
  { id: 'worse', label: 'Score of the other response', names: /(?:^|_)rejected(?:_|$)/i },
  { id: 'criterion', label: 'Criterion', names: /^(?:criterion|criteria|aspect|dimension|rubric)$/i },
  { id: 'response', label: 'Name of the response', names: /^response_?id$/i },
  { id: 'order', label: 'Order shown (ab or ba)', names: /^order$/i },
  { id: 'repeat', label: 'Number of the repeat', names: /^(?:repeat|seed|trial|epoch)$/i },
  { id: 'split', label: 'Split', names: /^split$/i },
  { id: 'prompt', label: 'Prompt', names: /^(?:prompt|question|instruction|query)$/i },
  {
    id: 'attribute',
    label: 'A group of cases',
    names: /^(?:task|domain|category|difficulty|source|subset|turn)$/i,
    several: '',
  },
] as const;

export type RoleId = (typeof ROLES)[number]['id'];

/** The answers that a verdict can be translated to, by protocol; none where they are numbers. */
export const MEANT_ANSWERS: Readonly<Record<Protocol, readonly string[]>> = {
  pairwise: ANY_VERDICTS,
  pointwise: [],
  perturbation: [],
  critique: ['correct', 'error'],
};

/** The same for a label: people do not leave open whether a pair that is level is good or bad. */
export const meantLabels = (protocol: Protocol): readonly string[] =>
  protocol === 'pairwise' ? PAIR_ANSWERS : MEANT_ANSWERS[protocol];

const THING = '(?:response|model|answer|image|assistant|option|caption|output|candidate|system)[ _-]?';

/** How answers are usually written, without brackets around them. Which of two 0 and 1 mean in a pair, nobody can tell. */
const USUAL: readonly (readonly [answer: string, written: RegExp])[] = [
  ['a', new RegExp(`^(?:a|1|left|first|chosen|(?:${THING})(?:a|1)|a ?>+ ?b|b ?<+ ?a|leftvote)$`, 'i')],
  ['b', new RegExp(`^(?:b|2|right|second|rejected|(?:${THING})(?:b|2)|b ?>+ ?a|a ?<+ ?b|rightvote)$`, 'i')],
  ['both_bad', /^(?:(?:tie )?\(?both[ _-]?(?:are )?bad\)?(?:[ _-]?vote)?|a ?=+ ?b ?=+ ?bad)$/i],
  [
    'tie',
    /^(?:tie|c|equal|same|draw|both|tievote|tie \(inconsistent\)|(?:tie )?\(?both[ _-]?good\)?|[ab] ?=+ ?[ab](?: ?=+ ?good)?)$/i,
  ],
  ['correct', /^(?:correct|true|yes|right|1|pass(?:ed)?)$/i],
  ['error', /^(?:error|incorrect|false|no|wrong|0|fail(?:ed)?)$/i],
];

function usualMeaning(value: string, protocol: Protocol): string {
  const bare = value.trim().replace(/^\[\[(.*)\]\]$/, '$1');
  const answers = MEANT_ANSWERS[protocol];
  return USUAL.find(([answer, written]) => answers.includes(answer) && written.test(bare))?.[0] ?? '';
}

/** Translates the values of a column by their usual meaning. Whether 0 is the first of a pair, or no, is asked and never guessed. */
export function usualMeanings(values: readonly string[], protocol: Protocol): Readonly<Record<string, string>> {
  const isIndex = protocol === 'pairwise' && values.includes('0');
  return Object.fromEntries(
    values.flatMap((value) => {
      const meaning = isIndex && /^\d+$/.test(value) ? '' : usualMeaning(value, protocol);
      return meaning === '' ? [] : [[value, meaning]];
    }),
  );
}

export const areAnswers = (values: readonly string[], protocol: Protocol): boolean =>
  values.length > 0 && values.every((value) => usualMeaning(value, protocol) !== '');

export const haveAnswers = (values: readonly string[], protocol: Protocol): boolean =>
  values.some((value) => usualMeaning(value, protocol) !== '');

export const isIdName = (column: string): boolean => ROLES[0].names.test(column);
