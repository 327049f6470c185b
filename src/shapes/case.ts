import type { Gold, Instance, Response } from '../schema/records.ts';
import type { DefectPlan } from './defect.ts';
import { makeQuestion, OPEN_NAMES, OPEN_TASKS, type OpenTask, type SolvedQuestion } from './question.ts';
import type { Random } from './random.ts';
import { describeScene, makeScene, type Scene, sceneDifficulty } from './scene.ts';
import { writeClosed } from './write-closed.ts';
import { type WrittenAnswer, writeOpen } from './write-open.ts';

/** A picture to be rendered; equal files have equal content. */
export interface ScenePicture {
  readonly file: string;
  readonly scene: Scene;
  readonly edit:
    | { readonly kind: 'plain' | 'black' }
    | { readonly kind: 'turned'; readonly variant: number }
    | { readonly kind: 'words'; readonly text: string };
}

/** The shared records of one instance, and the pictures it needs. */
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

/** A query about a scene: free or with one right answer. */
export interface SceneTask {
  readonly scene: Scene;
  readonly query: string;
  readonly name: string;
  /** Closed: there is one right answer. */
  readonly form: 'open' | 'closed';
  write(plan: DefectPlan, r: Random): WrittenAnswer;
}

const openAsk = (scene: Scene, task: OpenTask): SceneTask => ({
  scene,
  query: OPEN_TASKS[task].ask,
  name: task,
  form: 'open',
  write: (plan, r) => writeOpen(r, { scene, task, plan }),
});
const closedAsk = (scene: Scene, solved: SolvedQuestion): SceneTask => ({
  scene,
  query: solved.text,
  name: solved.kind,
  form: 'closed',
  write: (plan, r) => writeClosed(r, { scene, question: solved, plan }),
});

export const makeTask = (scene: Scene, form: 'open' | 'closed', r: Random): SceneTask =>
  form === 'open' ? openAsk(scene, r.pick(OPEN_NAMES)) : closedAsk(scene, makeQuestion(scene, r));

const DOMAINS = { shapes: 'plain-shapes', labels: 'labelled-shapes', chart: 'bar-charts' } as const;

/** Draws the facets that every instance with a picture has. */
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
