import type { Defect } from './defect.ts';
import type { Random } from './random.ts';
import {
  CELLS,
  COLOUR_NAMES,
  LETTERS,
  mention,
  SCENE_SHAPES,
  SCENE_SIZES,
  type Scene,
  type SceneItem,
} from './scene.ts';

/** Gives the item with another colour, as a writer who misread it would state it. */
export function recoloured(item: SceneItem, r: Random): SceneItem {
  return { ...item, colour: r.pick(COLOUR_NAMES.filter((c) => c !== item.colour)) };
}

/** Gives a thing that the scene does not hold, at a place that is free, in a colour no item has where that is possible. */
export function invented(scene: Scene, taken: readonly string[], r: Random): SceneItem {
  const places = scene.kind === 'chart' ? LETTERS : CELLS;
  const used = [...scene.items.map((i) => i.place), ...taken];
  const free = places.filter((p) => !used.includes(p));
  const strange = COLOUR_NAMES.filter((c) => scene.items.every((i) => i.colour !== c));
  const colour = r.pick(strange.length > 0 ? strange : COLOUR_NAMES);
  const place = r.pick(free.length > 0 ? free : places);
  if (scene.kind === 'chart') return { noun: 'bar', colour, size: '', place, mark: '', value: 1 + r.int(9) };
  return { noun: r.pick(SCENE_SHAPES), colour, size: r.pick(SCENE_SIZES), place, mark: '', value: 0 };
}

export const omission = (item: SceneItem): Defect => ({ kind: 'omission', about: mention(item), fix: '' });
export const vagueness = (item: SceneItem): Defect => ({ kind: 'vague', about: `a ${item.noun}`, fix: mention(item) });
export const misreading = (said: SceneItem, real: SceneItem): Defect => ({
  kind: 'wrong',
  about: mention(said),
  fix: mention(real),
});
export const invention = (item: SceneItem): Defect => ({ kind: 'invented', about: mention(item), fix: '' });
export const lacks = (kind: 'flat' | 'no-check', present: number): Defect[] =>
  Array.from({ length: Math.max(0, 2 - present) }, () => ({ kind, about: '', fix: '' }));
export const bulk = (): Defect => ({ kind: 'padding', about: '', fix: '' });
