import { SIZE_FACT } from '../board/state.ts';
import { choiceField, fieldOf, listField, type StateOf } from '../ui/field.ts';
import type { ChangeUrl } from '../ui/use-url.ts';
import { GROUPINGS, groupIds } from './groups.ts';
import type { PlotIndex } from './plot-index.ts';

/** The part of both axes that is shown. */
export interface PlotZoom {
  readonly x: readonly [number, number];
  readonly y: readonly [number, number];
}

const SCALES = ['', 'linear', 'log'] as const;
const PART = /^-?\d{1,9}(?:\.\d{1,9})?$/;

/** Reads `x from,x to,y from,y to`. */
function readZoom(raw: string): PlotZoom | null {
  const parts = raw.split(',');
  const [x0 = 0, x1 = 0, y0 = 0, y1 = 0] = parts.map(Number);
  const isSound = parts.length === 4 && parts.every((part) => PART.test(part)) && x0 < x1 && y0 < y1;
  return isSound ? { x: [x0, x1], y: [y0, y1] } : null;
}

const zoomField = fieldOf<PlotZoom | null>({
  fallback: null,
  write: (zoom) => (zoom === null ? '' : [...zoom.x, ...zoom.y].join(',')),
  read: (raw) => {
    const value = readZoom(raw);
    return { value, rejected: value === null && raw !== '' ? [raw] : [] };
  },
});

/** Makes the parameters of a plot. Defaults are left out. */
export const plotFields = (index: PlotIndex, axes: Iterable<string>) => {
  const all = [...axes];
  return {
    x: choiceField(all, SIZE_FACT),
    y: choiceField(all, index.first ?? SIZE_FACT),
    /** Linear or by factors; empty: as the axis is best read. */
    xscale: choiceField(SCALES, ''),
    yscale: choiceField(SCALES, ''),
    by: choiceField(GROUPINGS, 'access'),
    /** Groups that the legend hides. */
    hide: listField(groupIds(index.judges)),
    pin: listField(index.judges.map(({ id }) => id)),
    names: choiceField(['fit', 'few'], 'fit'),
    zoom: zoomField,
  };
};

/** What a visitor can change about a plot; the URL holds it. */
export type PlotState = StateOf<ReturnType<typeof plotFields>>;
export type ChangePlot = ChangeUrl<PlotState>;
