import { memo } from 'react';
import { OnPhone } from '../../charts/OnPhone.tsx';
import { numberWords } from '../../ui/number-words.ts';
import type { LengthDrawing, LengthRubric, LengthScoreData } from './data.ts';
import { LengthDensity, LengthMeans, LengthPoints, LengthTrends, type ShownJudge } from './LengthMarks.tsx';
import { geometryOf, type LengthGeometry, PHONE_SIZE, SCORE_TICKS } from './length-geometry.ts';

function Axes({ geometry: { size, left, right, bottom, x, y, ticks } }: { readonly geometry: LengthGeometry }) {
  return (
    <g className="grid">
      {SCORE_TICKS.map((score) => (
        <g key={score}>
          <line x1={left} x2={right} y1={y(score)} y2={y(score)} />
          <text x={left - 8} y={y(score) + 4} textAnchor="end">
            {score}
          </text>
        </g>
      ))}
      {ticks.map((length) => (
        <text key={length} x={x(length)} y={bottom + 16} textAnchor="middle">
          {numberWords(length)}
        </text>
      ))}
      <text x={(left + right) / 2} y={size.height - 4} textAnchor="middle">
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

function LengthPlot({ data, rubric, shown, chosen, geometry }: LengthPlotProps) {
  const { drawing } = rubric;
  return (
    <svg
      viewBox={`0 0 ${geometry.size.width} ${geometry.size.height}`}
      role="img"
      aria-label={`Length and score of ${numberWords(rubric.n)} critiques, scored by ${rubric.label}`}
    >
      <LengthDensity drawing={drawing} domain={data.domain} geometry={geometry} />
      <Axes geometry={geometry} />
      <LengthPoints drawing={drawing} shown={shown} geometry={geometry} />
      <LengthTrends rubric={rubric} shown={shown} chosen={chosen} geometry={geometry} />
      <LengthMeans shown={shown} chosen={chosen} geometry={geometry} />
    </svg>
  );
}

/**
 * Shows the drawing and that of a phone, complete without a script and the same with one. They are drawn again only when what they show
 * changes, not while somebody brushes.
 */
export const LengthPlots = memo(function LengthPlots(props: LengthPlotProps) {
  return (
    <OnPhone phone={<LengthPlot {...props} geometry={geometryOf(props.data.domain, PHONE_SIZE)} />}>
      <LengthPlot {...props} />
    </OnPhone>
  );
});
