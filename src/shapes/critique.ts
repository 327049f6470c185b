import type { Gold } from '../schema/records.ts';
import {
  facets,
  makeTask,
  plainMedia,
  plainPicture,
  type ScenePool,
  type SceneTask,
  type SharedRecords,
} from './case.ts';
import { closedPlan, openPlan, WRITERS, type Writer, writerLevels } from './cast.ts';
import { type Defect, qualityWithDefects } from './defect.ts';
import type { PairSide } from './pairs.ts';
import { type Random, random } from './random.ts';
import { critiqueText } from './remark.ts';
import type { WrittenAnswer } from './write-open.ts';

export type ScoreBand = 'low' | 'medium' | 'high';
/** Names the quality bands of MM-Critic: low 0–4, medium 5–7, high 8–10. */
export const scoreBand = (quality: number): ScoreBand => (quality <= 4 ? 'low' : quality <= 7 ? 'medium' : 'high');

/** Groups of preference pairs: the bands of the two responses. */
export const QUALITY_GROUPS = { g1: ['low', 'medium'], g2: ['medium', 'high'], g3: ['low', 'high'] } as const;

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

/** Draws answers until the quality lies in the band wanted, at most 60 times. */
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

/** Makes the critique case of this number: two responses per question, which is their cluster. */
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
    instance: {
      instance,
      cluster: `question-${String(question).padStart(6, '0')}`,
      split: 'critique',
      prompt: task.query,
      media: [plainMedia(task.scene)],
      attributes: { protocol: 'critique', ...facets(task), subset: closed ? 'core' : 'open', band: scoreBand(quality) },
    },
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

/** Makes the preference case of this number; the three groups take turns. */
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
    instance: {
      instance,
      cluster: `question-${String(index + 1).padStart(6, '0')}`,
      split: 'critique',
      prompt: task.query,
      media: [plainMedia(task.scene)],
      attributes: {
        protocol: 'critique',
        ...facets(task),
        subset: task.form === 'closed' ? 'core' : 'open',
        pair_group: group,
      },
    },
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
