import { type MouseEvent, useCallback, useEffect, useMemo, useState } from 'react';
import type { Choices } from '../cases/choices.ts';
import type { CaseLine } from './CaseTable.tsx';
import { lookedAt, partAround, placeInPart, sendTravelling, travelling } from './travelling.ts';
import type { ReadyAnswer } from './use-answer.ts';

/** Says how a list is named in the addresses of its cases. */
const named = (list: string): string => (list === '' ? '?' : list);

interface Sent {
  readonly choices: Choices;
  readonly list: string;
  readonly total: number;
  /** The case at a place, from 0; undefined where it is not known yet. */
  readonly idAt: (index: number) => string | undefined;
}

/** If the click opens a case, the rows around it travel along. */
function sendRow(target: EventTarget, { choices, list, total, idAt }: Sent): void {
  const row = target instanceof Element && target.closest('th a') !== null ? target.closest('tr[aria-rowindex]') : null;
  const index = Number(row?.getAttribute('aria-rowindex')) - 2;
  const at = row === null ? undefined : idAt(index);
  if (at !== undefined) sendTravelling(choices.benchmark, { list: named(list), total, ...partAround(index, idAt), at });
}

interface Returned {
  readonly benchmark: string;
  readonly list: string;
  readonly row: (index: number) => CaseLine | undefined;
  readonly scroller: HTMLElement | null;
  /** Whether the list is that of the address. */
  readonly ready: boolean;
}

/** The row of the case looked at last, to which the list comes back, with the focus on its link; 0 where there is none. */
function useReturn({ benchmark, list, row, scroller, ready }: Returned): number {
  const back = useMemo(() => {
    const part = ready ? travelling(benchmark, named(list)) : null;
    const place = part === null || part.at === '' ? null : placeInPart(part, part.at);
    return place === null || place.place === null ? null : { index: place.place - 1, id: part?.at ?? '' };
  }, [benchmark, list, ready]);
  const isThere = back !== null && row(back.index)?.instance === back.id;
  useEffect(() => {
    if (!isThere || back === null || scroller === null) return;
    const frame = requestAnimationFrame(() => {
      scroller.querySelector<HTMLElement>(`tr[aria-rowindex="${back.index + 2}"] th a`)?.focus({ preventScroll: true });
      lookedAt(benchmark, named(list), '');
    });
    return () => cancelAnimationFrame(frame);
  }, [isThere, back, scroller, benchmark, list]);
  return back?.index ?? 0;
}

interface Travelled {
  readonly choices: Choices;
  /** The rows before there is an answer. */
  readonly first: readonly CaseLine[];
  readonly ready: ReadyAnswer | null;
  readonly row: (index: number) => CaseLine | undefined;
}

/** Lets the list travel to the case that is opened, and brings it back to the case looked at last: the row to begin at, from 0. */
export function useTravel({ choices, first, ready, row }: Travelled) {
  // State, not a ref: the rows must be redrawn when their scrolling element is replaced.
  const [scroller, setScroller] = useState<HTMLElement | null>(null);
  const list = ready?.list ?? '';
  const start = useReturn({ benchmark: choices.benchmark, list, row, scroller, ready: ready !== null });
  const total = ready === null ? choices.cases : ready.counts.total;
  const onOpened = useCallback(
    ({ target }: MouseEvent) =>
      sendRow(target, { choices, list, total, idAt: (i) => (ready === null ? first[i] : row(i))?.instance }),
    [choices, list, total, ready, first, row],
  );
  return { scroller, setScroller, start, onOpened };
}
