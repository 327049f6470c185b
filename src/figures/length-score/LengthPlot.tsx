import { memo } from 'react';
import { numberWords } from '../../ui/number-words.ts';
import type { LengthDrawing, LengthRubric, LengthScoreData } from './data.ts';
import { Density, Means, Points, type ShownJudge, Trends } from './LengthMarks.tsx';
import { type Geometry, ROOM, SCORE_TICKS, SIZE } from './length-geometry.ts';

const { width, height } = SIZE;

function Axes({ geometry: { x, y, ticks } }: { readonly geometry: Geometry }) {
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

interface LengthPlotProps {
  readonly data: LengthScoreData;
  readonly rubric: LengthRubric & { readonly drawing: LengthDrawing };
  readonly shown: readonly ShownJudge[];
  readonly chosen: string;
  readonly geometry: Geometry;
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
      <Density drawing={drawing} domain={data.domain} geometry={geometry} />
      <Axes geometry={geometry} />
      <Points drawing={drawing} shown={shown} geometry={geometry} />
      <Trends rubric={rubric} shown={shown} chosen={chosen} geometry={geometry} />
      <Means shown={shown} geometry={geometry} />
    </svg>
  );
});
