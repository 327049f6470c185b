/** Browsers limit heights, Firefox to 17.8 million px; taller lists are scrolled to a scale. */
const TALLEST = 15_000_000;

export interface ScrollScale {
  /** Height of the scrolled rows in px. */
  readonly height: number;
  /** Place in the whole list, in px, for a scroll position; both reach their end together. */
  readonly toList: (scrolled: number) => number;
  readonly toScroll: (place: number) => number;
}

/** How a list of `rows` rows is scrolled in a window of `view` px. */
export function scrollScale(rows: number, rowHeight: number, view: number): ScrollScale {
  const whole = rows * rowHeight;
  if (whole <= TALLEST) return { height: whole, toList: (px) => px, toScroll: (px) => px };
  const factor = (whole - view) / (TALLEST - view);
  return { height: TALLEST, toList: (px) => px * factor, toScroll: (px) => px / factor };
}
