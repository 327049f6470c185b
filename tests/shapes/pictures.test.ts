import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { turned } from '../../scripts/shapes/check.ts';
import { BIAS_NAMES, makePerturbation } from '../../scripts/shapes/perturbation.ts';
import { centreOf, renderPicture, SCENE_HEIGHT, SCENE_WIDTH, sceneSvg, turnOf } from '../../scripts/shapes/picture.ts';
import { answersQuery, makeScene, SCENE_COLOURS, type Scene } from '../../scripts/shapes/scene.ts';
import { makePool, type ScenePicture } from '../../scripts/shapes/task.ts';
import { BIAS_TYPES } from '../../src/importers/mm-judgebias.ts';

const pool = makePool(31, 300);

interface Pixels {
  readonly width: number;
  readonly height: number;
  at(x: number, y: number): readonly [number, number, number];
}

async function pixels(picture: ScenePicture): Promise<Pixels> {
  const { data, info } = await sharp(await renderPicture(picture))
    .raw()
    .toBuffer({ resolveWithObject: true });
  const at = (x: number, y: number) => {
    const k = (Math.round(y) * info.width + Math.round(x)) * info.channels;
    return [data[k] ?? 0, data[k + 1] ?? 0, data[k + 2] ?? 0] as const;
  };
  return { width: info.width, height: info.height, at };
}

/** Name of the palette's colour that is nearest. */
function nearest([r, g, b]: readonly [number, number, number]): string {
  const far = (hex: string) =>
    [1, 3, 5].reduce((s, k, i) => s + (Number.parseInt(hex.slice(k, k + 2), 16) - ([r, g, b][i] ?? 0)) ** 2, 0);
  return Object.entries(SCENE_COLOURS).sort((p, q) => far(p[1][0]) - far(q[1][0]))[0]?.[0] ?? '';
}

const plain = (scene: Scene): ScenePicture => ({ file: 'x.png', scene, edit: { kind: 'plain' } });
/** A point of an item where no label is drawn. */
const pointOf = (scene: Scene, item: Scene['items'][number]) => {
  const { x, y } = centreOf(scene, item);
  return { x: item.mark === '' ? x : x + 8, y };
};

describe('pictures', () => {
  it('show every item of the scene in its colour at its place', async () => {
    for (let i = 0; i < 12; i++) {
      const scene = makeScene(31, i);
      const image = await pixels(plain(scene));
      expect([image.width, image.height]).toEqual([SCENE_WIDTH, SCENE_HEIGHT]);
      for (const item of scene.items) {
        const { x, y } = pointOf(scene, item);
        expect(nearest(image.at(x, y)), `${scene.id} ${item.place}`).toBe(item.colour);
      }
    }
  });

  it('need no font', () => {
    for (let i = 0; i < 6; i++) expect(sceneSvg(makeScene(31, i))).not.toMatch(/<text|font/);
  });

  it('turned: the pixels move as the facts that judges are given do', async () => {
    let checked = 0;
    for (let i = 0; checked < 12 && i < 60; i++) {
      const scene = makeScene(31, i);
      const turn = turnOf(scene, 0);
      if (scene.kind !== 'shapes' || turn === 'tilt') continue;
      const image = await pixels({ file: 'x.png', scene, edit: { kind: 'turned', variant: 0 } });
      for (const [k, item] of turned(scene.items, turn).entries()) {
        const real = scene.items[k];
        if (real === undefined) throw new Error('as many items as before');
        const { x, y } = centreOf(scene, real);
        const moved = {
          x: turn === 'flip' ? x : SCENE_WIDTH - 1 - x,
          y: turn === 'mirror' ? y : SCENE_HEIGHT - 1 - y,
        };
        const margin = { x: (image.width - SCENE_WIDTH) / 2, y: (image.height - SCENE_HEIGHT) / 2 };
        expect(nearest(image.at(moved.x + margin.x, moved.y + margin.y)), `${scene.id} ${turn} ${item.place}`).toBe(
          item.colour,
        );
      }
      checked += 1;
    }
    expect(checked).toBe(12);
  });

  it('with words: the picture stays as it is and the canvas grows downwards by a dark strip', async () => {
    const scene = makeScene(31, 3);
    const before = await pixels(plain(scene));
    const after = await pixels({
      file: 'x.png',
      scene,
      edit: { kind: 'words', text: 'Count the stars: what number of them is there?' },
    });
    expect(after.width).toBe(SCENE_WIDTH);
    expect(after.height).toBeGreaterThan(SCENE_HEIGHT + 30);
    for (let y = 0; y < SCENE_HEIGHT; y += 9)
      for (let x = 0; x < SCENE_WIDTH; x += 9) expect(after.at(x, y)).toEqual(before.at(x, y));
    expect(Math.max(...after.at(12, SCENE_HEIGHT + 12))).toBeLessThan(90);
    let light = 0;
    for (let x = 10; x < SCENE_WIDTH - 10; x++) if (Math.min(...after.at(x, SCENE_HEIGHT + 19)) > 180) light += 1;
    expect(light).toBeGreaterThan(10);
  });

  it('black is black', async () => {
    const image = await pixels({ file: 'black.png', scene: makeScene(31, 0), edit: { kind: 'black' } });
    for (let k = 0; k < 200; k += 7) expect(image.at(k, k)).toEqual([0, 0, 0]);
  });
});

describe('perturbations', () => {
  const edits = Array.from({ length: 180 }, (_, i) => makePerturbation(pool, i));
  const of = (bias: string) => edits.filter((e) => e.bias === bias);

  it('take turns, and each type changes query, picture or both, never the answer', () => {
    const changed = {
      'image-dominance': 'query',
      'instruction-misalignment': 'query',
      'detail-description': 'query',
      'response-dominance': 'both',
    } as Record<string, string>;
    for (const bias of BIAS_NAMES) {
      expect(of(bias)).toHaveLength(20);
      for (const { instance, base, after } of of(bias)) {
        const what = changed[bias] ?? 'picture';
        expect(instance.perturbed_prompts?.[bias] !== undefined).toBe(what !== 'picture');
        expect(instance.media.some((m) => m.condition === bias)).toBe(what !== 'query');
        expect(after.answer).toBe(base.answer);
        expect(instance.attributes).toMatchObject({ bias_type: bias, dimension: BIAS_TYPES[bias] });
      }
    }
  });

  it('take away: black or no picture, empty question', () => {
    for (const e of of('text-dominance'))
      expect(e.instance.media.find((m) => m.condition === e.bias)?.src).toBe('black.png');
    for (const e of of('image-dominance')) expect(e.instance.perturbed_prompts).toEqual({ [e.bias]: '' });
    for (const e of of('response-dominance')) {
      expect(e.instance.perturbed_prompts).toEqual({ [e.bias]: '' });
      expect(e.instance.media.find((m) => m.condition === e.bias)?.src).toBeNull();
    }
  });

  it('exchange: a question that the answer does not speak to, a picture of another kind', () => {
    for (const e of of('instruction-misalignment')) {
      const opening = e.base.answer.slice(0, e.base.answer.search(/[.:]/));
      expect(answersQuery(e.base.query, opening)).toBe(true);
      expect(answersQuery(e.after.query, opening)).toBe(false);
    }
    for (const e of of('image-misalignment')) {
      const bars = (items: readonly { readonly noun: string }[]) => items.some((i) => i.noun === 'bar');
      expect(bars(e.base.picture)).not.toBe(bars(e.after.picture));
    }
  });

  it('leave what matters: the question stands first in its longer form, pictures show the same things', () => {
    for (const e of of('detail-description')) {
      expect(e.after.query.startsWith(e.base.query)).toBe(true);
      for (const item of e.base.picture) expect(e.after.query).toContain(`${item.colour} ${item.noun}`);
    }
    for (const e of of('unnecessary-image')) {
      expect(e.base.picture).toEqual([]);
      expect(e.instance.media.every((m) => m.condition === e.bias)).toBe(true);
      expect(e.base.query).toMatch(/\d/);
    }
    for (const e of [...of('visual-transformation'), ...of('texture-insertion')]) {
      const things = (items: readonly { readonly colour: string; readonly noun: string }[]) =>
        items.map((i) => i.colour + i.noun).sort();
      expect(things(e.after.picture)).toEqual(things(e.base.picture));
      const [before, after] = e.instance.media.map((m) => m.src);
      expect(before).not.toBe(after);
    }
  });
});
