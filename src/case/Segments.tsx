import { ControlGroup } from '../ui/layout.tsx';

interface SegmentsProps<T extends string> {
  readonly label: string;
  readonly options: readonly { readonly value: T; readonly label: string }[];
  readonly value: T;
  readonly onChoose: (value: T) => void;
}

/** Shows a few choices in a row, of which one holds. */
export function Segments<T extends string>({ label, options, value, onChoose }: SegmentsProps<T>) {
  return (
    <ControlGroup className="segments" label={label}>
      {options.map((option) => (
        <button
          key={option.value}
          type="button"
          aria-pressed={option.value === value}
          onClick={() => onChoose(option.value)}
        >
          {option.label}
        </button>
      ))}
    </ControlGroup>
  );
}
