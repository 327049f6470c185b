import { useVirtualizer } from '@tanstack/react-virtual';
import type { RefObject } from 'react';
import { RowGap } from '../ui/layout.tsx';
import { LineRow, lineKey } from './BoardTable.tsx';
import type { BoardFrame } from './look.ts';
import type { BoardRanking } from './standings.ts';
import type { ArrangedLine } from './use-view.ts';

interface VirtualBodyProps {
  readonly frame: BoardFrame;
  readonly ranking: BoardRanking;
  readonly lines: readonly ArrangedLine[];
  readonly scroller: RefObject<HTMLElement | null>;
}

/** Height of a row in px, as the style sheet sets it. */
const ROW_HEIGHT = 49;
const OVERSCAN = 12;
const HEAD_ROWS = 1;

/** Draws only the rows in view, between two empty ones that keep the height. It is still one table, and its rows are numbered for screen readers. */
export function VirtualBody({ frame, ranking, lines, scroller }: VirtualBodyProps) {
  const virtualizer = useVirtualizer({
    count: lines.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW_HEIGHT,
    overscan: OVERSCAN,
  });
  const items = virtualizer.getVirtualItems();
  return (
    <tbody>
      <RowGap height={items[0]?.start ?? 0} />
      {items.map(({ index }) => {
        const line = lines[index];
        return line === undefined ? null : (
          <LineRow
            key={lineKey(line)}
            frame={frame}
            ranking={ranking}
            lines={lines}
            at={index}
            index={index + 1 + HEAD_ROWS}
          />
        );
      })}
      <RowGap height={virtualizer.getTotalSize() - (items.at(-1)?.end ?? 0)} />
    </tbody>
  );
}
