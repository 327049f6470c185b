import type { Gold } from '../../src/schema/records.ts';
import {
  bulk,
  costOf,
  DEFECTS_BY_CRITERION,
  type Defect,
  deficit,
  type PairSplit,
  paddingSentences,
  qualityWithDefects,
  type WrittenAnswer,
} from './answer.ts';
import { critiqueText } from './check.ts';
import { draw, type Random, random } from './scene.ts';
import {
  closedPlan,
  facets,
  makeTask,
  openPlan,
  plainMedia,
  plainPicture,
  type ScenePool,
  type SceneTask,
  type SharedRecords,
  WRITERS,
  type Writer,
  writerLevels,
} from './task.ts';

type AnnotatorLabel = 'a' | 'b' | 'tie';
const ANNOTATORS = ['annotator-1', 'annotator-2', 'annotator-3'] as const;

/** Chances of the right label and of a tie when one answer has one defect more, and when it has several more. */
const SLIGHT = { right: 0.87, tie: 0.07 };
const CLEAR = { right: 0.95, tie: 0.03 };

/** Draws the label of one simulated annotator for a pair whose deficits differ by `gap` (positive: b has more, so a is better). */
function annotate(gap: number, ...key: readonly (string | number)[]): AnnotatorLabel {
  const { right, tie } = Math.abs(gap) > 1 ? CLEAR : SLIGHT;
  const u = draw('annotator', ...key);
  if (u >= right && u < right + tie) return 'tie';
  return gap > 0 === u < right ? 'a' : 'b';
}

/**
 * Finds the label by the papers' rule (Multi-Crit section 3.3), if all three agree, or two agree and the third calls a tie; else there is none.
 */
function aggregate(labels: readonly AnnotatorLabel[]): 'a' | 'b' | null {
  const votes = (label: AnnotatorLabel) => labels.filter((l) => l === label).length;
  const ties = votes('tie');
  if (ties > 1) return null;
  if (votes('a') + ties === labels.length) return 'a';
  return votes('b') + ties === labels.length ? 'b' : null;
}

type PairSide = 'a' | 'b';

/** Two answers to one query, to be compared under each criterion that has a label. */
export interface PairCase extends SharedRecords {
  readonly task: SceneTask;
  readonly split: PairSplit | 'pairs';
  readonly a: WrittenAnswer;
  readonly b: WrittenAnswer;
  /** Criterion → better answer; key '' where answers are compared as wholes. */
  readonly labels: ReadonlyMap<string, PairSide>;
}

/** Says whether two texts are near enough in length: the ratio of their characters lies within 0.7–1.4 (Multi-Crit section 3.2). */
const nearInLength = (a: string, b: string): boolean => a.length >= 0.7 * b.length && a.length <= 1.4 * b.length;

/** How often a pair is drawn until it fits; the last draw is taken as it is. */
const ATTEMPTS = 80;

const answerBy = (
  r: Random,
  task: SceneTask,
  { writer, split }: { readonly writer: Writer; readonly split: PairSplit },
): WrittenAnswer => {
  const levels = writerLevels(writer, r);
  return task.write(split === 'open_ended' ? openPlan(levels, r) : closedPlan(levels, r), r);
};

/** Gives the labels of a pair: where the planted deficits differ, those of three noisy annotators and their aggregate; where they are equal, none. */
function labelPair(
  instance: string,
  split: PairSplit,
  { a, b, seed }: { readonly a: WrittenAnswer; readonly b: WrittenAnswer; readonly seed: number },
): { gold: Gold[]; labels: Map<string, PairSide> } {
  const gold: Gold[] = [];
  const labels = new Map<string, PairSide>();
  for (const [criterion, kinds] of Object.entries(DEFECTS_BY_CRITERION[split])) {
    const gap = deficit(b.defects, kinds) - deficit(a.defects, kinds);
    if (gap === 0) continue;
    const row = { instance, criterion, kind: 'preference' } as const;
    const votes = ANNOTATORS.map((annotator) => annotate(gap, seed, instance, criterion, annotator));
    gold.push(...votes.map((value, i) => ({ ...row, value, annotator: ANNOTATORS[i] })));
    const value = aggregate(votes);
    if (value === null) continue;
    gold.push({ ...row, value });
    labels.set(criterion, value);
  }
  return { gold, labels };
}

interface AnsweredPair extends Pick<PairCase, 'split' | 'a' | 'b'> {
  readonly instance: string;
  readonly kind: string;
  readonly models: readonly [a: string, b: string];
}

function pairCase(
  task: SceneTask,
  { instance, split, kind, a, b, models }: AnsweredPair,
  { gold, labels }: { readonly gold: readonly Gold[]; readonly labels: PairCase['labels'] },
): PairCase {
  const { scene } = task;
  return {
    instance: {
      instance,
      cluster: scene.id,
      split,
      prompt: task.query,
      media: [plainMedia(scene)],
      attributes: { protocol: 'pairwise', ...facets(task), pair_kind: kind },
    },
    responses: [
      { instance, response: 'a', model: models[0], text: a.text },
      { instance, response: 'b', model: models[1], text: b.text },
    ],
    gold,
    pictures: [plainPicture(scene)],
    ...{ task, split, a, b, labels },
  };
}

/** Makes the pair of this number: seven in ten open-ended, three reasoning; at least two labelled criteria. */
export function makePair(pool: ScenePool, index: number): PairCase {
  const instance = `pair-${String(index).padStart(6, '0')}`;
  const split: PairSplit = index % 10 < 7 ? 'open_ended' : 'reasoning';
  const scene = pool.scene(index);
  for (let attempt = 0; ; attempt++) {
    const r = random('pair', pool.seed, index, attempt);
    const task = makeTask(scene, split === 'open_ended' ? 'open' : 'closed', r);
    const [first, second] = writers(r);
    const a = answerBy(r, task, { writer: first, split });
    const b = answerBy(r, task, { writer: second, split });
    const { gold, labels } = labelPair(instance, split, { a, b, seed: pool.seed });
    if (attempt < ATTEMPTS && (labels.size < 2 || !nearInLength(a.text, b.text))) continue;
    const kind = first === second ? 'same-writer' : 'two-writers';
    return pairCase(task, { instance, split, kind, a, b, models: [first.model, second.model] }, { gold, labels });
  }
}

/** Draws the writers of a pair: two different ones in 57 % of the pairs, as in Multi-Crit's table 6; else one writer twice. */
function writers(r: Random): readonly [Writer, Writer] {
  const first = r.pick(WRITERS);
  return [first, r.chance(0.574) ? r.pick(WRITERS.filter((w) => w !== first)) : first];
}

/** Gives an answer and the same answer with empty sentences strewn in: nothing added but length. */
function padded(answer: WrittenAnswer, r: Random): WrittenAnswer {
  const sentences = answer.text.split(/(?<=\.)\s+/);
  const extra = paddingSentences(r, 3 + r.int(4));
  for (const sentence of extra) sentences.splice(1 + r.int(Math.max(1, sentences.length - 1)), 0, sentence);
  return {
    text: sentences.join(' '),
    defects: [...answer.defects, ...extra.map(bulk)],
  };
}

/** Makes pairs judged as wholes in both orders: `position` = answers of different quality, `verbosity` = an answer and its padded version. */
export function makeWholePair(pool: ScenePool, index: number): PairCase {
  const instance = `whole-${String(index).padStart(6, '0')}`;
  const kind = index % 2 === 0 ? 'position' : 'verbosity';
  const scene = pool.scene(index * 3 + 1);
  for (let attempt = 0; ; attempt++) {
    const r = random('whole', pool.seed, index, attempt);
    const split: PairSplit = r.chance(0.5) ? 'open_ended' : 'reasoning';
    const task = makeTask(scene, split === 'open_ended' ? 'open' : 'closed', r);
    const [first, second] = writers(r);
    const one = answerBy(r, task, { writer: first, split });
    const two = kind === 'position' ? answerBy(r, task, { writer: second, split }) : padded(one, r);
    if (attempt < ATTEMPTS && costOf(one.defects) === costOf(two.defects)) continue;
    const swap = r.chance(0.5);
    const [a, b] = swap ? [two, one] : [one, two];
    const better: PairSide = costOf(a.defects) < costOf(b.defects) ? 'a' : 'b';
    const [model, other] = [first.model, kind === 'position' ? second.model : `${first.model}-padded`];
    const models = swap ? ([other, model] as const) : ([model, other] as const);
    const gold: Gold[] = [{ instance, kind: 'preference', value: better }];
    return pairCase(task, { instance, split: 'pairs', kind, a, b, models }, { gold, labels: new Map([['', better]]) });
  }
}

type ScoreBand = 'low' | 'medium' | 'high';
/** Names the quality bands of MM-Critic: low 0–4, medium 5–7, high 8–10. */
const scoreBand = (quality: number): ScoreBand => (quality <= 4 ? 'low' : quality <= 7 ? 'medium' : 'high');

const QUALITY_GROUPS = { g1: ['low', 'medium'], g2: ['medium', 'high'], g3: ['low', 'high'] } as const;

type Correctness = 'correct' | 'error';

export interface CritiqueCase extends SharedRecords {
  readonly task: SceneTask;
  readonly answer: WrittenAnswer;
  readonly label: Correctness;
  readonly reference: string;
}

/** Two responses of different bands, of which the better is to be named. */
export interface PreferenceCase extends SharedRecords {
  readonly task: SceneTask;
  readonly a: WrittenAnswer;
  readonly b: WrittenAnswer;
  readonly better: PairSide;
}

const FACTUAL = ['wrong', 'invented', 'wrong-answer'] as const satisfies readonly Defect['kind'][];

/** Says whether an answer is in error: a solution (`closed`) when its result is wrong, a free text when it misstates or invents something. */
export function verdictOf(defects: readonly Defect[], closed: boolean): Correctness {
  const fatal: readonly Defect['kind'][] = closed ? ['wrong-answer'] : FACTUAL;
  return defects.some((d) => fatal.includes(d.kind)) ? 'error' : 'correct';
}

/** How much worse than a writer's usual answers those meant for a band are, and how often their result is wrong. */
const AIM: Readonly<Record<ScoreBand, { readonly ease: number; readonly wrong: number }>> = {
  low: { ease: 1.35, wrong: 0.9 },
  medium: { ease: 0.75, wrong: 0.1 },
  high: { ease: 0.25, wrong: 0 },
};

function answerIn(
  r: Random,
  task: SceneTask,
  { band, writer }: { readonly band: ScoreBand; readonly writer: Writer },
): WrittenAnswer {
  for (let attempt = 0; ; attempt++) {
    const levels = writerLevels(writer, r, AIM[band].ease);
    const plan =
      task.form === 'closed'
        ? { ...closedPlan(levels, r), 'wrong-answer': r.chance(AIM[band].wrong) ? 1 : 0 }
        : openPlan(levels, r);
    const answer = task.write(plan, r);
    if (scoreBand(qualityWithDefects(answer.defects)) === band || attempt === 60) return answer;
  }
}

const bandNames: readonly ScoreBand[] = ['low', 'medium', 'high'];

/** Three in four questions are closed (subset `core`), the others free (`open`). */
function taskOf(pool: ScenePool, question: number): SceneTask {
  const r = random('question', pool.seed, question);
  return makeTask(pool.scene(question), question % 4 === 3 ? 'open' : 'closed', r);
}

function critiqueInstance(
  instance: string,
  task: SceneTask,
  { question, ...own }: { readonly question: number } & Readonly<Record<string, string | number>>,
): SharedRecords['instance'] {
  const subset = task.form === 'closed' ? 'core' : 'open';
  return {
    instance,
    cluster: `question-${String(question).padStart(6, '0')}`,
    split: 'critique',
    prompt: task.query,
    media: [plainMedia(task.scene)],
    attributes: { protocol: 'critique', ...facets(task), subset, ...own } as Record<string, string>,
  };
}

export function makeCritique(pool: ScenePool, index: number): CritiqueCase {
  const instance = `reply-${String(index).padStart(6, '0')}`;
  const question = Math.floor(index / 2);
  const task = taskOf(pool, question);
  const r = random('reply', pool.seed, index);
  const writer = r.pick(WRITERS);
  const answer = answerIn(r, task, { band: bandNames[index % 3] ?? 'low', writer });
  const closed = task.form === 'closed';
  const quality = qualityWithDefects(answer.defects);
  const label = verdictOf(answer.defects, closed);
  const reference = critiqueText(
    label,
    answer.defects.map((d) => ({ ...d, fix: '' })),
  );
  const row = { instance, response: 'a' } as const;
  return {
    instance: critiqueInstance(instance, task, { question, band: scoreBand(quality) }),
    responses: [{ ...row, model: writer.model, text: answer.text }],
    gold: [
      { ...row, kind: 'correct', value: label },
      { ...row, kind: 'quality', value: String(quality) },
      { ...row, kind: 'reference', value: reference },
    ],
    pictures: [plainPicture(task.scene)],
    task,
    answer,
    label,
    reference,
  };
}

export function makePreference(pool: ScenePool, index: number): PreferenceCase {
  const instance = `choice-${String(index).padStart(6, '0')}`;
  const group = (['g1', 'g2', 'g3'] as const)[index % 3] ?? 'g1';
  const task = taskOf(pool, index + 1);
  const r = random('choice', pool.seed, index);
  const [worse, better] = QUALITY_GROUPS[group].map((band) => {
    const writer = r.pick(WRITERS);
    return { writer, answer: answerIn(r, task, { band, writer }) };
  }) as [{ writer: Writer; answer: WrittenAnswer }, { writer: Writer; answer: WrittenAnswer }];
  const firstIsBetter = r.chance(0.5);
  const [a, b] = firstIsBetter ? [better, worse] : [worse, better];
  const side = qualityWithDefects(a.answer.defects) > qualityWithDefects(b.answer.defects) ? 'a' : 'b';
  const quality = (response: PairSide, answer: WrittenAnswer): Gold => ({
    instance,
    response,
    kind: 'quality',
    value: String(qualityWithDefects(answer.defects)),
  });
  return {
    instance: critiqueInstance(instance, task, { question: index + 1, pair_group: group }),
    responses: [
      { instance, response: 'a', model: a.writer.model, text: a.answer.text },
      { instance, response: 'b', model: b.writer.model, text: b.answer.text },
    ],
    gold: [{ instance, kind: 'preference', value: side }, quality('a', a.answer), quality('b', b.answer)],
    pictures: [plainPicture(task.scene)],
    task,
    a: a.answer,
    b: b.answer,
    better: side,
  };
}
