/** So many columns are in sight on a turned sheet of paper. */
const MOST_COLUMNS = 10;

/**
 * Puts groups of columns into tables of at most `most` columns, in their order: spans 3, 4, 6, 2 of 8 → [0, 2], [2, 4]. A group that is wider has a
 * table of its own.
 */
export function packedGroups(spans: readonly number[], most: number): readonly (readonly [from: number, to: number])[] {
  const ranges: [number, number][] = [];
  let wide = Number.POSITIVE_INFINITY;
  for (const [place, span] of spans.entries()) {
    const last = ranges.at(-1);
    if (last !== undefined && wide + span <= most) {
      last[1] = place + 1;
      wide += span;
    } else {
      ranges.push([place, place + 1]);
      wide = span;
    }
  }
  return ranges;
}

/** Removes the cells outside of these columns, but for the first one, which names the row. */
function keepColumns(row: HTMLTableRowElement, from: number, to: number): void {
  let column = 0;
  for (const cell of [...row.cells]) {
    const at = column;
    column += cell.colSpan;
    if (at > 0 && (at < from || at >= to)) cell.remove();
  }
}

/** Divides a table whose columns are too many for paper, and whose head groups them, into several with whole groups. */
export function divideWide(table: HTMLTableElement): void {
  const [first, ...groups] = table.tHead?.rows[0]?.cells ?? [];
  const spans = groups.map(({ colSpan }) => colSpan);
  const total = spans.reduce((sum, span) => sum + span, 0);
  if (first === undefined || total <= MOST_COLUMNS || spans.length < 2) return;
  const start = (group: number): number => spans.slice(0, group).reduce((sum, span) => sum + span, first.colSpan);
  const parts = packedGroups(spans, MOST_COLUMNS).map(([from, to], i) => {
    const part = table.cloneNode(true) as HTMLTableElement;
    for (const row of part.rows) keepColumns(row, start(from), start(to));
    if (i > 0) for (const one of part.querySelectorAll('[id]')) one.removeAttribute('id');
    part.caption?.append(`, ${groups[from]?.textContent}${to - from > 1 ? ` to ${groups[to - 1]?.textContent}` : ''}`);
    return part;
  });
  table.replaceWith(...parts);
}
