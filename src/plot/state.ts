import { SIZE_FACT } from '../board/state.ts';
import { accessMark, type MarkKind } from '../charts/mark-kinds.tsx';
import { ACCESS_SERIES } from '../figures/printed/figure.ts';
import { choiceField, listField, type StateOf, wholeField } from '../ui/field.ts';
import type { ChangeUrl } from '../ui/use-url.ts';
import type { PlotIndex, PlotJudge } from './plot-index.ts';

/** What colours tell apart. Marks always tell how open a judge is. */
export const GROUPINGS = ['access', 'organisation', 'licence'] as const;
export type Grouping = (typeof GROUPINGS)[number];

export interface PlotGroup {
  readonly id: string;
  readonly label: string;
  readonly mark: MarkKind;
  /** Its colour's place in the sheet, from 1; undefined: that of its mark. */
  readonly hue: number | undefined;
}

/** Organisations with a colour each; the others share one. */
const HUES = 6;
const OTHERS: PlotGroup = { id: 'others', label: 'Others', mark: 'square', hue: HUES + 1 };

const ACCESS: readonly PlotGroup[] = [
  ...ACCESS_SERIES.map((series) => ({ ...series, hue: undefined })),
  { id: 'no-model', label: 'Program or people', mark: 'square', hue: undefined },
];

const LICENCES: readonly PlotGroup[] = [
  { id: 'open-licence', label: 'Open licence', mark: 'square', hue: 3 },
  { id: 'other-licence', label: 'Other licence', mark: 'square', hue: 2 },
  { id: 'no-licence', label: 'Licence not known', mark: 'square', hue: HUES + 1 },
];

/** `Ai2 (Allen Institute for AI)` → `ai2-allen-institute-for-ai`. */
const slug = (name: string): string =>
  name
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-|-$/g, '');

const accessOf = ({ access }: PlotJudge): string => (accessMark(access) === null ? 'no-model' : access);

function idOf(judge: PlotJudge, by: Grouping): string {
  if (by === 'access') return accessOf(judge);
  if (by === 'organisation') return slug(judge.organisation);
  return judge.open === undefined ? 'no-licence' : judge.open ? 'open-licence' : 'other-licence';
}

function groupIds(judges: readonly PlotJudge[]): readonly string[] {
  const organisations = judges.map(({ organisation }) => slug(organisation));
  return [...new Set([...ACCESS.map(({ id }) => id), ...LICENCES.map(({ id }) => id), ...organisations, OTHERS.id])];
}

/** Lists the organisations of judges, those of most judges first; from the seventh on they are one group. */
function organisationsOf(judges: readonly PlotJudge[]): readonly PlotGroup[] {
  const sizes = [...Map.groupBy(judges, ({ organisation }) => organisation)].toSorted(
    ([a, one], [b, other]) => other.length - one.length || a.localeCompare(b, 'en'),
  );
  const named = sizes.slice(0, sizes.length > HUES + 1 ? HUES : sizes.length);
  const groups = named.map(([label], i): PlotGroup => ({ id: slug(label), label, mark: 'square', hue: i + 1 }));
  return groups.length < sizes.length ? [...groups, OTHERS] : groups;
}

/** Gives the groups of the judges that are drawn, in the order of the legend, and which one a judge belongs to. */
export function legendOf(
  judges: readonly PlotJudge[],
  by: Grouping,
): { readonly groups: readonly PlotGroup[]; readonly of: (judge: PlotJudge) => PlotGroup } {
  const all = by === 'access' ? ACCESS : by === 'licence' ? LICENCES : organisationsOf(judges);
  const present = new Set(judges.map((judge) => idOf(judge, by)));
  const groups = all.filter(({ id }) => present.has(id) || id === OTHERS.id);
  const of = (judge: PlotJudge): PlotGroup => groups.find(({ id }) => id === idOf(judge, by)) ?? OTHERS;
  return { groups, of };
}

export interface PlotZoom {
  readonly x: readonly [number, number];
  readonly y: readonly [number, number];
}

const SCALES = ['', 'linear', 'log'] as const;
const PART = /^-?\d{1,9}(?:\.\d{1,9})?$/;

/** `x from,x to,y from,y to`. */
const zoomField = wholeField<PlotZoom | null>(
  null,
  (zoom) => (zoom === null ? '' : [...zoom.x, ...zoom.y].join(',')),
  (raw) => {
    const parts = raw.split(',');
    const [x0 = 0, x1 = 0, y0 = 0, y1 = 0] = parts.map(Number);
    const isSound = parts.length === 4 && parts.every((part) => PART.test(part)) && x0 < x1 && y0 < y1;
    return isSound ? { x: [x0, x1], y: [y0, y1] } : null;
  },
);

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
    hide: listField(groupIds(index.judges)),
    pin: listField(index.judges.map(({ id }) => id)),
    names: choiceField(['fit', 'few'], 'fit'),
    zoom: zoomField,
  };
};

export type PlotState = StateOf<ReturnType<typeof plotFields>>;
export type ChangePlot = ChangeUrl<PlotState>;
