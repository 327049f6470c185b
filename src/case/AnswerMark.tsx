import { Icon } from './Icons.tsx';
import type { AnswerOutcome, ShownAnswer } from './outcome.ts';

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
