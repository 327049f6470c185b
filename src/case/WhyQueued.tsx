import { useCallback } from 'react';
import { type Queue, type QueueReason, queueOf } from '../cases/choices.ts';
import { askedFor } from '../explore/asked.ts';
import { loadColumns, loadDetails } from '../explore/case-columns.ts';
import { COLUMN_WORDS } from '../explore/words.ts';
import type { Case } from '../schema/shard.ts';
import { type AskedQuestion, useQuestion } from '../ui/loading.tsx';
import type { CaseFacts } from './facts.ts';
import { criterionLabel } from './parts.ts';

/** The queue whose order a list has; undefined where it has another. */
export const queueOfList = (list: string): Queue | undefined => queueOf(askedFor(list).order);

/** Asks the columns of cases why a case is in a queue; null where it is not. */
export function useQueueReason(
  { benchmark }: Pick<CaseFacts, 'benchmark'>,
  { queue, instance }: { readonly queue: Queue; readonly instance: string },
): AskedQuestion<QueueReason | null> {
  const question = useCallback(async () => {
    const [{ instances }, { queued }] = await Promise.all([loadColumns(benchmark), loadDetails(benchmark)]);
    return queued(queue, instances.all().indexOf(instance));
  }, [benchmark, queue, instance]);
  return useQuestion(question, { what: 'Why this case is in the queue could not be read.', todo: 'Try again.' });
}

interface WhyQueuedProps {
  readonly data: Case;
  readonly facts: CaseFacts;
  readonly queue: Queue;
}

/** Says why a case that was opened from a queue is in it. */
export function WhyQueued({ data, facts, queue }: WhyQueuedProps) {
  const asked = useQueueReason(facts, { queue, instance: data.instance });
  const name = COLUMN_WORDS[queue];
  if (asked.state === 'failed') return <p className="small">{asked.failure.what}</p>;
  if (asked.state !== 'ready') return <p className="small">{name}: …</p>;
  if (asked.data === null) return <p className="small">This case is no {name.toLowerCase()}.</p>;
  const { agree, readable, criterion } = asked.data;
  const on = criterion === '' ? '' : ` on ${criterionLabel(facts, data.split, criterion)}`;
  const people = queue === 'blind' ? 'what all raters said' : 'the label';
  return (
    <p className="small">
      <b>{name}</b>: {agree} of {readable} families of judges that could be read and are not divided stand against{' '}
      {people}
      {on}.
    </p>
  );
}
