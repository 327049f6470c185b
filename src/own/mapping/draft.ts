import { stringify } from 'yaml';
import type { Protocol } from '../../schema/benchmark.ts';
import type { Preview } from '../intake/preview.ts';

type Kind = 'instances' | 'gold' | 'judgments';

interface Meaning {
  readonly id: string;
  readonly label: string;
  /** The field of each kind of record that such a column fills. */
  readonly fields: Partial<Readonly<Record<Kind, string>>>;
  readonly names?: RegExp;
}

/** What a column of somebody's table can mean, in words. */
export const MEANINGS = [
  {
    id: 'instance',
    label: 'Name of the case',
    fields: { instances: 'instance', gold: 'instance', judgments: 'instance' },
    names: /^(?:id|idx|index|case|item|instance|question_?id|sample_?id|uid)$/i,
  },
  {
    id: 'verdict',
    label: 'The judge’s verdict',
    fields: { judgments: 'verdict' },
    names: /^(?:verdict|winner|choice|prediction|pred|decision|judg(?:e?ment)?|judge)$/i,
  },
  {
    id: 'score',
    label: 'The judge’s score',
    fields: { judgments: 'score' },
    names: /^(?:score|rating|grade|points)$/i,
  },
  {
    id: 'output',
    label: 'The judge’s whole answer',
    fields: { judgments: 'read' },
    names: /^(?:(?:output|completion|raw).*|answer)$/i,
  },
  {
    id: 'rationale',
    label: 'The judge’s reasons',
    fields: { judgments: 'rationale' },
    names: /^(?:rationale|reasons?|reasoning|explanation|why)$/i,
  },
  {
    id: 'gold',
    label: 'What people said',
    fields: { gold: 'value' },
    names: /^(?:gold|label|human|truth|ground_?truth|target|preference|human_?(?:vote|label|preference|score))$/i,
  },
  {
    id: 'criterion',
    label: 'Criterion',
    fields: { gold: 'criterion', judgments: 'criterion' },
    names: /^(?:criterion|criteria|aspect|dimension)$/i,
  },
  {
    id: 'response',
    label: 'Name of the response',
    fields: { gold: 'response', judgments: 'response' },
    names: /^response(?:_?id)?$/i,
  },
  { id: 'order', label: 'Order shown (ab or ba)', fields: { judgments: 'order' }, names: /^order$/i },
  { id: 'repeat', label: 'Number of the repeat', fields: { judgments: 'repeat' }, names: /^(?:repeat|seed|trial)$/i },
  { id: 'split', label: 'Split', fields: { instances: 'split' }, names: /^split$/i },
  { id: 'prompt', label: 'Prompt', fields: { instances: 'prompt' }, names: /^(?:prompt|question|instruction|query)$/i },
  {
    id: 'attribute',
    label: 'A group of cases',
    fields: { instances: 'attributes' },
    names: /^(?:task|domain|category|difficulty|source)$/i,
  },
] as const satisfies readonly Meaning[];

export type MeaningId = (typeof MEANINGS)[number]['id'];

export interface MappingDraft {
  readonly benchmark: string;
  readonly judge: string;
  readonly protocol: Protocol;
  /** Column → what it means; columns that are not used are left out. */
  readonly columns: Readonly<Record<string, MeaningId>>;
  /** Column → value in the file → what it means. */
  readonly values: Readonly<Record<string, Readonly<Record<string, string>>>>;
}

/** The answers that a verdict or a label can be translated to, by protocol; none where they are numbers. */
export const MEANT_ANSWERS: Readonly<Record<Protocol, readonly string[]>> = {
  pairwise: ['a', 'b', 'tie'],
  pointwise: [],
  perturbation: [],
  critique: ['correct', 'error'],
};

const USUAL: readonly (readonly [answer: string, written: RegExp])[] = [
  ['a', /^(?:a|1|left|first|(?:response|model|answer|image)[ _-]?(?:a|1))$/i],
  ['b', /^(?:b|2|right|second|(?:response|model|answer|image)[ _-]?(?:b|2))$/i],
  ['tie', /^(?:tie|c|equal|same|draw|both)$/i],
  ['correct', /^(?:correct|true|yes|right)$/i],
  ['error', /^(?:error|incorrect|false|no|wrong)$/i],
];

/** Gives the columns whose values are answers, with the values that the file has there. */
export function answerColumns(draft: MappingDraft, preview: Preview): [column: string, values: readonly string[]][] {
  if (MEANT_ANSWERS[draft.protocol].length === 0) return [];
  return Object.entries(draft.columns).flatMap(([column, meaning]) =>
    meaning === 'verdict' || meaning === 'gold' ? [[column, preview.values[column] ?? []]] : [],
  );
}

/** Translates values by their usual meaning; unknown ones stay as they are. */
export function usualValues(draft: MappingDraft, preview: Preview): MappingDraft['values'] {
  const answers = MEANT_ANSWERS[draft.protocol];
  const usual = (value: string): string =>
    USUAL.find(([answer, written]) => answers.includes(answer) && written.test(value))?.[0] ?? '';
  return Object.fromEntries(
    answerColumns(draft, preview).map(([column, values]) => [
      column,
      Object.fromEntries(
        values.flatMap((value) => (usual(value) === '' || usual(value) === value ? [] : [[value, usual(value)]])),
      ),
    ]),
  );
}

/** Says whether a column holds nothing but answers as they are usually written, and so no text to look for one in. */
const isAnswers = (values: readonly string[] = []): boolean =>
  values.length > 0 && values.every((value) => USUAL.some(([, written]) => written.test(value)));

/** Gives a first guess by the names of the columns; no two columns get the same meaning, except that several may group cases. */
export function guessedDraft(preview: Preview, benchmark: string): MappingDraft {
  const columns: Record<string, MeaningId> = {};
  const taken = new Set<string>();
  for (const column of preview.columns) {
    const meaning = MEANINGS.find(({ id, names }) => names.test(column) && (id === 'attribute' || !taken.has(id)));
    if (meaning === undefined) continue;
    const id =
      meaning.id === 'output' && !taken.has('verdict') && isAnswers(preview.values[column]) ? 'verdict' : meaning.id;
    columns[column] = id;
    taken.add(id);
  }
  const protocol: Protocol = taken.has('score') && !taken.has('verdict') ? 'pointwise' : 'pairwise';
  const draft: MappingDraft = { benchmark, judge: 'my-judge', protocol, columns, values: {} };
  return { ...draft, values: usualValues(draft, preview) };
}

const GOLD_KIND: Readonly<Record<Protocol, string>> = {
  pairwise: 'preference',
  pointwise: 'quality',
  perturbation: 'quality',
  critique: 'correct',
};

function tableOf(kind: Kind, draft: MappingDraft, files: string) {
  const columns: Record<string, string> = {};
  const values: Record<string, MappingDraft['values'][string]> = {};
  const read: Record<string, string> = {};
  for (const [column, meaning] of Object.entries(draft.columns)) {
    const fields: Meaning['fields'] = MEANINGS.find(({ id }) => id === meaning)?.fields ?? {};
    const field = fields[kind];
    if (field === undefined) continue;
    if (field === 'read')
      read[draft.protocol === 'pairwise' || draft.protocol === 'critique' ? 'verdict' : 'score'] = column;
    else columns[field === 'attributes' ? `attributes.${column}` : field] = column;
    const meant = draft.values[column] ?? {};
    if ((field === 'verdict' || field === 'value') && Object.keys(meant).length > 0) values[field] = meant;
  }
  return {
    files,
    kind,
    columns,
    ...(kind === 'gold' ? { constants: { kind: GOLD_KIND[draft.protocol] } } : {}),
    ...(Object.keys(values).length > 0 ? { values } : {}),
    ...(Object.keys(read).length > 0 ? { read } : {}),
  };
}

/**
 * Writes the mapping file of what was said: judgments always; labels where a column has them; cases where a column tells something of them or
 * labels make them complete.
 */
export function mappingText(draft: MappingDraft, { file, files }: Pick<Preview, 'file' | 'files'>): string {
  const meanings = new Set(Object.values(draft.columns));
  const hasGold = meanings.has('gold');
  const hasCases = hasGold || meanings.has('prompt') || meanings.has('split') || meanings.has('attribute');
  const kinds: Kind[] = [
    ...(hasCases ? ['instances' as const] : []),
    ...(hasGold ? ['gold' as const] : []),
    'judgments',
  ];
  const { benchmark, judge, protocol } = draft;
  const pattern = files === 1 ? file : '*';
  return stringify({ run: { benchmark, judge, protocol }, tables: kinds.map((kind) => tableOf(kind, draft, pattern)) });
}
