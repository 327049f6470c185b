import { Icon } from './Icons.tsx';
import type { Outcome, Shown } from './outcome.ts';

/** What is said to those who do not see the sign. */
const SAID: Partial<Record<Outcome, string>> = {
  right: 'right',
  wrong: 'wrong',
  tie: 'counts as wrong',
  'not-asked': 'not asked',
};

/** One answer: right and wrong by sign and colour, every other state by its word and look. */
export function Mark({ shown: { text, outcome } }: { readonly shown: Shown }) {
  const said = SAID[outcome];
  return (
    <span className={`mark ${outcome}`}>
      {outcome === 'not-asked' ? <span aria-hidden="true">{text}</span> : text}
      {outcome === 'right' || outcome === 'wrong' ? <Icon shape={outcome} /> : null}
      {said === undefined ? null : <span className="hidden"> {said}</span>}
    </span>
  );
}
