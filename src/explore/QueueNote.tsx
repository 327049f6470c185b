import type { Choices, Queue } from '../cases/choices.ts';
import { countOf, numberWords } from '../ui/number-words.ts';
import { caseHref } from './case-address.ts';
import type { ReadyAnswer } from './selection.ts';

const QUEUE_WORDS: Readonly<Record<Queue, { readonly holds: string; readonly nothing: string }>> = {
  suspect: {
    holds:
      'two or more families of judges agree on another answer than the label, or the only one that does better than guess, or they miss a rating by six tenths of its scale; first come those with the most weight, which families have that are often right. Where several raters all gave the label, the case is a common blind spot instead.',
    nothing: 'No two families of judges agree against a label here.',
  },
  blind: {
    holds:
      'two or more families of judges agree on another answer than all of several raters, or miss their rating by six tenths of its scale.',
    nothing: 'No two families of judges agree against a label here that several raters all gave.',
  },
};

interface QueueNoteProps {
  readonly choices: Choices;
  readonly queue: Queue;
  readonly ready: ReadyAnswer;
}

/** Says what a list in the order of a queue begins with, or why it begins with nothing; and leads to a vote on it. */
export function QueueNote({ choices, queue, ready: { list, cases } }: QueueNoteProps) {
  const { queued, firstVote } = cases;
  const isLabelled = choices.lines?.includes('gold') === true;
  if (queued === null) return null;
  if (queued === 0) {
    const said = isLabelled ? QUEUE_WORDS[queue].nothing : 'These cases have no labels, so none can be suspected.';
    return <p className="queue-note">{said}</p>;
  }
  return (
    <div className="queue-note">
      <p>
        {countOf(queued, 'case')} of {numberWords(cases.places.length)}: {QUEUE_WORDS[queue].holds}
      </p>
      {firstVote === null ? null : (
        <a className="btn" href={caseHref(choices.benchmark, { id: firstVote, list, vote: 'blind' })}>
          Vote on the pairs blind
        </a>
      )}
    </div>
  );
}
