import { DrawnName } from '../kit/DrawnName.tsx';
import { columnEnds, type LengthDrawing, type LengthJudge, type LengthRubric, type LengthScoreData } from './data.ts';
import type { LengthGeometry } from './length-geometry.ts';
import { markPath, seriesClass } from './series-mark.ts';

/** One of the judges shown, with its place among all: shape and colour stay when others are hidden. */
export interface ShownJudge {
  readonly judge: LengthJudge;
  readonly index: number;
}

/** Steps of shading of the density. */
const SHADES = 8;
const POINT = 3;
const MEAN = 5.5;
const LINE = 14;
/** Labels nearer than this, in units of the drawing, push each other down. */
const REACH = 170;
/** A name begins at its mark where so many units are left for it. */
const MOST_ROOM = 225;

interface DensityProps {
  readonly drawing: LengthDrawing;
  readonly domain: LengthScoreData['domain'];
  readonly geometry: LengthGeometry;
}

/** How many critiques there are in each cell, one path per shade. */
export function LengthDensity({ drawing: { cells, step }, domain, geometry: { x, y } }: DensityProps) {
  const most = Math.max(1, ...cells.map(({ n }) => n));
  const shades = Map.groupBy(cells, ({ n }) => Math.ceil((SHADES * Math.log1p(n)) / Math.log1p(most)));
  return [...shades].map(([level, own]) => (
    <path
      key={level}
      className="heat-count"
      fillOpacity={(0.8 * level) / SHADES}
      d={own
        .map(({ column, score }) => {
          const [from, to] = columnEnds(domain, column);
          const [left, right] = [x(from), x(to)];
          const [top, bottom] = [y(score + step / 2), y(score - step / 2)];
          return `M${(left + 0.5).toFixed(1)} ${(top + 0.5).toFixed(1)}H${(right - 0.5).toFixed(1)}V${(bottom - 0.5).toFixed(1)}H${(left + 0.5).toFixed(1)}z`;
        })
        .join('')}
    />
  ));
}

interface PointsProps {
  readonly drawing: LengthDrawing;
  readonly shown: readonly ShownJudge[];
  readonly geometry: LengthGeometry;
}

/** Every critique, one path per judge. */
export function LengthPoints({ drawing, shown, geometry: { x, y } }: PointsProps) {
  return shown.map(({ judge: { run }, index }) => {
    const own = drawing.points.find((one) => one.run === run);
    if (own === undefined) return null;
    const marks = own.length.map((length, i) =>
      markPath(index, { x: x(length), y: y(own.score[i] ?? 0), radius: POINT }),
    );
    return <path key={run} className={`${seriesClass(index)} point`} d={marks.join('')} />;
  });
}

interface TrendsProps {
  readonly rubric: LengthRubric;
  readonly shown: readonly ShownJudge[];
  readonly chosen: string;
  readonly geometry: LengthGeometry;
}

/** A line per judge, with the 95 % band of the chosen one, and the slope that all share. */
export function LengthTrends({ rubric, shown, chosen, geometry: { x, y } }: TrendsProps) {
  const place = (logLength: number, score: number): string =>
    `${x(Math.exp(logLength)).toFixed(1)} ${y(score).toFixed(1)}`;
  return (
    <>
      {shown.map(({ judge: { run, line }, index }) => {
        if (line.length === 0) return null;
        const upper = line.map((p) => place(p.logLength, p.hi));
        const lower = line.toReversed().map((p) => place(p.logLength, p.lo));
        return (
          <g key={run} className={seriesClass(index)}>
            {run === chosen ? <path className="band" d={`M${[...upper, ...lower].join('L')}z`} /> : null}
            <path
              className={run === chosen ? 'trend chosen' : 'trend'}
              d={`M${line.map((p) => place(p.logLength, p.mean)).join('L')}`}
            />
          </g>
        );
      })}
      <Shared rubric={rubric} place={place} />
    </>
  );
}

/** The slope within judges as a dashed line through the mean of all critiques, over the lengths that occur. */
function Shared({
  rubric: { judges, shared, n },
  place,
}: {
  readonly rubric: LengthRubric;
  readonly place: (logLength: number, score: number) => string;
}) {
  const lines = judges.flatMap(({ line }) => line);
  if (shared === null || lines.length === 0) return null;
  const over = (of: (judge: LengthJudge) => number): number => judges.reduce((sum, j) => sum + (of(j) * j.n) / n, 0);
  const [length, score] = [over((j) => Math.log(j.length)), over((j) => j.score)];
  const ends = [Math.min(...lines.map((p) => p.logLength)), Math.max(...lines.map((p) => p.logLength))];
  return (
    <path className="shared" d={`M${ends.map((end) => place(end, score + shared.slope * (end - length))).join('L')}`} />
  );
}

interface LabelledMark extends ShownJudge {
  readonly left: number;
  readonly top: number;
  /** Where its name stands, pushed away from those above it. */
  readonly name: number;
}

function labelled(shown: readonly ShownJudge[], { x, y }: LengthGeometry): LabelledMark[] {
  const placed: LabelledMark[] = [];
  const byHeight = shown
    .map((one) => ({ ...one, left: x(one.judge.length), top: y(one.judge.score) }))
    .sort((a, b) => a.top - b.top);
  for (const one of byHeight) {
    const near = placed.filter(({ left }) => Math.abs(left - one.left) < REACH);
    const lowest = Math.max(Number.NEGATIVE_INFINITY, ...near.map(({ name }) => name));
    placed.push({ ...one, name: Math.max(one.top, lowest + LINE) });
  }
  return placed;
}

/** Each judge's mean, with its name beside it. */
export function LengthMeans({
  shown,
  geometry,
}: {
  readonly shown: readonly ShownJudge[];
  readonly geometry: LengthGeometry;
}) {
  return labelled(shown, geometry).map(({ judge: { run, label }, index, left, top, name }) => {
    const { width } = geometry.size;
    const end = width - left < Math.min(left, MOST_ROOM);
    return (
      <g key={run}>
        <path className={`${seriesClass(index)} mean`} d={markPath(index, { x: left, y: top, radius: MEAN })} />
        <text className="named" x={left + (end ? -11 : 11)} y={name + 4} textAnchor={end ? 'end' : 'start'}>
          <DrawnName text={label} room={end ? left : width - left} />
        </text>
      </g>
    );
  });
}
