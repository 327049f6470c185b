import sharp, { type Raw, type Sharp } from 'sharp';
import type { ScenePicture } from './case.ts';
import { captionSvg, SCENE_HEIGHT, SCENE_WIDTH, sceneSvg } from './draw.ts';
import { turnOf } from './perturbation.ts';
import { type Random, random } from './random.ts';
import { GROUNDS, type Scene } from './scene.ts';

/** Pixels between two steps: three channels, eight bits. */
interface Pixels {
  readonly data: Buffer;
  readonly raw: Raw;
}

const svgImage = (svg: string): Sharp => sharp(Buffer.from(svg));

async function pixels(image: Sharp): Promise<Pixels> {
  const { data, info } = await image.removeAlpha().toColourspace('srgb').raw().toBuffer({ resolveWithObject: true });
  return { data, raw: { width: info.width, height: info.height, channels: info.channels } };
}

const image = ({ data, raw }: Pixels): Sharp => sharp(data, { raw });

/** Lays grey noise over the whole picture, a few levels strong. */
function grain(given: Pixels, r: Random): Sharp {
  const { width, height } = given.raw;
  const noise = Buffer.alloc(width * height * 4, 128);
  for (let i = 0; i < noise.length; i += 4) {
    noise.fill(118 + r.int(21), i, i + 3);
    noise[i + 3] = 255;
  }
  return image(given).composite([{ input: noise, raw: { width, height, channels: 4 }, blend: 'soft-light' }]);
}

/** Changes of tone, sharpness and frame that leave what is to be seen as it was (MM-JudgeBias, visual transformation). */
const CHANGES: readonly ((given: Pixels, r: Random) => Sharp | Promise<Sharp>)[] = [
  (p, r) => image(p).modulate({ brightness: 0.9 + 0.2 * r.next() }),
  (p, r) => image(p).modulate({ saturation: 0.85 + 0.3 * r.next() }),
  (p, r) => image(p).gamma(1 + 0.25 * r.next()),
  (p, r) => image(p).linear(0.88 + 0.2 * r.next(), 6 * r.next()),
  (p, r) => image(p).blur(0.4 + 0.6 * r.next()),
  (p, r) => image(p).sharpen({ sigma: 0.6 + 0.6 * r.next() }),
  grain,
  async (p, r) =>
    sharp(
      await image(p)
        .jpeg({ quality: 65 + r.int(24) })
        .toBuffer(),
    ),
  (p, r) => image(p).affine([1, 0.03 * (r.next() - 0.5), 0, 1], { background: '#ffffff' }),
  (p, r) =>
    image(p).extend({ top: r.int(8), bottom: r.int(8), left: r.int(8), right: r.int(8), background: '#ffffff' }),
];

/** Makes one geometric change, then seven to nine others, one after the other. */
async function turnedImage(scene: Scene, variant: number): Promise<Sharp> {
  const r = random('tone', scene.id, variant);
  const turn = turnOf(scene, variant);
  const plain = svgImage(sceneSvg(scene));
  const angle = (r.chance(0.5) ? 1 : -1) * (2 + 5 * r.next());
  const moved = {
    'half-turn': () => plain.rotate(180),
    mirror: () => plain.flop(),
    flip: () => plain.flip(),
    tilt: () => plain.rotate(angle, { background: GROUNDS[scene.ground] }),
    none: () => plain,
  }[turn]();
  let at = await pixels(moved);
  for (const change of r.shuffle(CHANGES).slice(0, 7 + r.int(3))) at = await pixels(await change(at, r));
  return image(at);
}

function wordsImage(scene: Scene, text: string): Sharp {
  const caption = captionSvg(text);
  return svgImage(sceneSvg(scene))
    .extend({ bottom: caption.height, background: GROUNDS[scene.ground] })
    .composite([{ input: Buffer.from(caption.svg), top: SCENE_HEIGHT, left: 0 }]);
}

async function edited({ scene, edit }: ScenePicture): Promise<Sharp> {
  switch (edit.kind) {
    case 'plain':
      return svgImage(sceneSvg(scene));
    case 'black':
      return sharp({ create: { width: SCENE_WIDTH, height: SCENE_HEIGHT, channels: 3, background: '#000000' } });
    case 'turned':
      return turnedImage(scene, edit.variant);
    case 'words':
      return wordsImage(scene, edit.text);
  }
}

/** Writes the picture as PNG without metadata: equal bytes for equal pictures under one version of the library. */
export async function renderPicture(picture: ScenePicture): Promise<Buffer> {
  const ready = await edited(picture);
  return ready.removeAlpha().png({ compressionLevel: 9 }).toBuffer();
}
