import { type HeatCell, strength } from './heat-look.ts';

interface HeatKeyProps {
  /** Steps are in the order of the scale. */
  readonly steps: readonly (Pick<HeatCell, 'tone' | 'weight'> & { readonly label: string })[];
}

/** Says what the colours of a grid stand for. */
export function HeatKey({ steps }: HeatKeyProps) {
  return (
    <ul className="legend-row">
      {steps.map(({ tone, weight, label }) => (
        <li key={label}>
          <svg viewBox="0 0 14 14" aria-hidden="true">
            <rect className={`heat-${tone}`} width={14} height={14} rx={2} fillOpacity={strength(weight)} />
          </svg>
          {label}
        </li>
      ))}
    </ul>
  );
}
