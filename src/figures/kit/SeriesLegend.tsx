import { Shape } from './shape.tsx';

/** The marks of a drawing and what they stand for, in the order of the series. */
export function SeriesLegend({ labels }: { readonly labels: readonly string[] }) {
  return (
    <ul className="legend-row">
      {labels.map((label, i) => (
        <li key={label}>
          <svg viewBox="0 0 14 14" aria-hidden="true">
            <Shape index={i} x={7} y={7} />
          </svg>
          {label}
        </li>
      ))}
    </ul>
  );
}
