import { Plot } from '../../charts/Drawing.tsx';
import { DrawnName } from '../../charts/DrawnName.tsx';
import { DRAWING_WIDTH, widthOfText } from '../../charts/label-room.ts';
import { Mark } from '../../charts/Mark.tsx';
import { type LinkScope, verdictHref } from '../kit/cases-href.ts';
import { percent } from '../kit/estimated.ts';
import { type MatrixData, UNJUDGED, WRONG_LEVELS } from './data.ts';

const LEVEL_WORDS: readonly string[] = ['none wrong', 'up to ¼', 'up to ½', 'up to ¾', 'nearly all', 'all wrong'];
const KEY = 104;
const KEY_LINE = 22;
const SWATCH = 14;

const BAR = 15;
const HEAD = 22;
const FOOT = 58;
const SHORTEST = 120;
const LONGEST = 330;
const VALUE = 150;

/** Where the parts of a row stand, in units of the drawing. */
interface Room {
  /** The widths of the whole drawing, and of a strip. */
  readonly width: number;
  readonly strip: number;
  /** Left edge of the strips, and their offset from the top of a row. */
  readonly left: number;
  readonly down: number;
  /** A row is so high. */
  readonly line: number;
  readonly name: { readonly x: number; readonly textAnchor: 'start' | 'end'; readonly room: number };
  readonly value: { readonly x: number; readonly textAnchor: 'start' | 'end' };
  /** How many entries of the key stand in a line. */
  readonly across: number;
  readonly levels: 'levels' | 'coarse';
}

/** On a desk names and values stand beside long strips; on a phone above short ones, which have fewer columns. */
function roomOf(rows: MatrixData['rows'], kind: 'desk' | 'phone'): Room {
  if (kind === 'phone')
    return {
      ...{ width: DRAWING_WIDTH, strip: DRAWING_WIDTH - 2, left: 1, down: 17, line: 40, across: 4, levels: 'coarse' },
      name: { x: 1, textAnchor: 'start', room: DRAWING_WIDTH - VALUE },
      value: { x: DRAWING_WIDTH - 1, textAnchor: 'end' },
    };
  const longest = Math.max(SHORTEST, ...rows.map(({ label }) => widthOfText(label)));
  const left = Math.min(LONGEST, longest) + 10;
  return {
    ...{ width: left + 720 + VALUE, strip: 720, left, down: 0, line: 20, across: 7, levels: 'levels' },
    name: { x: left - 8, textAnchor: 'end', room: left },
    value: { x: left + 730, textAnchor: 'start' },
  };
}

interface StripStretch {
  readonly level: string;
  readonly from: number;
  readonly to: number;
}

/** Joins neighbouring columns of one level to one stretch. */
function stripStretches(levels: string): StripStretch[] {
  const found: StripStretch[] = [];
  for (const [i, level] of [...levels].entries()) {
    const last = found.at(-1);
    if (last?.level === level) found[found.length - 1] = { ...last, to: i + 1 };
    else found.push({ level, from: i, to: i + 1 });
  }
  return found;
}

/** Draws a row of the matrix, a column to the unit, as one path per level; what nobody judged is a thin line. */
function Row({ levels }: { readonly levels: string }) {
  const byLevel = Map.groupBy(stripStretches(levels), ({ level }) => level);
  return [...byLevel]
    .filter(([level]) => level !== '0')
    .map(([level, own]) => {
      const [top, height] = level === UNJUDGED ? [BAR / 2 - 1, 2] : [0, BAR];
      // Each stretch begins so far from the one before.
      const path = own.map(({ from, to }, i) => {
        const start = i === 0 ? `M${from} ${top}` : `m${from - (own[i - 1]?.from ?? 0)} 0`;
        return `${start}h${to - from}v${height}h${from - to}z`;
      });
      return <path key={level} className={level === UNJUDGED ? 'unjudged' : `level-${level}`} d={path.join('')} />;
    });
}

interface KeyProps extends Pick<Room, 'across'> {
  readonly x: number;
  readonly y: number;
}

function Key({ x, y, across }: KeyProps) {
  const at = (i: number): string => `translate(${(i % across) * KEY} ${Math.floor(i / across) * KEY_LINE})`;
  return (
    <g className="key" transform={`translate(${x} ${y})`}>
      {WRONG_LEVELS.map((upTo, level) => (
        <g key={upTo} transform={at(level)}>
          <rect className="frame" width={SWATCH} height={SWATCH} />
          <rect className={`level-${level}`} width={SWATCH} height={SWATCH} />
          <text x={SWATCH + 5} y={SWATCH - 3}>
            {LEVEL_WORDS[level]}
          </text>
        </g>
      ))}
      <g transform={at(WRONG_LEVELS.length)}>
        <path className="unjudged" d={`M0 ${SWATCH / 2 - 1}h${SWATCH}v2h-${SWATCH}z`} />
        <text x={SWATCH + 5} y={SWATCH - 3}>
          does not count
        </text>
      </g>
    </g>
  );
}

function valueWords({ wrongShare }: MatrixData['rows'][number]): string {
  if (wrongShare === null) return 'none';
  const { value, lo, hi } = wrongShare;
  const interval = lo === null || hi === null ? '' : ` [${percent(lo, 0)}, ${percent(hi, 0)}]`;
  return `${percent(value, 1)} %${interval}`;
}

interface CaseStripsProps extends LinkScope {
  readonly data: MatrixData;
  readonly title: string;
  readonly kind: 'desk' | 'phone';
}

/** Draws a strip of cases for each judge, the easiest on the left: the stronger its colour, the more of the judge’s answers are wrong there. */
export function CaseStrips({ data: { rows }, title, kind, ...links }: CaseStripsProps) {
  const { width, strip, left, down, line, name, value, across, levels } = roomOf(rows, kind);
  const bottom = HEAD + rows.length * line;
  const height = bottom + FOOT + (across > WRONG_LEVELS.length ? 0 : KEY_LINE);
  return (
    <Plot className="cases-matrix" viewBox={`0 0 ${width} ${height}`} title={title}>
      <text x={value.x} y={HEAD - 8} textAnchor={value.textAnchor}>
        answers wrong
      </text>
      {rows.map((row, i) => (
        <g key={row.run} data-run={row.run} transform={`translate(0 ${HEAD + i * line})`}>
          <Mark
            told={{
              words: `${row.label}: cases with a wrong answer`,
              href: verdictHref(links, { wrong: [row.run] }),
            }}
          >
            <text className="label" x={name.x} y={BAR - 3} textAnchor={name.textAnchor}>
              <DrawnName text={row.label} room={name.room} />
            </text>
          </Mark>
          <g transform={`translate(${left} ${down})`}>
            <rect className="frame" width={strip} height={BAR} />
            <g transform={`scale(${strip / row[levels].length} 1)`}>
              <Row levels={row[levels]} />
            </g>
          </g>
          <text className="value" x={value.x} y={BAR - 3} textAnchor={value.textAnchor}>
            {valueWords(row)}
          </text>
        </g>
      ))}
      <text x={left} y={bottom + 14}>
        easiest cases
      </text>
      <text x={left + strip} y={bottom + 14} textAnchor="end">
        hardest cases
      </text>
      <Key x={left} y={bottom + 30} across={across} />
    </Plot>
  );
}
