import {
  CELLS,
  COLOUR_NAMES,
  LETTERS,
  mention,
  OPEN_TASKS,
  type OpenTask,
  type Random,
  SCENE_SHAPES,
  SCENE_SIZES,
  type Scene,
  type SceneItem,
  type SolvedQuestion,
  type TextQuestion,
  understand,
} from './scene.ts';

/** What can be wrong with an answer, and the points that it costs on the scale 1–10. `flat` and `no-check` are lacks: one for each of two vivid or checking sentences that is not there. */
const COST = {
  omission: 1,
  vague: 1,
  wrong: 1.5,
  invented: 2,
  flat: 0.5,
  repetition: 0.5,
  contradiction: 1.5,
  padding: 0.5,
  'no-check': 0.5,
  'wrong-answer': 4,
} as const;
export type DefectKind = keyof typeof COST;

/** One defect, planted by a writer or found by a reader. */
export interface Defect {
  readonly kind: DefectKind;
  /** What it is about, in words; '' where nothing in particular is. */
  readonly about: string;
  /** What should stand there; '' where the kind says it all or the finder does not know. */
  readonly fix: string;
}

export type DefectPlan = Readonly<Partial<Record<DefectKind, number>>>;

export type PairSplit = 'open_ended' | 'reasoning';

/** Which defects count against which criterion: the definition of gold, and a checker's idea of the criterion. */
export const DEFECTS_BY_CRITERION: Readonly<Record<PairSplit, Readonly<Record<string, readonly DefectKind[]>>>> = {
  open_ended: {
    completeness: ['omission'],
    grounding: ['vague'],
    hallucination: ['wrong', 'invented'],
    expressiveness: ['flat'],
    clarity: ['repetition', 'contradiction', 'padding'],
  },
  reasoning: {
    grounding: ['vague'],
    logic: ['contradiction'],
    hallucination: ['wrong', 'invented'],
    exploration: ['no-check'],
    efficiency: ['repetition', 'padding'],
  },
};

export const deficit = (defects: readonly Defect[], kinds: readonly DefectKind[]): number =>
  defects.filter((d) => kinds.includes(d.kind)).length;

export const costOf = (defects: readonly Defect[]): number => defects.reduce((sum, d) => sum + COST[d.kind], 0);

/** Gives quality from 0 to 10, a whole number: 10 without a defect. */
export const qualityWithDefects = (defects: readonly Defect[]): number => Math.max(0, Math.round(10 - costOf(defects)));

function recoloured(item: SceneItem, r: Random): SceneItem {
  return { ...item, colour: r.pick(COLOUR_NAMES.filter((c) => c !== item.colour)) };
}

/** Gives a thing that the scene does not hold, at a place that is free, in a colour no item has where that is possible. */
function inventedItem(scene: Scene, others: readonly SceneItem[], r: Random): SceneItem {
  const places = scene.kind === 'chart' ? LETTERS : CELLS;
  const used = [...scene.items, ...others].map((i) => i.place);
  const free = places.filter((p) => !used.includes(p));
  const strange = COLOUR_NAMES.filter((c) => scene.items.every((i) => i.colour !== c));
  const colour = r.pick(strange.length > 0 ? strange : COLOUR_NAMES);
  const place = r.pick(free.length > 0 ? free : places);
  if (scene.kind === 'chart') return { noun: 'bar', colour, size: '', place, mark: '', value: 1 + r.int(9) };
  return { noun: r.pick(SCENE_SHAPES), colour, size: r.pick(SCENE_SIZES), place, mark: '', value: 0 };
}

export const omission = (item: SceneItem): Defect => ({ kind: 'omission', about: mention(item), fix: '' });
const vagueness = (item: SceneItem): Defect => ({ kind: 'vague', about: `a ${item.noun}`, fix: mention(item) });
export const misreading = (said: SceneItem, real: SceneItem): Defect => ({
  kind: 'wrong',
  about: mention(said),
  fix: mention(real),
});
export const invention = (item: SceneItem): Defect => ({ kind: 'invented', about: mention(item), fix: '' });
export const lacks = (kind: 'flat' | 'no-check', present: number): Defect[] =>
  Array.from({ length: Math.max(0, 2 - present) }, () => ({ kind, about: '', fix: '' }));
export const bulk = (): Defect => ({ kind: 'padding', about: '', fix: '' });

/** Sentences that make writing vivid; readers know them by their comparison (`like`, `as if`). */
const VIVID = [
  'The whole scene feels like a quiet market square before the stalls open.',
  'Together they look as if someone had paused a dance in mid-step.',
  'It is like a drawer of odd buttons, each waiting for its coat.',
  'The colours glow as if they were lit from behind.',
  'They sit like boats at anchor on a still morning.',
  'One could take it for a small town seen from above, bright as if after rain.',
  'It reads like a tune written for the eye.',
];

/** Sentences that re-examine a result; readers know them by `again`, `twice`, `another way`. */
const CHECKS = [
  'Going through it again from the other end gives the same.',
  'Read another way, an outline might be hidden behind a second one; nothing overlaps, so no.',
  'Looking twice at the edges of the picture turns up nothing more.',
  'At first the ground might be taken for a part of it; looking again, it is not.',
  'Done another way, by crossing off what was used, the result stays.',
];

const PADDING = [
  'There is much that could be said on a subject of this sort, and one would do well to take time over it.',
  'It is worth keeping in mind that careful work is on the whole better than careless work.',
  'In matters of this nature, as in many others, the general picture counts as well as the particulars.',
  'Needless to say, every step deserves the attention that it deserves.',
  'All of this is said for the sake of being thorough, which is a virtue in itself.',
  'One may add that questions have answers and that answers belong to questions.',
  'This is, all things considered, a point that is worth making before going on.',
];

const vividSentences = (r: Random, count: number): string[] => r.shuffle(VIVID).slice(0, count);
const checkSentences = (r: Random, count: number): string[] => r.shuffle(CHECKS).slice(0, count);

export function paddingSentences(r: Random, count: number): string[] {
  const order = r.shuffle(PADDING);
  return Array.from({ length: count }, (_, i) => order[i % order.length] ?? '');
}

/** An answer and what is wrong with it, known because it was planted. */
export interface WrittenAnswer {
  readonly text: string;
  readonly defects: readonly Defect[];
}

const LEADS = ['There is', 'I can see', 'The picture holds', 'Then comes', 'Next to be seen is'];

const precise = (item: SceneItem, r: Random): string => `${r.pick(LEADS)} ${mention(item)}.`;

/** Writes what is said of each item, in order, with omissions, vague words and misreadings planted on different items. */
function tour(scene: Scene, plan: DefectPlan, r: Random): { sentences: string[]; defects: Defect[] } {
  const order = r.shuffle(scene.items);
  const omitted = order.slice(0, plan.omission ?? 0);
  const vague = order.slice(omitted.length, omitted.length + (plan.vague ?? 0));
  const wrong = order.slice(omitted.length + vague.length).slice(0, plan.wrong ?? 0);
  const sentences: string[] = [];
  const defects: Defect[] = omitted.map(omission);
  for (const item of scene.items) {
    if (omitted.includes(item)) continue;
    if (vague.includes(item)) {
      sentences.push(`${r.pick(LEADS)} a ${item.noun} somewhere.`);
      defects.push(vagueness(item));
    } else if (wrong.includes(item)) {
      const said = recoloured(item, r);
      sentences.push(precise(said, r));
      defects.push(misreading(said, item));
    } else sentences.push(precise(item, r));
  }
  return { sentences, defects };
}

function inventedItems(scene: Scene, { invented: count = 0 }: DefectPlan, r: Random): SceneItem[] {
  const made: SceneItem[] = [];
  while (made.length < count) made.push(inventedItem(scene, made, r));
  return made;
}

const insert = (sentences: string[], extra: string, r: Random): void => {
  sentences.splice(1 + r.int(sentences.length), 0, extra);
};

function muddle(
  r: Random,
  { sentences, scene, plan }: { readonly sentences: string[]; readonly scene: Scene; readonly plan: DefectPlan },
): Defect[] {
  const defects: Defect[] = [];
  for (const sentence of r.shuffle([...new Set(sentences)]).slice(0, plan.repetition ?? 0)) {
    sentences.push(sentence);
    defects.push({ kind: 'repetition', about: '', fix: '' });
  }
  if ((plan.contradiction ?? 0) > 0) {
    const real = scene.items.length;
    insert(sentences, `I count ${real} in all.`, r);
    sentences.push(`So there are ${real + 1} in all.`);
    defects.push({ kind: 'contradiction', about: 'the count', fix: String(real) });
  }
  for (const sentence of paddingSentences(r, plan.padding ?? 0)) {
    insert(sentences, sentence, r);
    defects.push(bulk());
  }
  return defects;
}

/**
 * Writes an answer to a free task. Plans may hold any kind but `no-check` and `wrong-answer`; there are never more omissions than the scene has
 * items.
 */
export function writeOpen(
  r: Random,
  { scene, task, plan }: { readonly scene: Scene; readonly task: OpenTask; readonly plan: DefectPlan },
): WrittenAnswer {
  const seen = tour(scene, plan, r);
  const extra = inventedItems(scene, plan, r);
  const sentences = [...seen.sentences];
  for (const sentence of extra.map((item) => precise(item, r)))
    sentences.splice(r.int(sentences.length + 1), 0, sentence);
  const muddled = muddle(r, { sentences, scene, plan });
  const vivid = vividSentences(r, 2 - (plan.flat ?? 0));
  for (const sentence of vivid) insert(sentences, sentence, r);
  return {
    text: [OPEN_TASKS[task].open, ...sentences].join(' '),
    defects: [...seen.defects, ...extra.map(invention), ...muddled, ...lacks('flat', vivid.length)],
  };
}

/** Steps of a solution that may not be moved, with the sentences that may stand between them. */
interface Draft {
  readonly steps: string[];
  readonly defects: Defect[];
}

/** Makes an irrelevant misreading: another size or place of a shape, another colour of a bar. The answer does not depend on it. */
function misread(item: SceneItem, scene: Scene, r: Random): SceneItem {
  if (item.noun === 'bar') return { ...item, colour: item.colour === 'red' ? 'blue' : 'red' };
  const free = CELLS.filter((c) => scene.items.every((i) => i.place !== c));
  if (free.length > 0 && r.chance(0.5)) return { ...item, place: r.pick(free) };
  return { ...item, size: SCENE_SIZES.find((s) => s !== item.size) ?? 'small' };
}

const tally = (solved: SolvedQuestion, index: number): string => {
  const items = solved.groups[index]?.items ?? [];
  const values = items.map((i) => i.value);
  if (solved.kind === 'sum') return `${values.join(' + ')} = ${solved.answer}.`;
  if (solved.kind === 'range') return `${Math.max(...values)} - ${Math.min(...values)} = ${solved.answer}.`;
  return `That makes ${items.length} for the ${solved.groups[index]?.name ?? ''}.`;
};

const miscount = (line: string): string => line.replace(/\d+(?=\.$| [a-z])/, (n) => String(Number(n) + 1));

/** Gives the evidence: every item that the question is about, then what each group comes to. */
function evidence(
  r: Random,
  { solved, scene, plan }: { readonly solved: SolvedQuestion; readonly scene: Scene; readonly plan: DefectPlan },
): Draft {
  const all = r.shuffle(solved.groups.flatMap((g) => g.items));
  const vague = all.slice(0, plan.vague ?? 0);
  const wrong = all.slice(vague.length, vague.length + (plan.wrong ?? 0));
  const steps: string[] = [];
  const defects: Defect[] = [];
  const slip = (plan.contradiction ?? 0) > 0 ? r.int(solved.groups.length) : -1;
  solved.groups.forEach((group, index) => {
    for (const item of group.items) {
      if (vague.includes(item)) {
        steps.push(`I see a ${item.noun} somewhere.`);
        defects.push(vagueness(item));
      } else if (wrong.includes(item)) {
        const said = misread(item, scene, r);
        steps.push(`I see ${mention(said)}.`);
        defects.push(misreading(said, item));
      } else steps.push(`I see ${mention(item)}.`);
    }
    const line = tally(solved, index);
    steps.push(index === slip ? miscount(line) : line);
    if (index === slip) defects.push({ kind: 'contradiction', about: 'a step', fix: line.replace(/\.$/, '') });
  });
  return { steps, defects };
}

/** Gives the items as seen by a writer who overlooks one or misreads a bar, so that the answer comes out wrong. */
function misseen(scene: Scene, question: SolvedQuestion, r: Random): { items: readonly SceneItem[]; defect: Defect } {
  const victim = r.pick(question.groups.find((g) => g.items.length > 0)?.items ?? scene.items);
  if (victim.noun !== 'bar') return { items: scene.items.filter((i) => i !== victim), defect: omission(victim) };
  const extreme = question.kind === 'range' ? [...scene.items].sort((p, q) => q.value - p.value)[0] : victim;
  const real = extreme ?? victim;
  const said = { ...real, value: real.value + 1 + r.int(2) };
  return { items: scene.items.map((i) => (i === real ? said : i)), defect: misreading(said, real) };
}

export function writeClosed(
  r: Random,
  { scene, question, plan }: { readonly scene: Scene; readonly question: SolvedQuestion; readonly plan: DefectPlan },
): WrittenAnswer {
  const defects: Defect[] = [];
  let solved = question;
  if ((plan['wrong-answer'] ?? 0) > 0) {
    const seen = misseen(scene, question, r);
    solved = understand(question.text, seen.items) ?? question;
    defects.push(seen.defect, { kind: 'wrong-answer', about: solved.answer, fix: question.answer });
  }
  const { steps, defects: planted } = evidence(r, { solved, scene, plan });
  const conclusion = `So the answer comes to ${solved.answer}.`;
  defects.push(...planted);
  const made = inventedItems(scene, plan, r);
  steps.push(...made.map((item) => `I also notice ${mention(item)}, which is of no use here.`));
  defects.push(...made.map(invention));
  if ((plan.contradiction ?? 0) > 1) {
    steps.push(`So the answer comes to ${otherAnswer(solved)}.`);
    defects.push({ kind: 'contradiction', about: 'the answer', fix: solved.answer });
  } else steps.push(conclusion);
  return solution(r, plan, { open: question.open, steps, answer: solved.answer, defects });
}

/** Makes an answer of a solution's steps, with checks and empty sentences strewn in. */
function solution(
  r: Random,
  plan: DefectPlan,
  { open, steps, answer, defects }: Draft & { readonly open: string; readonly answer: string },
): WrittenAnswer {
  const checks = checkSentences(r, 2 - (plan['no-check'] ?? 0));
  const padding = paddingSentences(r, plan.padding ?? 0);
  for (const extra of [...checks, ...padding]) steps.splice(r.int(steps.length), 0, extra);
  return {
    text: [open, ...steps, `Answer: ${answer}.`].join(' '),
    defects: [...defects, ...padding.map(bulk), ...lacks('no-check', checks.length)],
  };
}

const otherAnswer = (solved: SolvedQuestion): string =>
  solved.kind === 'letters'
    ? LETTERS.filter((l) => !solved.answer.includes(l))
        .slice(0, 2)
        .join(', ')
    : String(Number(solved.answer) + 1);

function steps(question: TextQuestion): { readonly lines: string[]; readonly answer: string } {
  const { numbers } = question;
  if (question.kind === 'ordering') {
    const sorted = [...numbers].sort((p, q) => p - q);
    return {
      lines: sorted.map((n, i) => (i === 0 ? `The smallest is ${n}.` : `Next comes ${n}.`)),
      answer: sorted.join(', '),
    };
  }
  const lines: string[] = [];
  let total = numbers[0] ?? 0;
  for (const n of numbers.slice(1)) {
    lines.push(`${total} + ${n} = ${total + n}.`);
    total += n;
  }
  return { lines, answer: String(total) };
}

/** Writes a solution of a question without a picture. Plans may hold `wrong-answer`, `no-check` and `padding`. */
export function writeText(question: TextQuestion, plan: DefectPlan, r: Random): WrittenAnswer {
  const { lines, answer } = steps(question);
  const defects: Defect[] = [];
  let said = answer;
  if ((plan['wrong-answer'] ?? 0) > 0) {
    said = question.kind === 'adding' ? String(Number(answer) + 10) : answer.split(', ').reverse().join(', ');
    defects.push({ kind: 'wrong-answer', about: said, fix: answer });
  }
  return solution(r, plan, { open: question.open, steps: lines, answer: said, defects });
}
