import { type Range, useVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import type { CaseLines } from '../schema/page-files.ts';
import { RowGap } from '../ui/RowGap.tsx';
import { CaseRow } from './CaseRow.tsx';
import type { CaseLine, ListLook } from './CaseTable.tsx';
import { scrollScale } from './scaled-scroll.ts';
import { useLines } from './use-lines.ts';

interface VirtualRowsProps extends ListLook {
  readonly list: string;
  /** What is said of the first cases. */
  readonly lines: CaseLines;
  readonly total: number;
  readonly row: (index: number) => CaseLine | undefined;
  readonly want: (first: number, last: number) => void;
  /** What the rows scroll in; null before it is there. */
  readonly scroller: HTMLElement | null;
  /** Row to begin at, from 0. */
  readonly start: number;
}

/** Heights in px, as the style sheet sets them. */
const ROW = 48;
const HEAD = 37;
const OVERSCAN = 8;
/** Rows beside those in view whose lines are fetched, too: each may lie in a file of its own. */
const NEAR = 2;

/** Places of the cases in view and beside. */
function placesNear(
  range: Pick<Range, 'startIndex' | 'endIndex'> | null,
  row: VirtualRowsProps['row'],
): readonly number[] {
  if (range === null) return [];
  const first = Math.max(0, range.startIndex - NEAR);
  return Array.from({ length: range.endIndex + NEAR + 1 - first }, (_, i) => row(first + i)?._place ?? []).flat();
}

/** Draws only the rows in view. A list taller than browsers can scroll is scrolled in scale, so that its last row is reached. */
export function VirtualRows({
  choices,
  facets,
  asked,
  list,
  lines,
  total,
  row,
  want,
  scroller,
  start,
}: VirtualRowsProps) {
  const [view, setView] = useState(600);
  useLayoutEffect(() => {
    if (scroller === null) return;
    const measure = (): void => setView(Math.max(ROW, scroller.clientHeight - HEAD));
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(scroller);
    return () => observer.disconnect();
  }, [scroller]);
  const scale = useMemo(() => scrollScale(total, ROW, view), [total, view]);
  const [begin] = useState(start);
  useLayoutEffect(() => {
    // A third of the window above it, so that what comes before is seen, too.
    const { toScroll } = scrollScale(total, ROW, scroller?.clientHeight ?? ROW);
    scroller?.scrollTo({ top: begin === 0 ? 0 : toScroll(Math.max(0, begin * ROW - scroller.clientHeight / 3)) });
  }, [scroller, begin, total]);
  // The virtualizer keeps the functions that it was first given.
  const current = useRef(scale);
  current.current = scale;
  const [scrolled, setScrolled] = useState(0);
  const virtualizer = useVirtualizer<HTMLElement, HTMLTableRowElement>({
    count: total,
    getScrollElement: () => scroller,
    estimateSize: () => ROW,
    overscan: OVERSCAN,
    observeElementOffset: ({ scrollElement }, tell) => {
      if (scrollElement === null) return;
      const onScroll = (): void => {
        setScrolled(scrollElement.scrollTop);
        tell(current.current.toList(scrollElement.scrollTop), false);
      };
      onScroll();
      scrollElement.addEventListener('scroll', onScroll, { passive: true });
      return () => scrollElement.removeEventListener('scroll', onScroll);
    },
    scrollToFn: (offset, { adjustments = 0 }, { scrollElement }) =>
      scrollElement?.scrollTo({ top: current.current.toScroll(offset + adjustments) }),
  });
  // Where a row stands on the scrolled height: where that is scaled, rows in view keep their distance to the top of the window.
  const shift = scrolled - scale.toList(scrolled);
  const items = virtualizer
    .getVirtualItems()
    .filter(({ start, end }) => start + shift >= -ROW && end + shift <= scale.height + ROW);
  const [first, last] = [items[0], items.at(-1)];
  useEffect(() => {
    if (first !== undefined && last !== undefined) want(first.index, last.index);
  }, [first, last, want]);
  const texts = useLines(choices, lines, placesNear(virtualizer.range, row));
  return (
    <tbody>
      <RowGap height={(first?.start ?? 0) + shift} />
      {items.map(({ index }) => {
        const [line, text] = [row(index), texts.get(row(index)?._place ?? -1)];
        return <CaseRow key={index} {...{ choices, facets, asked, list, index, line, text }} />;
      })}
      <RowGap height={scale.height - ((last?.end ?? 0) + shift)} />
    </tbody>
  );
}
