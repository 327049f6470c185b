import type { KeyboardEvent } from 'react';

const STEPS: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 };

/** ↑ and ↓ go from row to row; ↵ opens the row by its own link. From the list itself ↓ goes to the first row in view. */
export function onRowKey(event: KeyboardEvent<HTMLElement>): void {
  const step = STEPS[event.key];
  if (step === undefined || event.altKey || event.ctrlKey || event.metaKey) return;
  const list = event.currentTarget;
  const at = event.target instanceof Element ? event.target.closest('tr') : null;
  const linkIn = (row: Element | null | undefined): HTMLElement | null =>
    row?.querySelector<HTMLElement>('th a') ?? null;
  const next = step > 0 ? at?.nextElementSibling : at?.previousElementSibling;
  const inView = (): Element | undefined => {
    const { top } = list.getBoundingClientRect();
    const head = list.querySelector('thead')?.clientHeight ?? 0;
    return [...list.querySelectorAll('tbody tr')].find(
      (row) => row.getBoundingClientRect().top >= Math.max(0, top + head) && linkIn(row),
    );
  };
  const link = linkIn(at?.closest('tbody') ? next : step > 0 ? inView() : null);
  if (link === null) return;
  event.preventDefault();
  link.focus({ preventScroll: true });
  link.closest('tr')?.scrollIntoView({ block: 'nearest' });
}
