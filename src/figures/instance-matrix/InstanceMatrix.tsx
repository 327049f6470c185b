import { Drawing, DrawnName, Mark, OnPhone } from '../../charts/Drawing.tsx';
import { DRAWING_WIDTH, drawnUnits } from '../../charts/layouts.ts';
import { widthOfText } from '../../charts/names.ts';
import { caseHref } from '../../explore/case-address.ts';
import type { Protocol } from '../../schema/benchmark.ts';
import { numberWords } from '../../ui/number-words.ts';
import {
  type DrawnFigure,
  type InstanceFigure,
  type LinkScope,
  verdictHref,
  verdictSearch,
} from '../kit/case-figure.ts';
import { loadLosses } from '../kit/codes.ts';
import { Numbers, PanelName, Reading } from '../kit/Parts.tsx';
import { percent, titled, WRONG_WORDS } from '../kit/words.ts';
import { instanceMatrixOf, type ListedSurprise, type MatrixData, UNJUDGED, WRONG_LEVELS } from './data.ts';

const LEVEL_WORDS: readonly string[] = ['none wrong', 'up to ¼', 'up to ½', 'up to ¾', 'nearly all', 'all wrong'];
const LEVEL_OPACITY: readonly number[] = [0, 0.25, 0.42, 0.6, 0.8, 1];
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

interface StripSegment {
  readonly level: string;
  readonly from: number;
  readonly to: number;
}

function stripSegments(levels: string): StripSegment[] {
  const found: StripSegment[] = [];
  for (const [i, level] of [...levels].entries()) {
    const last = found.at(-1);
    if (last?.level === level) found[found.length - 1] = { ...last, to: i + 1 };
    else found.push({ level, from: i, to: i + 1 });
  }
  return found;
}

/** Draws a row of the matrix, a column to the unit, as one path per level; what nobody judged is a thin line. */
function Row({ levels }: { readonly levels: string }) {
  const byLevel = Map.groupBy(stripSegments(levels), ({ level }) => level);
  return [...byLevel]
    .filter(([level]) => level !== '0')
    .map(([level, own]) => {
      const [top, height] = level === UNJUDGED ? [BAR / 2 - 1, 2] : [0, BAR];
      // Each segment's start is relative to the one before.
      const path = own.map(({ from, to }, i) => {
        const start = i === 0 ? `M${from} ${top}` : `m${from - (own[i - 1]?.from ?? 0)} 0`;
        return `${start}h${to - from}v${height}h${from - to}z`;
      });
      const look =
        level === UNJUDGED
          ? { className: 'unjudged' }
          : { className: 'level', fillOpacity: LEVEL_OPACITY[Number(level)] };
      return <path key={level} {...look} d={path.join('')} />;
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
          <rect className="level" fillOpacity={LEVEL_OPACITY[level]} width={SWATCH} height={SWATCH} />
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

function CaseStrips({ data: { rows }, title, kind, ...links }: CaseStripsProps) {
  const { width, strip, left, down, line, name, value, across, levels } = roomOf(rows, kind);
  const bottom = HEAD + rows.length * line;
  const height = bottom + FOOT + (across > WRONG_LEVELS.length ? 0 : KEY_LINE);
  return (
    // biome-ignore lint/a11y/useSemanticElements: an SVG with links is a group, and the element that the rule offers (fieldset) is no SVG
    <svg
      className="cases-matrix"
      style={drawnUnits(width)}
      viewBox={`0 0 ${width} ${height}`}
      role="group"
      aria-label={title}
    >
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
    </svg>
  );
}

export const matrixSentence = ({ rows }: MatrixData): string => {
  const known = rows.flatMap(({ label, wrongShare }) =>
    wrongShare === null ? [] : [{ label, share: wrongShare.value }],
  );
  const [first, last] = [known[0], known.at(-1)];
  return first === undefined || last === undefined || known.length < 2
    ? ''
    : `${first.label} is wrong least often (${percent(first.share, 1)} % of its answers), ${last.label} most often (${percent(last.share, 1)} %).`;
};

const TITLE = 'Judges by cases, the hardest cases last';

const shareWords = (share: number): string => `${percent(share, 1)} %`;

interface SurprisesProps extends LinkScope {
  readonly title: string;
  readonly verdict: 'right' | 'wrong';
  readonly found: readonly ListedSurprise[];
}

function Surprises({ title, verdict, found, ...links }: SurprisesProps) {
  return (
    <div className="surprises">
      <PanelName>{title}</PanelName>
      {found.length === 0 ? <p>None below 5 %.</p> : null}
      <ul className="m-0 breaks">
        {found.map(({ instance, part, run, label, chance, others }) => (
          <li key={`${instance} ${run}`}>
            <a
              href={caseHref(links.choices.benchmark, {
                id: instance,
                list: verdictSearch(links.scope, { [verdict]: [run] }),
              })}
              dir="auto"
            >
              {instance}
            </a>
            {part === '' ? '' : `, ${part}`}: {label} {verdict}, of the others {others.wrong} of {others.counted} wrong
            (chance {shareWords(chance)})
          </li>
        ))}
      </ul>
    </div>
  );
}

function InstanceMatrix({ data, ...links }: DrawnFigure<MatrixData>) {
  const { rows, columns, cases, answers, bands, surprises, failed, solved, protocol } = data;
  const most = Math.max(...columns);
  return (
    <>
      <Reading
        says={matrixSentence(data)}
        more={`${numberWords(answers)} answers of ${rows.length} judges to ${numberWords(cases)} cases, in the first repeat; a column is ${most === 1 ? 'one case' : `up to ${numberWords(most)} cases of about equal difficulty`}. ${WRONG_WORDS[protocol]} A name opens the judge’s wrong cases.`}
      >
        Judges with the fewest wrong answers are on top, cases with the most on the right. A stronger colour means more
        wrong answers. If judges differed in accuracy alone, colour would only grow to the right and downwards. A row
        with colour from end to end is a judge that does not look at the cases; a gap shows what it is good at.
      </Reading>
      <Drawing of={titled(TITLE, protocol)}>
        <OnPhone phone={<CaseStrips data={data} title={titled(TITLE, protocol)} kind="phone" {...links} />}>
          <CaseStrips data={data} title={titled(TITLE, protocol)} kind="desk" {...links} />
        </OnPhone>
      </Drawing>
      <details>
        <summary>The least expected answers</summary>
        <p className="about">
          {numberWords(surprises)} of {numberWords(answers)} answers had a chance below 5 %, judged by how often the
          judge is wrong and how hard the question is (their log-odds added up). The least likely, one per case:
        </p>
        <div className="surprise-lists grid gap-3 gap-x-5">
          <Surprises title="Wrong against expectation" verdict="wrong" found={failed} {...links} />
          <Surprises title="Right against expectation" verdict="right" found={solved} {...links} />
        </div>
      </details>
      <Numbers
        of={titled(TITLE, protocol)}
        summary="Table: how difficult the cases are"
        columns={['Share of answers that are wrong', 'Cases', 'Answers', 'Wrong']}
        rows={bands.map(({ label, outcome, cases: n, counted, wrong }) => [
          label,
          n === 0 || outcome === '' ? (
            numberWords(n)
          ) : (
            <a key="cases" href={verdictHref(links, { outcome: [outcome] })}>
              {numberWords(n)}
            </a>
          ),
          numberWords(counted),
          numberWords(wrong),
        ])}
      />
      <Numbers
        of={titled('Judges by accuracy', protocol)}
        summary="Table: the judges"
        columns={['Judge', 'Answers wrong', '95 % interval', 'Wrong', 'Answers that count']}
        rows={rows.map(({ label, counted, wrong, wrongShare }) => [
          label,
          wrongShare === null ? 'none' : shareWords(wrongShare.value),
          wrongShare === null || wrongShare.lo === null || wrongShare.hi === null
            ? ''
            : `[${shareWords(wrongShare.lo)}, ${shareWords(wrongShare.hi)}]`,
          numberWords(wrong),
          numberWords(counted),
        ])}
      />
    </>
  );
}

const instanceMatrix = (protocol: Protocol): InstanceFigure<MatrixData> => ({
  id: `instance-matrix-${protocol}`,
  title: 'Which cases are hard, and for whom',
  protocol,
  topic: 'judges',
  view: InstanceMatrix,
  reads: ['beside'],
  load: async (query, scope, choices) => {
    const losses = await loadLosses(query, { scope, choices, protocol });
    return losses === null ? null : instanceMatrixOf(query, choices, { protocol, losses });
  },
});

export const INSTANCE_MATRIX: readonly InstanceFigure<MatrixData>[] = (
  ['pairwise', 'perturbation', 'critique'] as const
).map(instanceMatrix);
