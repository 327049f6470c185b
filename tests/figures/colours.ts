/** Linear light of an sRGB channel from 0 to 255. */
const linear = (channel: number): number => {
  const share = channel / 255;
  return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
};

type Triple = readonly [number, number, number];

/** Machado, Oliveira and Fernandes (2009), the full deficiency, on linear light. */
const SEEN: Readonly<Record<string, readonly [Triple, Triple, Triple]>> = {
  'all colours': [
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
  ],
  protanopia: [
    [0.152286, 1.052583, -0.204868],
    [0.114503, 0.786281, 0.099216],
    [-0.003882, -0.048116, 1.051998],
  ],
  deuteranopia: [
    [0.367322, 0.860646, -0.227968],
    [0.280085, 0.672501, 0.047413],
    [-0.01182, 0.04294, 0.968881],
  ],
  tritanopia: [
    [1.255528, -0.076749, -0.178779],
    [-0.078411, 0.930809, 0.147602],
    [0.004733, 0.691367, 0.3039],
  ],
};

/** Ways of seeing colours. */
export const EYES: readonly string[] = Object.keys(SEEN);

const dot = ([a, b, c]: Triple, [x, y, z]: Triple): number => a * x + b * y + c * z;

/** CIELAB (D65) of a colour `#rrggbb` as an eye sees it. */
function labOf(colour: string, eye: string): Triple {
  const channels = [1, 3, 5].map((i) => linear(Number.parseInt(colour.slice(i, i + 2), 16)));
  const rgb: Triple = [channels[0] ?? 0, channels[1] ?? 0, channels[2] ?? 0];
  const matrix = SEEN[eye] ?? [[1, 0, 0] as const, [0, 1, 0] as const, [0, 0, 1] as const];
  const clamp = (value: number): number => Math.min(1, Math.max(0, value));
  const seen: Triple = [clamp(dot(matrix[0], rgb)), clamp(dot(matrix[1], rgb)), clamp(dot(matrix[2], rgb))];
  const f = (t: number): number => (t > 0.008856 ? Math.cbrt(t) : 7.787 * t + 16 / 116);
  const x = f(dot([0.4124, 0.3576, 0.1805], seen) / 0.95047);
  const y = f(dot([0.2126, 0.7152, 0.0722], seen));
  const z = f(dot([0.0193, 0.1192, 0.9505], seen) / 1.08883);
  return [116 * y - 16, 500 * (x - y), 200 * (y - z)];
}

/** Distance of two colours (CIE 1976) as an eye sees them; from about 20 on they are plainly different side by side. */
export function distanceSeen(one: string, other: string, eye: string): number {
  const [a, b] = [labOf(one, eye), labOf(other, eye)];
  return Math.hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]);
}

/** Contrast of two colours `#rrggbb` (WCAG 2), from 1 to 21. */
export function contrastOf(one: string, other: string): number {
  const luminance = (colour: string): number => {
    const [r = 0, g = 0, b = 0] = [1, 3, 5].map((i) => linear(Number.parseInt(colour.slice(i, i + 2), 16)));
    return dot([0.2126, 0.7152, 0.0722], [r, g, b]);
  };
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].toSorted((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

/** What is seen of a colour laid with this opacity over another. */
export function mixed(colour: string, ground: string, opacity: number): string {
  const channel = (one: string, at: number): number => Number.parseInt(one.slice(at, at + 2), 16);
  const seen = [1, 3, 5].map((at) => Math.round(channel(colour, at) * opacity + channel(ground, at) * (1 - opacity)));
  return `#${seen.map((value) => value.toString(16).padStart(2, '0')).join('')}`;
}
