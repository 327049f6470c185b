import type { Gold, Instance, Response } from '../../src/schema/records.ts';
import { type DefectPlan, type WrittenAnswer, writeClosed, writeOpen } from './answer.ts';
import {
  describeScene,
  makeQuestion,
  makeScene,
  OPEN_NAMES,
  OPEN_TASKS,
  type Random,
  type Scene,
  sceneDifficulty,
} from './scene.ts';

/** A picture to be rendered; equal files have equal content. */
export interface ScenePicture {
  readonly file: string;
  readonly scene: Scene;
  readonly edit:
    | { readonly kind: 'plain' | 'black' }
    | { readonly kind: 'turned'; readonly variant: number }
    | { readonly kind: 'words'; readonly text: string };
}

export interface SharedRecords {
  readonly instance: Instance;
  readonly responses: readonly Response[];
  readonly gold: readonly Gold[];
  readonly pictures: readonly ScenePicture[];
}

/** A finite stock of scenes, so that pictures stay few however many instances there are. */
export interface ScenePool {
  readonly seed: number;
  readonly count: number;
  scene(index: number): Scene;
}

const MAX_SCENES = 2048;

/** Makes half as many scenes as instances of one protocol: at least 12, at most 2 048. */
export function makePool(seed: number, size: number): ScenePool {
  const count = Math.min(MAX_SCENES, Math.max(12, Math.ceil(size / 2)));
  const scenes = Array.from({ length: count }, (_, i) => makeScene(seed, i));
  const scene = (index: number) => {
    const found = scenes[index % count];
    if (found === undefined) throw new RangeError(`no scene ${index}`);
    return found;
  };
  return { seed, count, scene };
}

export interface SceneTask {
  readonly scene: Scene;
  readonly query: string;
  readonly name: string;
  readonly form: 'open' | 'closed';
  write(plan: DefectPlan, r: Random): WrittenAnswer;
}

export function makeTask(scene: Scene, form: 'open' | 'closed', r: Random): SceneTask {
  if (form === 'open') {
    const task = r.pick(OPEN_NAMES);
    const write: SceneTask['write'] = (plan, own) => writeOpen(own, { scene, task, plan });
    return { scene, query: OPEN_TASKS[task].ask, name: task, form, write };
  }
  const question = makeQuestion(scene, r);
  const write: SceneTask['write'] = (plan, own) => writeClosed(own, { scene, question, plan });
  return { scene, query: question.text, name: question.kind, form, write };
}

const DOMAINS = { shapes: 'plain-shapes', labels: 'labelled-shapes', chart: 'bar-charts' } as const;

export const facets = (task: SceneTask): Record<string, string> => ({
  task: task.name,
  domain: DOMAINS[task.scene.kind],
  difficulty: sceneDifficulty(task.scene),
  source: `${task.scene.style}-drawing`,
});

export const plainPicture = (scene: Scene): ScenePicture => ({
  file: `${scene.id}.png`,
  scene,
  edit: { kind: 'plain' },
});

export const plainMedia = (scene: Scene) => ({ src: `${scene.id}.png`, alt: describeScene(scene) });

/** A simulated author: how often (0–1) an answer of his falls short in each respect. */
export interface Writer {
  readonly model: string;
  readonly rates: Readonly<Record<Respect, number>>;
}

/** What can go wrong on the levels 0, 1 and 2. `presence` = leaving out, `truth` = misreading and inventing. */
const RESPECTS = ['presence', 'precision', 'truth', 'liveliness', 'order', 'brevity'] as const;
type Respect = (typeof RESPECTS)[number];
export type Levels = Readonly<Record<Respect, number>>;

export const WRITERS: readonly Writer[] = [
  {
    model: 'careful-writer',
    rates: { presence: 0.35, precision: 0.35, truth: 0.35, liveliness: 0.7, order: 0.4, brevity: 0.6 },
  },
  {
    model: 'hasty-writer',
    rates: { presence: 0.7, precision: 0.7, truth: 0.5, liveliness: 0.6, order: 0.6, brevity: 0.35 },
  },
  {
    model: 'florid-writer',
    rates: { presence: 0.5, precision: 0.6, truth: 0.65, liveliness: 0.25, order: 0.6, brevity: 0.75 },
  },
  {
    model: 'terse-writer',
    rates: { presence: 0.55, precision: 0.4, truth: 0.45, liveliness: 0.8, order: 0.35, brevity: 0.3 },
  },
];

/** Draws the levels of one answer of this writer; `ease` below 1 makes it better than usual. */
export function writerLevels(writer: Writer, r: Random, ease = 1): Levels {
  const level = (respect: Respect) => {
    if (!r.chance(writer.rates[respect] * ease)) return 0;
    return r.chance(0.5) ? 1 : 2;
  };
  return Object.fromEntries(RESPECTS.map((respect) => [respect, level(respect)])) as Record<Respect, number>;
}

function divide(count: number, r: Random): readonly [number, number] {
  const first = Array.from({ length: count }, () => r.int(2)).reduce((p, q) => p + q, 0);
  return [first, count - first];
}

export function openPlan(levels: Levels, r: Random): DefectPlan {
  const [wrong, invented] = divide(levels.truth, r);
  const [repetition, rest] = divide(levels.order, r);
  return {
    omission: levels.presence,
    vague: levels.precision,
    wrong,
    invented,
    flat: levels.liveliness,
    repetition,
    contradiction: Math.min(rest, 1),
    padding: Math.max(0, rest - 1) + (levels.brevity === 2 ? 1 : 0),
  };
}

/** Draws the defects of a worked solution at these levels; its answer is right. */
export function closedPlan(levels: Levels, r: Random): DefectPlan {
  const [wrong, invented] = divide(levels.truth, r);
  return {
    vague: levels.precision,
    wrong,
    invented,
    contradiction: levels.order,
    'no-check': levels.liveliness,
    padding: levels.brevity === 0 ? 0 : levels.brevity + 1,
  };
}
