import { wordsOfId } from '../cases/labels.ts';
import type { Case } from '../schema/stored-case.ts';
import { visibleText } from '../ui/visible.ts';
import { attributeLabel, type CaseFacts } from './facts.ts';

/** The most characters of a prompt that stand in a heading. */
const LONGEST = 280;

/** Says where a line is cut that is too long for a heading: at a word, and never between the halves of a character. */
function headingEnd(line: string): number {
  if (line.length <= LONGEST) return line.length;
  const at = Math.max(line.slice(0, LONGEST).lastIndexOf(' '), LONGEST / 2);
  const code = line.charCodeAt(at - 1);
  return code >= 0xd800 && code <= 0xdbff ? at - 1 : at;
}

/** Writes a prompt as a heading, its first line as far as it fits, and gives the rest, which stands below. Where there is none the id is the heading. */
export function headingOf({ prompt, instance }: Pick<Case, 'prompt' | 'instance'>): {
  readonly text: string;
  readonly rest: string;
} {
  const start = prompt.search(/\S/u);
  if (start < 0) return { text: `Case ${instance}`, rest: prompt };
  const [line = ''] = /^[^\r\n]*/.exec(prompt.slice(start, start + LONGEST * 4)) ?? [];
  const end = headingEnd(line);
  const said = visibleText(line.slice(0, end).trim());
  const rest = prompt.slice(start + end);
  if (end === line.length) return { text: said, rest: rest.trim() === '' ? '' : rest.replace(/^[\r\n]+/, '') };
  return { text: `${said} …`, rest: `… ${rest.trimStart()}` };
}

/** Attributes whose value tells nothing without their name. */
const NAMED: ReadonlySet<string> = new Set(['source', 'annotator', 'band']);
/** Facts that stand elsewhere on the page. */
const SAID_ELSEWHERE: ReadonlySet<string> = new Set(['protocol']);

export function headFacts(data: Case, facts: CaseFacts): readonly { readonly name: string; readonly words: string }[] {
  const split = data.split === '' ? [] : [{ name: '', words: attributeLabel(facts, 'split', data.split) }];
  const attributes = Object.entries(data.attributes).filter(
    ([name, value]) => value !== '' && !SAID_ELSEWHERE.has(name),
  );
  return [
    ...split,
    ...attributes.map(([name, value]) => ({
      name,
      words: `${NAMED.has(name) ? `${wordsOfId(name)}: ` : ''}${visibleText(attributeLabel(facts, name, value))}`,
    })),
  ];
}

export type CaseAnswer = Case['judgments'][number];

/** What judges were asked about one instance: a criterion, a stage, one response of several. */
export interface CasePart {
  readonly key: string;
  readonly label: string;
  readonly stage: CaseAnswer['stage'];
  readonly criterion: string | undefined;
  readonly response: string | undefined;
}

const STAGES: readonly { readonly stage: CaseAnswer['stage']; readonly label: string }[] = [
  { stage: 'judge', label: 'Judgment' },
  { stage: 'critique', label: 'Critique' },
  { stage: 'correction', label: 'Correction' },
  { stage: 'preference', label: 'Preference' },
];

type Asked = Pick<CaseAnswer, 'stage' | 'criterion' | 'response'>;

const same = (a: Asked, b: Asked): boolean =>
  a.stage === b.stage && a.criterion === b.criterion && a.response === b.response;

export function isOf(part: CasePart): (answer: Asked) => boolean {
  return (answer) => same(part, answer);
}

function distinct(asked: readonly Asked[]): Asked[] {
  return asked.filter((one, i) => asked.findIndex((other) => same(one, other)) === i);
}

export function criterionLabel(facts: CaseFacts, split: string, criterion: string): string {
  const named = facts.criteria.filter((c) => c.id === criterion);
  return (named.find((c) => c.split === split) ?? named[0])?.label ?? wordsOfId(criterion);
}

/** Lists the parts of a case that have answers or labels, in the order of stages, of the benchmark's criteria, and of responses. */
export function casePartsOf(data: Case, facts: CaseFacts): readonly CasePart[] {
  const labelled = data.gold.flatMap(({ kind, criterion }) =>
    kind === 'preference' && criterion !== undefined
      ? [{ stage: 'judge' as const, criterion, response: undefined }]
      : [],
  );
  const asked = distinct([...data.judgments, ...labelled]);
  const order = facts.criteria.filter((c) => c.split === data.split).map((c) => c.id);
  const place = ({ stage, criterion }: Asked): number =>
    STAGES.findIndex((s) => s.stage === stage) * 1000 + (criterion === undefined ? 0 : order.indexOf(criterion) + 1);
  const sorted = asked.toSorted((a, b) => place(a) - place(b) || (a.response ?? '').localeCompare(b.response ?? ''));
  return sorted.map(({ stage, criterion, response }) => {
    const name = criterion ?? stage;
    const alone = sorted.filter((o) => o.stage === stage && o.criterion === criterion).length === 1;
    const what =
      criterion === undefined
        ? (STAGES.find((s) => s.stage === stage)?.label ?? stage)
        : criterionLabel(facts, data.split, criterion);
    return {
      key: alone ? name : `${name}.${response ?? ''}`,
      label: alone || response === undefined ? what : `${what}, ${responseName(response)}`,
      stage,
      criterion,
      response,
    };
  });
}

/** Names a response: `a` → `Response A`; an id of another kind keeps its form. */
export function responseName(response: string): string {
  return `Response ${response.length === 1 ? response.toUpperCase() : response}`;
}

export function ofJudges(data: Case, { lines }: Pick<CaseFacts, 'lines'>): Case {
  if (lines.length === 0) return data;
  const isJudge = ({ run }: { readonly run: string }): boolean => !lines.includes(run);
  return {
    ...data,
    judgments: data.judgments.filter(isJudge),
    contributions: data.contributions.filter(isJudge),
  };
}

/** Leaves of a case what a blind vote may show: no label, no judge, no maker of an answer, and no fact, which may tell a label. */
export const blinded = (data: Case): Case => ({
  ...data,
  gold: [],
  own_gold: [],
  judgments: [],
  contributions: [],
  attributes: {},
  responses: data.responses.map((response) => ({ ...response, model: '' })),
});

export const asksBlind = (query: URLSearchParams): boolean => query.get('vote') === 'blind';

export function runsOfCase(data: Case): readonly string[] {
  return [...new Set(data.judgments.map(({ run }) => run))];
}

export function conditionsOf({ judgments, media, responses, perturbed_prompts }: Case): readonly string[] {
  const named = [
    ...judgments.map(({ condition }) => condition),
    ...[...media, ...responses].flatMap(({ condition }) => condition ?? []),
    ...Object.keys(perturbed_prompts ?? {}),
  ];
  return [...new Set(named)].filter((condition) => condition !== 'base');
}

export function repeatsOf({ judgments }: Case): readonly string[] {
  return [...new Set(judgments.map(({ repeat }) => repeat))].sort((a, b) => a - b).map(String);
}

/** Says whether some answer was given with the responses in the other order. */
export function hasBothOrders({ judgments }: Case): boolean {
  return new Set(judgments.map(({ order }) => order)).size > 1;
}
