import { memo } from 'react';
import { numberWords } from '../../ui/number-words.ts';
import type { LengthDrawing, LengthRubric, LengthScoreData } from './data.ts';
import { LengthDensity, LengthMeans, LengthPoints, LengthTrends, type ShownJudge } from './LengthMarks.tsx';
import { type LengthGeometry, ROOM, SCORE_TICKS, SIZE } from './length-geometry.ts';

const { width, height } = SIZE;

function Axes({ geometry: { x, y, ticks } }: { readonly geometry: LengthGeometry }) {
  return (
    <g className="grid">
      {SCORE_TICKS.map((score) => (
        <g key={score}>
          <line x1={ROOM.left} x2={width - ROOM.right} y1={y(score)} y2={y(score)} />
          <text x={ROOM.left - 8} y={y(score) + 4} textAnchor="end">
            {score}
          </text>
        </g>
      ))}
      {ticks.map((length) => (
        <text key={length} x={x(length)} y={height - ROOM.bottom + 16} textAnchor="middle">
          {numberWords(length)}
        </text>
      ))}
      <text x={(ROOM.left + width - ROOM.right) / 2} y={height - 4} textAnchor="middle">
        length of the critique, characters (log)
      </text>
      <text transform={`translate(12 ${y(5)}) rotate(-90)`} textAnchor="middle">
        score
      </text>
    </g>
  );
}

export interface LengthPlotProps {
  readonly data: LengthScoreData;
  readonly rubric: LengthRubric & { readonly drawing: LengthDrawing };
  readonly shown: readonly ShownJudge[];
  readonly chosen: string;
  readonly geometry: LengthGeometry;
}

/**
 * The drawing, which is complete without a script and the same with one. It is drawn again only when what it shows changes, not while
 * somebody brushes.
 */
export const LengthPlot = memo(function LengthPlot({ data, rubric, shown, chosen, geometry }: LengthPlotProps) {
  const { drawing } = rubric;
  return (
    <svg
      viewBox={`0 0 ${width} ${height}`}
      role="img"
      aria-label={`Length and score of ${rubric.n} critiques, scored by ${rubric.label}`}
    >
      <LengthDensity drawing={drawing} domain={data.domain} geometry={geometry} />
      <Axes geometry={geometry} />
      <LengthPoints drawing={drawing} shown={shown} geometry={geometry} />
      <LengthTrends rubric={rubric} shown={shown} chosen={chosen} geometry={geometry} />
      <LengthMeans shown={shown} geometry={geometry} />
    </svg>
  );
});
