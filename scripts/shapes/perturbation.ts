import type { z } from 'zod';
import { BIAS_TYPES } from '../../src/importers/mm-judgebias.ts';
import type { InstanceMedia } from '../../src/schema/records.ts';
import { qualityWithDefects, type WrittenAnswer, writeText } from './answer.ts';
import { type SeenAnswer, turned } from './check.ts';
import { turnOf } from './picture.ts';
import {
  answersQuery,
  COLOUR_NAMES,
  describeScene,
  hashName,
  makeTextQuestion,
  mention,
  type Random,
  random,
  SCENE_SHAPES,
  type Scene,
} from './scene.ts';
import {
  closedPlan,
  facets,
  makeTask,
  openPlan,
  plainMedia,
  plainPicture,
  type ScenePicture,
  type ScenePool,
  type SceneTask,
  type SharedRecords,
  WRITERS,
  writerLevels,
} from './task.ts';

type ShapesBias = keyof typeof BIAS_TYPES;
const BIAS_NAMES = Object.keys(BIAS_TYPES) as readonly ShapesBias[];

export interface PerturbationCase extends SharedRecords {
  readonly bias: ShapesBias;
  readonly base: Required<Whole>;
  readonly after: Required<Whole>;
}
type Whole = { readonly [K in keyof SeenAnswer]: NonNullable<SeenAnswer[K]> };
type MediaEntry = z.infer<typeof InstanceMedia>;

interface Perturbed {
  readonly query: string;
  readonly items: Scene['items'];
  readonly media: readonly MediaEntry[];
  readonly pictures: readonly ScenePicture[];
}

const blackPicture = (scene: Scene): ScenePicture => ({ file: 'black.png', scene, edit: { kind: 'black' } });

function otherScene(pool: ScenePool, scene: Scene, r: Random): Scene {
  for (;;) {
    const other = pool.scene(r.int(pool.count));
    if ((other.kind === 'chart') !== (scene.kind === 'chart')) return other;
  }
}

function otherQuery(pool: ScenePool, opening: string, r: Random): string {
  for (;;) {
    const other = makeTask(pool.scene(r.int(pool.count)), r.chance(0.5) ? 'open' : 'closed', r).query;
    if (!answersQuery(other, opening)) return other;
  }
}

/** Gives words to be drawn into the picture: the whole query, or one telling word of it. */
function wordsOf(query: string, r: Random): string {
  const telling = [...SCENE_SHAPES, ...COLOUR_NAMES, 'bar', 'picture', 'drawn'].filter((w) => query.includes(w));
  return r.chance(0.5) || telling.length === 0 ? query : r.pick(telling);
}

function perturb(
  r: Random,
  pool: ScenePool,
  { bias, task, answer }: { readonly bias: ShapesBias; readonly task: SceneTask; readonly answer: string },
): Perturbed {
  const { scene, query } = task;
  const same: Perturbed = { query, items: scene.items, media: [], pictures: [] };
  const black: MediaEntry = { src: 'black.png', alt: 'All black' };
  switch (bias) {
    case 'text-dominance':
      return { ...same, items: [], media: [black], pictures: [blackPicture(scene)] };
    case 'image-dominance':
      return { ...same, query: '' };
    case 'response-dominance':
      return { ...same, query: '', items: [], media: [{ src: null, alt: 'Picture taken away' }] };
    case 'instruction-misalignment':
      return { ...same, query: otherQuery(pool, answer.slice(0, answer.search(/[.:]/)), r) };
    case 'image-misalignment': {
      const other = otherScene(pool, scene, r);
      return { ...same, items: other.items, media: [plainMedia(other)], pictures: [plainPicture(other)] };
    }
    case 'detail-description':
      return { ...same, query: `${query}\n\nWhat the picture shows: ${scene.items.map(mention).join('; ')}.` };
    case 'visual-transformation': {
      const variant = r.int(3);
      const turn = turnOf(scene, variant);
      const file = `${scene.id}-turned-${variant}.png`;
      const items = turn === 'tilt' ? scene.items : turned(scene.items, turn);
      return {
        ...same,
        items,
        media: [{ src: file, alt: `Turned or toned. ${describeScene(scene)}` }],
        pictures: [{ file, scene, edit: { kind: 'turned', variant } }],
      };
    }
    default: {
      const text = wordsOf(query, r);
      const file = `${scene.id}-words-${hashName(text)}.png`;
      return {
        ...same,
        media: [{ src: file, alt: `${describeScene(scene)} Below it stands: ${text}` }],
        pictures: [{ file, scene, edit: { kind: 'words', text } }],
      };
    }
  }
}

interface Basis extends Perturbed {
  readonly answer: WrittenAnswer;
  readonly attributes: Record<string, string>;
  readonly change: Perturbed;
}

/** Gives a question without a picture, and then with one that has nothing to do with it. */
function textBasis(pool: ScenePool, index: number, r: Random): Basis {
  const question = makeTextQuestion(r);
  const answer = writeText(
    question,
    { 'no-check': r.int(3), padding: r.int(3), 'wrong-answer': r.chance(0.3) ? 1 : 0 },
    r,
  );
  const scene = pool.scene(index);
  const difficulty = ['easy', 'moderate', 'hard'][question.numbers.length - 3] ?? 'hard';
  const attributes = { task: question.kind, domain: 'numbers', difficulty, source: 'text-only' };
  const change = {
    query: question.text,
    items: scene.items,
    media: [plainMedia(scene)],
    pictures: [plainPicture(scene)],
  };
  return { query: question.text, answer, items: [], attributes, media: [], pictures: [], change };
}

function pictureBasis(
  r: Random,
  pool: ScenePool,
  {
    bias,
    index,
    model,
  }: { readonly bias: ShapesBias; readonly index: number; readonly model: (typeof WRITERS)[number] },
): Basis {
  const scene = pool.scene(index);
  const form = r.chance(0.5) ? 'open' : 'closed';
  const task = makeTask(scene, form, r);
  const levels = writerLevels(model, r, 0.7);
  const wrong = form === 'closed' && r.chance(0.2) ? 1 : 0;
  const answer = task.write(
    form === 'open' ? openPlan(levels, r) : { ...closedPlan(levels, r), 'wrong-answer': wrong },
    r,
  );
  const change = perturb(r, pool, { bias, task, answer: answer.text });
  return {
    query: task.query,
    answer,
    items: scene.items,
    attributes: facets(task),
    media: [plainMedia(scene)],
    pictures: [plainPicture(scene)],
    change,
  };
}

/** Makes the sample of this number; the nine types take turns. */
export function makePerturbation(pool: ScenePool, index: number): PerturbationCase {
  const instance = `edit-${String(index).padStart(6, '0')}`;
  const bias = BIAS_NAMES[index % BIAS_NAMES.length] ?? 'text-dominance';
  const round = Math.floor(index / BIAS_NAMES.length);
  const r = random('edit', pool.seed, index);
  const writer = r.pick(WRITERS);
  const basis =
    bias === 'unnecessary-image'
      ? textBasis(pool, index, r)
      : pictureBasis(r, pool, { bias, index: round * 7 + index, model: writer });
  const { change, answer } = basis;
  const media =
    change.media.length === 0
      ? basis.media
      : [
          ...basis.media.map((m) => ({ ...m, condition: 'base' })),
          ...change.media.map((m) => ({ ...m, condition: bias })),
        ];
  const cluster = basis.pictures[0]?.scene.id;
  return {
    instance: {
      instance,
      ...(cluster === undefined ? {} : { cluster }),
      split: 'perturbation',
      prompt: basis.query,
      media: [...media],
      attributes: { protocol: 'perturbation', ...basis.attributes, bias_type: bias, dimension: BIAS_TYPES[bias] },
      ...(change.query === basis.query ? {} : { perturbed_prompts: { [bias]: change.query } }),
    },
    responses: [{ instance, response: 'a', model: writer.model, text: answer.text }],
    gold: [{ instance, response: 'a', kind: 'quality', value: String(qualityWithDefects(answer.defects)) }],
    pictures: [...basis.pictures, ...change.pictures],
    bias,
    base: { query: basis.query, picture: basis.items, answer: answer.text },
    after: { query: change.query, picture: change.items, answer: answer.text },
  };
}
