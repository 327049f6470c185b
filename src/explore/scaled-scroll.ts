/** Browsers limit heights, Firefox to 17.8 million px; taller lists are scrolled to a scale. */
const TALLEST = 15_000_000;

export interface ScrollScale {
  /** Height of the scrolled rows in px. */
  readonly height: number;
  /** Maps a scroll position to a place in the whole list, in px; both reach their end together. */
  readonly toList: (scrolled: number) => number;
  readonly toScroll: (place: number) => number;
}

/** Says how a list of `rows` rows is scrolled in a window of `view` px. */
export function scrollScale(rows: number, rowHeight: number, view: number): ScrollScale {
  const whole = rows * rowHeight;
  if (whole <= TALLEST) return { height: whole, toList: (px) => px, toScroll: (px) => px };
  const factor = (whole - view) / (TALLEST - view);
  return { height: TALLEST, toList: (px) => px * factor, toScroll: (px) => px / factor };
}

/** Rows beside those in view that are drawn too, so that a quick scroll meets no empty list. */
const BESIDE = 8;

/** The rows `first` to `last`, counted from 0, and the px before and after them; `last` is before `first` where there is no row. */
export interface RowsShown {
  readonly first: number;
  readonly last: number;
  readonly before: number;
  readonly after: number;
  /** The rows in view among them, `to` included. */
  readonly seen: { readonly from: number; readonly to: number };
}

interface ScrolledRows {
  /** The list is scrolled so far in px, in a window of `view` px. */
  readonly scrolled: number;
  readonly view: number;
  readonly rows: number;
  readonly rowHeight: number;
}

/** Finds the rows to draw at a scroll position. Where the list is scaled, rows in view keep their distance to the top of the window. */
export function rowsShown(scale: ScrollScale, { scrolled, view, rows, rowHeight }: ScrolledRows): RowsShown {
  const place = scale.toList(scrolled);
  const shift = scrolled - place;
  const seen = {
    from: Math.floor(place / rowHeight),
    to: Math.min(rows, Math.ceil((place + view) / rowHeight)) - 1,
  };
  // Nothing is drawn above or below the scrolled height, which in a scaled list ends before the list does.
  const first = Math.max(0, seen.from - BESIDE, Math.ceil(-shift / rowHeight) - 1);
  const end = Math.min(rows, seen.to + 1 + BESIDE, Math.floor((scale.height - shift) / rowHeight) + 1);
  const last = Math.max(end, first) - 1;
  const before = first * rowHeight + shift;
  return { first, last, before, after: scale.height - ((last + 1) * rowHeight + shift), seen };
}
