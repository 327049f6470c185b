import { ControlGroup } from '../ui/layout.tsx';
import type { AnswerOutcome, ShownAnswer } from './outcome.ts';
import { SIGN_LINES } from './sign-lines.ts';

interface SegmentsProps<T extends string> {
  readonly label: string;
  readonly options: readonly { readonly value: T; readonly label: string }[];
  readonly value: T;
  readonly onChoose: (value: T) => void;
}

export function Segments<T extends string>({ label, options, value, onChoose }: SegmentsProps<T>) {
  return (
    <ControlGroup className="segments inline-flex wrap overflow-hidden" label={label}>
      {options.map((option) => (
        <button
          className="ink-2 text-dense"
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

/** Draws a sign that few fonts hold; the words stand beside it. */
export function Icon({ shape }: { readonly shape: keyof typeof SIGN_LINES }) {
  return (
    <svg className="sign" viewBox="0 0 12 12" width="11" height="11" aria-hidden="true">
      <path d={SIGN_LINES[shape]} />
    </svg>
  );
}

/** The words for screen readers, which do not see the sign. */
const SAID: Partial<Record<AnswerOutcome, string>> = {
  right: 'right',
  wrong: 'wrong',
  tie: 'counts as wrong',
  'not-asked': 'not asked',
};

/** Shows one answer: right and wrong by sign and colour, every other state by its word and look. */
export function AnswerMark({ shown: { text, outcome } }: { readonly shown: ShownAnswer }) {
  const said = SAID[outcome];
  return (
    <span className={`verdict-mark ${outcome}`}>
      {outcome === 'not-asked' ? <span aria-hidden="true">{text}</span> : text}
      {outcome === 'right' || outcome === 'wrong' ? <Icon shape={outcome} /> : null}
      {said === undefined ? null : <span className="hidden"> {said}</span>}
    </span>
  );
}
