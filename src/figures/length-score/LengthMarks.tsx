import { freeNames } from '../../charts/names.ts';
import { PlacedText } from '../../charts/PlacedText.tsx';
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

interface DensityProps {
  readonly drawing: LengthDrawing;
  readonly domain: LengthScoreData['domain'];
  readonly geometry: LengthGeometry;
}

/** Draws how many critiques there are in each cell, one path per shade. */
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

/** Draws every critique, one path per judge. */
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

/** Draws a line per judge, the 95 % band of the chosen one, and the slope that all share. */
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

/** Draws each judge's mean with its name beside it, the chosen judge's first. No name covers another, even where two judges have the same mean. */
export function LengthMeans({
  shown,
  chosen,
  geometry: { x, y, size, left, bottom },
}: Pick<TrendsProps, 'shown' | 'chosen' | 'geometry'>) {
  const means = shown.map(({ judge: { run, label, length, score }, index }) => {
    return { run, index, text: label, x: Math.round(x(length)), y: Math.round(y(score)), first: run === chosen };
  });
  const names = freeNames(means, { left, right: size.width, top: 0, bottom });
  return means.map(({ run, index, text, ...at }, i) => {
    const name = names[i] ?? null;
    return (
      <g key={run}>
        <path className={`${seriesClass(index)} mean`} d={markPath(index, { ...at, radius: MEAN })} />
        {name === null ? null : <PlacedText text={text} name={name} />}
      </g>
    );
  });
}
