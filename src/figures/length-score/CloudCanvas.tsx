import { useEffect, useRef } from 'react';
import { type MarkCloud, paintCloud, type Rgb } from '../../charts/cloud.ts';

/** More pixels than these for one of the page are not told apart. */
const MOST_PIXELS = 2;

/** Reads the colours of series as the page has them now, by their places in the sheet; the first is no series'. */
function coloursOf(box: HTMLElement, hues: number): readonly Rgb[] {
  const probe = document.createElement('span');
  box.append(probe);
  const colours = Array.from({ length: hues + 1 }, (_, hue): Rgb => {
    probe.className = `hue-${hue}`;
    probe.style.color = 'var(--hue)';
    const [red = 0, green = 0, blue = 0] = (getComputedStyle(probe).color.match(/[\d.]+/g) ?? []).map(Number);
    return [red, green, blue];
  });
  probe.remove();
  return colours;
}

function paint(canvas: HTMLCanvasElement, cloud: MarkCloud, width: number): void {
  const box = canvas.getBoundingClientRect();
  const ratio = Math.min(MOST_PIXELS, devicePixelRatio);
  // The drawing of another size of screen is not shown.
  if (box.width === 0 || canvas.parentElement === null) return;
  canvas.width = Math.round(box.width * ratio);
  canvas.height = Math.round(box.height * ratio);
  const pen = canvas.getContext('2d');
  if (pen === null) return;
  const image = pen.createImageData(canvas.width, canvas.height);
  const colours = coloursOf(canvas.parentElement, Math.max(0, ...new Set(cloud.colour)));
  paintCloud(image, cloud, { colours, scale: canvas.width / width });
  pen.putImageData(image, 0, 0);
}

interface CloudCanvasProps {
  /** Null until there is one. */
  readonly cloud: MarkCloud | null;
  /** Of the drawing, in its units. */
  readonly width: number;
}

/** Paints a cloud over the whole of its box, anew when the box has another size or the page another theme. */
export function CloudCanvas({ cloud, width }: CloudCanvasProps) {
  const ref = useRef<HTMLCanvasElement>(null);
  useEffect(() => {
    const { current: canvas } = ref;
    if (canvas === null || cloud === null) return;
    const again = (): void => paint(canvas, cloud, width);
    const size = new ResizeObserver(again);
    size.observe(canvas);
    const theme = new MutationObserver(again);
    theme.observe(document.documentElement, { attributeFilter: ['data-theme'] });
    const dark = matchMedia('(prefers-color-scheme: dark)');
    dark.addEventListener('change', again);
    return () => {
      size.disconnect();
      theme.disconnect();
      dark.removeEventListener('change', again);
    };
  }, [cloud, width]);
  return cloud === null ? null : <canvas ref={ref} />;
}
