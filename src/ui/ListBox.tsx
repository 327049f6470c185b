import { useBox } from './use-box.ts';

export interface ListBoxProps {
  readonly value: string;
  readonly options: readonly { readonly value: string; readonly label: string }[];
  /** This must stay the same function while nothing else changes. */
  readonly choose: (value: string) => void;
  readonly className?: string;
}

/** Shows a list that works before its script is loaded: an earlier choice is read when the page comes alive. */
export function ListBox({ value, options, choose, className }: ListBoxProps) {
  const list = useBox<HTMLSelectElement>(value, choose);
  return (
    <select
      ref={list}
      className={className}
      defaultValue=""
      autoComplete="off"
      onChange={(event) => choose(event.currentTarget.value)}
    >
      {options.map((option) => (
        <option key={option.value} value={option.value}>
          {option.label}
        </option>
      ))}
    </select>
  );
}
