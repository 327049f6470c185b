import { Fragment, type ReactElement } from 'react';
import { Plot } from '../../charts/Drawing.tsx';
import { DrawnName } from '../../charts/DrawnName.tsx';
import { DRAWING_WIDTH, LETTER_UNITS, widthOfText } from '../../charts/label-room.ts';
import { Mark, placed } from '../../charts/Mark.tsx';
import { Shape } from '../../charts/mark-kinds.tsx';
import { PanelTitle } from '../../charts/PanelTitle.tsx';
import { linesOfText } from '../../charts/WrappedText.tsx';
import { href } from '../../ui/href.ts';
import type { OrdersFigure } from './figure.ts';

const LINE = 26;
const HEAD = 22;
const TEXT_LINE = 13;
/** Left edge of a judge's name, behind its mark. */
const NAME = 18;
const MOST_NAME = 150;
const APART = 6;

type OrdersPanel = OrdersFigure['panels'][number];
type OrdersRow = OrdersPanel['rows'][number];

/** Where the columns of settings stand: one layout for all panels of a figure. */
interface OrdersRoom {
  readonly name: number;
  /** The middle of each setting's column. */
  readonly columns: readonly number[];
  readonly heads: readonly (readonly string[])[];
  /** The first place stands so far down. */
  readonly top: number;
}

function roomOf({ panels, settings }: Pick<OrdersFigure, 'panels' | 'settings'>): OrdersRoom {
  const widest = Math.max(...panels.flatMap(({ rows }) => rows.map(({ label }) => widthOfText(label))));
  const name = Math.min(MOST_NAME, widest);
  const left = NAME + name + APART;
  const wide = (DRAWING_WIDTH - left) / settings.length;
  const heads = settings.map((setting) => linesOfText(setting, Math.floor((wide - APART) / LETTER_UNITS)));
  const most = Math.max(...heads.map(({ length }) => length));
  return { name, columns: settings.map((_, i) => left + (i + 0.5) * wide), heads, top: HEAD + (most + 1) * TEXT_LINE };
}

/** Draws the way from one setting's place to the next one's. */
function Way({ row, room, i }: { readonly row: OrdersRow; readonly room: OrdersRoom; readonly i: number }) {
  const [from, to] = [row.at[i], row.at[i + 1]];
  const [x, next] = [room.columns[i], room.columns[i + 1]];
  if (!from || !to || x === undefined || next === undefined) return null;
  const half = (widthOfText(from.text) + APART) / 2;
  const y = (place: number): number => (place - 1) * LINE;
  return (
    <path
      className={from.place === to.place ? 'way' : `way ${to.place < from.place ? 'up' : 'down'}`}
      d={`M${x + half} ${y(from.place)}L${next - half} ${y(to.place)}`}
    />
  );
}

/** A link's accessible name begins with its visible text: `o3: 8.514, 8.587, 7.920; places 1, 1, 2`. */
function wordsOf({ label, at }: OrdersRow): string {
  const seen = at.flatMap((one) => one ?? []);
  return `${label}: ${seen.map(({ text }) => text).join(', ')}; places ${seen.map(({ place }) => place).join(', ')}`;
}

interface OrdersDrawingProps {
  readonly panel: OrdersPanel;
  readonly settings: readonly string[];
  readonly room: OrdersRoom;
}

/** Draws the judges in the first setting's order, and each one's way through the orders of the others. */
function OrdersDrawing({ panel: { label, rows }, settings, room }: OrdersDrawingProps): ReactElement {
  return (
    <Plot viewBox={`0 0 ${DRAWING_WIDTH} ${room.top + rows.length * LINE}`} title={label}>
      <PanelTitle label={label} mark={null} />
      {room.heads.map((lines, i) => (
        <text key={settings[i]} className="axis" textAnchor="middle">
          {lines.map((line, at) => (
            <tspan key={line} x={room.columns[i]} y={room.top - LINE / 2 - (lines.length - at - 1) * TEXT_LINE - APART}>
              {line}
            </tspan>
          ))}
        </text>
      ))}
      {rows.map((row) => (
        <Mark
          key={row.label}
          at={placed(0, room.top + LINE / 2 - APART)}
          told={{ words: wordsOf(row), href: row.judge === null ? null : href(`/judge/${row.judge}/`) }}
        >
          {settings.map((setting, i) => (
            <Way key={setting} row={row} room={room} i={i} />
          ))}
          {row.at[0] ? (
            <g {...placed(0, (row.at[0].place - 1) * LINE)}>
              {row.mark === null ? null : <Shape mark={row.mark} x={8} y={0} />}
              <text className="label" x={NAME} y={4}>
                <DrawnName text={row.label} room={room.name} />
              </text>
            </g>
          ) : null}
          {row.at.map((one, i) =>
            one === null ? null : (
              <Fragment key={settings[i]}>
                {/* Draws nothing; names and values are words of their own to who reads the drawing as a text. */}{' '}
                <text
                  className="value over-lines"
                  x={room.columns[i]}
                  y={(one.place - 1) * LINE + 4}
                  textAnchor="middle"
                >
                  {one.text}
                </text>
              </Fragment>
            ),
          )}
        </Mark>
      ))}
    </Plot>
  );
}

/** Draws orders in a panel per measure: lines that cross are judges that change places. */
export function Orders({ panels, settings }: Pick<OrdersFigure, 'panels' | 'settings'>): ReactElement[] {
  const room = roomOf({ panels, settings });
  return panels.map((panel) => <OrdersDrawing key={panel.label} panel={panel} settings={settings} room={room} />);
}
