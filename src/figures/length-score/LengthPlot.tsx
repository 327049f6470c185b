import {
  type FocusEvent,
  type KeyboardEvent,
  type MouseEvent,
  type PointerEvent,
  useEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import type { ChartSize } from '../../charts/chart.ts';
import { type MarkCloud, markAhead, nearestMark, paintCloud, type Rgb } from '../../charts/cloud.ts';
import { Chart } from '../../charts/Live.tsx';
import { ScrollBox } from '../../ui/layout.tsx';
import { numberWords } from '../../ui/number-words.ts';
import { type FlatTexts, oneValueWords } from './data.ts';
import {
  atPlace,
  type BrushRectangle,
  cloudChart,
  cloudOf,
  drawRectangle,
  GRIPS,
  geometryOf,
  lengthPlotTitle,
  type PlotGeometry,
  type PlotOf,
  type PlotPlace,
  placeInPlot,
  selects,
  servedTexts,
  type TextCloud,
  useBrush,
} from './plot.ts';

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
  readonly cloud: MarkCloud | null;
  /** Of the drawing, in its units. */
  readonly width: number;
}

/** Paints a cloud over the whole of its box, again when the box has another size or the page another theme. */
function CloudCanvas({ cloud, width }: CloudCanvasProps) {
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
  return cloud === null ? null : <canvas className="w-full absolute inset-0" ref={ref} />;
}

interface PlotBrush {
  readonly onStart: () => void;
  readonly onMove: (found: BrushRectangle) => void;
  readonly onEnd: (found: BrushRectangle | null) => void;
}

interface LengthPlotProps extends PlotOf, PlotBrush {
  readonly texts: FlatTexts | null;
  readonly range: BrushRectangle;
  readonly want: () => void;
  readonly caseAt: (instance: string) => string;
}

interface ReadText extends PlotPlace {
  readonly text: number;
  /** What reached it: by key it has the focus. */
  readonly how: 'pointer' | 'tap' | 'key';
}

type ReaderProps = Pick<LengthPlotProps, 'view' | 'caseAt'> & {
  readonly texts: FlatTexts;
  readonly read: ReadText;
  readonly geometry: PlotGeometry;
};

/** Says what a mark stands for, beside it, on the side where there is room; the mark itself is a link to its case. */
function MarkReader({ texts, view, caseAt, read, geometry }: ReaderProps) {
  const link = useRef<HTMLAnchorElement>(null);
  useEffect(() => {
    if (read.how === 'key') link.current?.focus();
  }, [read]);
  const { text, x, y } = read;
  const run = texts.runs[texts.judge[text] ?? 0];
  const label = view.judges.find((judge) => judge.run === run)?.label ?? run;
  const instance = texts.cases[texts.at[text] ?? 0] ?? '';
  const says = `${oneValueWords(view.of, texts.score[text] ?? 0)}, ${numberWords(texts.length[text] ?? 0)} characters`;
  const sides = `${x > geometry.width / 2 ? ' left' : ''}${y > geometry.height / 2 ? ' above' : ''}`;
  return (
    <>
      <a
        ref={link}
        className="mark-link absolute pointer"
        style={atPlace(geometry, read)}
        href={instance === '' ? undefined : caseAt(instance)}
        tabIndex={-1}
        draggable={false}
      >
        <span className="hidden">{`${label}: ${says}${instance === '' ? '' : `, case ${instance}`}`}</span>
      </a>
      <output
        className={`mark-tip breaks text-small border-strong rounded surface no-pointer${sides}`}
        style={atPlace(geometry, read)}
      >
        <b>{label}</b>
        <span>{says}</span>
        <small className="block">
          {read.how === 'tap' && instance !== '' ? 'Tap again to open the case.' : instance}
        </small>
      </output>
    </>
  );
}

const isTouch = (event: Event): boolean => event instanceof PointerEvent && event.pointerType === 'touch';

const ARROWS: Readonly<Record<string, readonly [number, number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};
/** How near a pointer or a finger has to come to a mark, in px. */
const REACH = { mouse: 9, touch: 22 } as const;
const KEY_STEP = 1 / 24;

const MOST_STEPS = 8;

const isSameRange = (one: BrushRectangle, other: BrushRectangle): boolean =>
  (['length', 'score'] as const).every((of) => one[of].from === other[of].from && one[of].to === other[of].to);

/** Gives the rectangle after an arrow key with Shift: its lower right corner moves; without one it begins around a place. */
function stepped(
  geometry: PlotGeometry,
  range: BrushRectangle,
  { arrow: [dx, dy], from }: { readonly arrow: readonly [number, number]; readonly from: PlotPlace },
): BrushRectangle {
  const { left, right, top, bottom } = geometry.plot;
  const [across, down] = [(right - left) * KEY_STEP, (bottom - top) * KEY_STEP];
  const { first, last } = selects(range)
    ? geometry.corners(range)
    : { first: { x: from.x - across, y: from.y - down }, last: { x: from.x + across, y: from.y + down } };
  // Ends are whole characters and values: a step goes on until it is one.
  for (let steps = 1; steps < MOST_STEPS; steps += 1) {
    const next = geometry.range(first, { x: last.x + steps * dx * across, y: last.y + steps * dy * down });
    if (!isSameRange(next, range)) return next;
  }
  return range;
}

function readAt(cloud: TextCloud, mark: number, how: ReadText['how']): ReadText | null {
  const text = cloud.text[mark];
  return text === undefined ? null : { text, x: cloud.x[mark] ?? 0, y: cloud.y[mark] ?? 0, how };
}

/** Reads marks: by pointer, by tap, and from mark to mark by the arrow keys; with Shift these move a corner of the rectangle. */
function useReader({ texts, range, ...props }: LengthPlotProps, size: ChartSize) {
  const { domain, view, shown } = props;
  const [read, setRead] = useState<ReadText | null>(null);
  const chart = useMemo(
    () => cloudChart({ domain, view, shown }, size, texts !== null),
    [domain, view, shown, size, texts],
  );
  const geometry = useMemo(() => geometryOf(chart, view), [chart, view]);
  const known = useMemo(() => texts ?? servedTexts(view), [texts, view]);
  const cloud = useMemo(() => cloudOf(known, { domain, view, shown }, chart), [known, domain, view, shown, chart]);
  // The mark that is read stays where the new cloud has it.
  useEffect(
    () => setRead((old) => (old === null ? null : readAt(cloud, nearestMark(cloud, old, 1), old.how))),
    [cloud],
  );
  const leave = (): void => setRead(null);
  const take = (mark: number, how: ReadText['how']): void => {
    if (cloud.text[mark] !== read?.text || how === 'key') setRead(readAt(cloud, mark, how));
  };
  const markAt = (event: MouseEvent<HTMLElement>, reach: number): number => {
    const scale = geometry.width / event.currentTarget.getBoundingClientRect().width;
    return nearestMark(cloud, placeInPlot(event.currentTarget, geometry, event), reach * scale);
  };
  return {
    ...{ chart, geometry, known, cloud, read, leave },
    onPoint: (event: PointerEvent<HTMLElement>): void => take(markAt(event, REACH.mouse), 'pointer'),
    /** The first tap reads a mark, the second opens its case. */
    onTap: (event: MouseEvent<HTMLElement>): void => {
      const mark = markAt(event, REACH.touch);
      const isLink = event.target instanceof Element && event.target.closest('a') !== null;
      if (isLink && mark >= 0 && cloud.text[mark] === read?.text) return;
      event.preventDefault();
      take(mark, 'tap');
    },
    onKeyDown: (event: KeyboardEvent<HTMLElement>): void => {
      const arrow = ARROWS[event.key];
      const { left, right, top, bottom } = geometry.plot;
      if (event.key === 'Escape' && read !== null) leave();
      else if (arrow === undefined || event.altKey || event.ctrlKey || event.metaKey) return;
      else if (event.shiftKey) {
        props.onStart();
        const from = read ?? { x: (left + right) / 2, y: (top + bottom) / 2 };
        props.onEnd(stepped(geometry, range, { arrow, from }));
      } else {
        const first = read === null;
        const mark = markAhead(cloud, read ?? { x: left - 1, y: (top + bottom) / 2 }, first ? [1, 0] : arrow);
        if (mark >= 0) take(mark, 'key');
      }
      event.preventDefault();
    },
  };
}

export function LengthPlot({ size, ...props }: LengthPlotProps & { readonly size: ChartSize }) {
  const { view, range, texts, want, caseAt } = props;
  const { chart, geometry, known, cloud, read, leave, ...on } = useReader(props, size);
  const rectangle = useRef<HTMLDivElement>(null);
  useEffect(() => drawRectangle(rectangle.current, geometry, range), [geometry, range]);
  const { isDragging, endsDrag, ...brush } = useBrush({
    geometry,
    rectangle,
    range,
    onStart: () => {
      leave();
      props.onStart();
    },
    onMove: props.onMove,
    onEnd: (found) => {
      props.onEnd(found);
      if (found === null) drawRectangle(rectangle.current, geometry, range);
    },
  });
  const leaveBy = {
    onBlur: ({ currentTarget, relatedTarget }: FocusEvent<HTMLElement>) => {
      if (!currentTarget.contains(relatedTarget)) leave();
    },
  };
  return (
    <ScrollBox
      className="drawing"
      label={`${lengthPlotTitle(view)}, drawing`}
      onFocus={want}
      onKeyDown={on.onKeyDown}
      {...leaveBy}
    >
      {/* biome-ignore lint/a11y/noStaticElementInteractions: what it does by pointer the box around it does by key */}
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: see above */}
      <div
        className="plot-box"
        {...brush}
        onClick={(event) => {
          want();
          if (endsDrag()) event.preventDefault();
          else if (isTouch(event.nativeEvent)) on.onTap(event);
        }}
        onPointerMove={(event) => {
          // A finger that moves may only scroll.
          if (!isTouch(event.nativeEvent)) want();
          if (!isTouch(event.nativeEvent) && !isDragging()) on.onPoint(event);
          brush.onPointerMove(event);
        }}
        onPointerLeave={(event) => {
          // A finger also leaves whenever it is lifted; the mark then stays.
          if (!isTouch(event.nativeEvent)) leave();
        }}
      >
        <CloudCanvas cloud={texts === null ? null : cloud} width={geometry.width} />
        <Chart className={size} chart={chart} />
        <div ref={rectangle} className="rectangle absolute no-pointer" hidden>
          {GRIPS.map((grip) => (
            <span key={grip} data-grip={grip} />
          ))}
        </div>
        {read === null ? null : <MarkReader {...{ view, caseAt, read, geometry }} texts={known} />}
      </div>
    </ScrollBox>
  );
}
