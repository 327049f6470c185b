import { type MarkKind, Shape } from './shape.tsx';

interface SeriesLegendProps {
  readonly series: readonly { readonly label: string; readonly mark: MarkKind }[];
}

/** The marks of a drawing and what they stand for. */
export function SeriesLegend({ series }: SeriesLegendProps) {
  return (
    <ul className="legend-row">
      {series.map(({ label, mark }) => (
        <li key={label}>
          <svg viewBox="0 0 14 14" aria-hidden="true">
            <Shape mark={mark} x={7} y={7} />
          </svg>
          {label}
        </li>
      ))}
    </ul>
  );
}
