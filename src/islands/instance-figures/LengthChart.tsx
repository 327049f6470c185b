import type { ReactElement } from 'react';
import { CartesianGrid, Scatter, ScatterChart, Tooltip, XAxis, YAxis } from 'recharts';
import { numberWords } from '../../components/explore/Group.tsx';
import type { LengthDrawing, LengthRubric, LengthScoreData } from '../../figures/instances/length-score.ts';
import { Density, Means, type ShownJudge, Trends } from './LengthMarks.tsx';
import { type Geometry, ROOM, SCORE_TICKS, SCORES } from './length-geometry.ts';
import { markPath, seriesClass } from './series-mark.ts';

interface Point {
  readonly label: string;
  readonly length: number;
  readonly score: number;
  /** Critiques behind it: more than one for a mean. */
  readonly n: number;
}

const Y_AXIS = 40;
const X_AXIS = 34;
const MARGIN = {
  left: ROOM.left - Y_AXIS,
  right: ROOM.right,
  top: ROOM.top,
  bottom: ROOM.bottom - X_AXIS,
};

function Tip({ payload }: { readonly payload?: readonly { readonly payload?: Point }[] }): ReactElement | null {
  const point = payload?.[0]?.payload;
  if (point === undefined) return null;
  const { label, length, score, n } = point;
  return (
    <div className="tip">
      <b>{label}</b>
      <span>
        {n > 1 ? `mean of ${numberWords(n)} critiques: ` : ''}score {Number(score.toFixed(2))},{' '}
        {numberWords(Math.round(length))} characters
      </span>
    </div>
  );
}

/** What Recharts gives a custom mark: its place on the screen. */
interface MarkProps {
  readonly cx?: number | undefined;
  readonly cy?: number | undefined;
}

interface LengthChartProps {
  readonly data: Pick<LengthScoreData, 'domain'>;
  readonly rubric: LengthRubric;
  readonly drawing: LengthDrawing;
  readonly shown: readonly ShownJudge[];
  readonly chosen: string;
  readonly geometry: Geometry;
}

/** The critiques to draw one by one, or each judge's mean. */
function pointsOf(drawing: LengthDrawing, { judge: { run, label, length, score, n } }: ShownJudge): Point[] {
  const own = drawing.points.find((one) => one.run === run);
  if (own === undefined) return [{ label, length, score, n }];
  return own.length.map((characters, i) => ({ label, length: characters, score: own.score[i] ?? 0, n: 1 }));
}

/** The same drawing alive: pointing at a mark reads it. Loaded when somebody comes near. */
export function LengthChart({ data, rubric, drawing, shown, chosen, geometry }: LengthChartProps): ReactElement {
  const { width, height, ticks } = geometry;
  const radius = drawing.points.length > 0 ? 3 : 5.5;
  return (
    <ScatterChart width={width} height={height} margin={MARGIN} accessibilityLayer>
      <Density drawing={drawing} domain={data.domain} geometry={geometry} />
      <CartesianGrid vertical={false} />
      <XAxis
        type="number"
        dataKey="length"
        scale="log"
        domain={[...data.domain]}
        allowDataOverflow
        ticks={[...ticks]}
        tickFormatter={numberWords}
        height={X_AXIS}
        label={{ value: 'length of the critique, characters (log)', position: 'insideBottom', offset: 0 }}
      />
      <YAxis
        type="number"
        dataKey="score"
        domain={[...SCORES]}
        ticks={[...SCORE_TICKS]}
        width={Y_AXIS}
        label={{ value: 'score', angle: -90, position: 'insideLeft' }}
      />
      <Tooltip cursor={false} isAnimationActive={false} content={<Tip />} />
      {shown.map((one) => (
        <Scatter
          key={one.judge.run}
          name={one.judge.label}
          data={pointsOf(drawing, one)}
          isAnimationActive={false}
          shape={({ cx = 0, cy = 0 }: MarkProps) => (
            <path
              className={`${seriesClass(one.index)} ${radius === 3 ? 'point' : 'mean'}`}
              d={markPath(one.index, cx, cy, radius)}
            />
          )}
        />
      ))}
      <Trends rubric={rubric} shown={shown} chosen={chosen} geometry={geometry} />
      <Means shown={shown} geometry={geometry} />
    </ScatterChart>
  );
}
