import { useBox } from './use-box.ts';

interface SearchBoxProps {
  readonly value: string;
  /** Called at every keystroke; must stay the same function as long as it does the same. */
  readonly typed: (value: string) => void;
  readonly label: string;
  readonly placeholder: string;
  /** Most characters that can be typed. */
  readonly most: number;
}

/** Shows a box for words to look for, in step with the URL. */
export function SearchBox({ value, typed, label, placeholder, most }: SearchBoxProps) {
  const box = useBox<HTMLInputElement>(value, typed);
  return (
    <input
      ref={box}
      type="search"
      className="field"
      autoComplete="off"
      spellCheck={false}
      maxLength={most}
      placeholder={placeholder}
      aria-label={label}
      defaultValue=""
      onInput={(event) => typed(event.currentTarget.value)}
    />
  );
}
