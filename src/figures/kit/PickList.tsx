import { useBox } from '../../ui/use-box.ts';

interface ChoiceProps {
  readonly label: string;
  /** The empty value stands for what the page opens with. */
  readonly value: string;
  readonly options: readonly { readonly value: string; readonly label: string }[];
  /** This must stay the same function while nothing else changes. */
  readonly choose: (value: string) => void;
}

/** A list that works before its script is loaded: what is chosen meanwhile is read when the page comes alive. */
export function PickList({ label, value, options, choose }: ChoiceProps) {
  const list = useBox<HTMLSelectElement>(value, choose);
  return (
    <label className={value === '' ? 'btn pick' : 'btn pick on'}>
      <span>{label}</span>
      <select ref={list} defaultValue="" autoComplete="off" onChange={(event) => choose(event.currentTarget.value)}>
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
    </label>
  );
}
