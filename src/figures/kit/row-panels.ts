/** A figure of at least this many rows takes a whole line of the page, with as many panels as a wide screen has abreast. */
const MANY = 8;
const MOST_PANELS = 4;

/** Says in how many panels rows of one scale are drawn: 1, 2 or 4, so that they fill every line, whether one, two or four stand abreast. */
export const rowPanels = (rows: number): number => (rows >= MANY ? MOST_PANELS : rows > 1 ? 2 : 1);

/** Cuts rows in their order into these panels, of nearly as many rows each. */
export function inPanels<Row>(rows: readonly Row[]): Row[][] {
  const panels = rowPanels(rows.length);
  const [least, more] = [Math.floor(rows.length / panels), rows.length % panels];
  return Array.from({ length: panels }, (_, i) => {
    const from = i * least + Math.min(i, more);
    return rows.slice(from, from + least + (i < more ? 1 : 0));
  });
}
