import { caseHref } from '../../explore/case-address.ts';
import { numberWords } from '../../ui/number-words.ts';
import { type LinkScope, verdictHref, verdictSearch } from '../kit/cases-href.ts';
import { Drawing } from '../kit/Drawing.tsx';
import { DrawnName } from '../kit/DrawnName.tsx';
import { Mark } from '../kit/Mark.tsx';
import { Numbers } from '../kit/Numbers.tsx';
import { Plot } from '../kit/Plot.tsx';
import { titled, WRONG_WORDS } from '../kit/protocol-words.ts';
import { Reading } from '../kit/Reading.tsx';
import { LEVELS, type ListedSurprise, type MatrixData, UNJUDGED } from './data.ts';
import { matrixSentence } from './sentence.ts';

const TITLE = 'Judges by cases, the hardest cases last';
const WIDTH = 720;
const LINE = 20;
const BAR = 15;
const HEAD = 22;
const FOOT = 58;
const LETTER = 6.6;
const SHORTEST = 120;
const LONGEST = 330;
const VALUE = 150;
const PERCENT = 100;

const LEVEL_WORDS: readonly string[] = ['none wrong', 'up to ¼', 'up to ½', 'up to ¾', 'nearly all', 'all wrong'];
const KEY = 100;
const SWATCH = 14;

const percent = (share: number): string => `${(PERCENT * share).toFixed(1)} %`;

interface Stretch {
  readonly level: string;
  readonly from: number;
  readonly to: number;
}

/** Neighbouring columns of one level, as one stretch. */
function stretchesOf(levels: string): Stretch[] {
  const found: Stretch[] = [];
  for (const [i, level] of [...levels].entries()) {
    const last = found.at(-1);
    if (last?.level === level) found[found.length - 1] = { ...last, to: i + 1 };
    else found.push({ level, from: i, to: i + 1 });
  }
  return found;
}

/** A row of the matrix, a column to the unit, as one path per level; what nobody judged is a thin line. */
function Row({ levels }: { readonly levels: string }) {
  const byLevel = Map.groupBy(stretchesOf(levels), ({ level }) => level);
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

function Key({ x, y }: { readonly x: number; readonly y: number }) {
  return (
    <g className="key" transform={`translate(${x} ${y})`}>
      {LEVELS.map((upTo, level) => (
        <g key={upTo} transform={`translate(${level * KEY} 0)`}>
          <rect className="frame" width={SWATCH} height={SWATCH} />
          <rect className={`level-${level}`} width={SWATCH} height={SWATCH} />
          <text x={SWATCH + 5} y={SWATCH - 3}>
            {LEVEL_WORDS[level]}
          </text>
        </g>
      ))}
      <g transform={`translate(${LEVELS.length * KEY} 0)`}>
        <path className="unjudged" d={`M0 ${SWATCH / 2 - 1}h${SWATCH}v2h-${SWATCH}z`} />
        <text x={SWATCH + 5} y={SWATCH - 3}>
          does not count
        </text>
      </g>
    </g>
  );
}

interface InstanceMatrixProps extends LinkScope {
  readonly data: MatrixData;
}

function Rows({ data: { rows, protocol }, ...links }: InstanceMatrixProps) {
  const title = titled(TITLE, protocol);
  const longest = Math.max(SHORTEST, ...rows.map(({ label }) => Math.ceil(label.length * LETTER)));
  const left = Math.min(LONGEST, longest) + 10;
  const bottom = HEAD + rows.length * LINE;
  const [width, height] = [left + WIDTH + VALUE, bottom + FOOT];
  return (
    <Drawing of={title}>
      <Plot className="cases-matrix" viewBox={`0 0 ${width} ${height}`} style={{ minWidth: width * 0.8 }} title={title}>
        <text x={left + WIDTH + 10} y={HEAD - 8}>
          answers wrong
        </text>
        {rows.map(({ run, label, levels, wrongShare }, i) => (
          <g key={run} transform={`translate(0 ${HEAD + i * LINE})`}>
            <Mark told={{ words: `${label}: cases with a wrong answer`, href: verdictHref(links, { wrong: [run] }) }}>
              <text className="label" x={left - 8} y={BAR - 3} textAnchor="end">
                <DrawnName text={label} room={left} />
              </text>
            </Mark>
            <g transform={`translate(${left} 0)`}>
              <rect className="frame" width={WIDTH} height={BAR} />
              <g transform={`scale(${WIDTH / levels.length} 1)`}>
                <Row levels={levels} />
              </g>
            </g>
            <text className="value" x={left + WIDTH + 10} y={BAR - 3}>
              {wrongShare === null ? 'none' : percent(wrongShare.value)}
              {wrongShare === null || wrongShare.lo === null || wrongShare.hi === null
                ? ''
                : ` [${(PERCENT * wrongShare.lo).toFixed(0)}, ${(PERCENT * wrongShare.hi).toFixed(0)}]`}
            </text>
          </g>
        ))}
        <text x={left} y={bottom + 14}>
          easiest cases
        </text>
        <text x={left + WIDTH} y={bottom + 14} textAnchor="end">
          hardest cases
        </text>
        <Key x={left} y={bottom + 30} />
      </Plot>
    </Drawing>
  );
}

interface SurprisesProps extends LinkScope {
  readonly title: string;
  readonly verdict: 'right' | 'wrong';
  readonly found: readonly ListedSurprise[];
}

function Surprises({ title, verdict, found, ...links }: SurprisesProps) {
  return (
    <div className="surprises">
      <h4>{title}</h4>
      {found.length === 0 ? <p>None below 5 %.</p> : null}
      <ul>
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
            (chance {percent(chance)})
          </li>
        ))}
      </ul>
    </div>
  );
}

/** Judges by accuracy × cases by difficulty, the answers that this order does not explain, and how difficult the cases are. */
export function InstanceMatrix({ data, ...links }: InstanceMatrixProps) {
  const { rows, columns, cases, answers, bands, surprises, failed, solved, protocol } = data;
  const most = Math.max(...columns);
  return (
    <>
      <Reading says={matrixSentence(data)}>
        <p className="about">
          Judges with the fewest wrong answers are on top, cases with the most on the right. A stronger colour means
          more wrong answers. If judges differed in accuracy alone, colour would only grow to the right and downwards. A
          row with colour from end to end is a judge that does not look at the cases; a gap shows what it is good at.
        </p>
        <p className="about">
          {numberWords(answers)} answers of {rows.length} judges to {numberWords(cases)} cases, in the first repeat; a
          column is {most === 1 ? 'one case' : `up to ${numberWords(most)} cases of about equal difficulty`}.{' '}
          {WRONG_WORDS[protocol]} A name opens the judge’s wrong cases.
        </p>
      </Reading>
      <Rows data={data} {...links} />
      <details>
        <summary>The least expected answers</summary>
        <p className="about">
          {numberWords(surprises)} of {numberWords(answers)} answers had a chance below 5 %, if the log-odds of the
          judge and of the case’s question add up. The least likely, one per case:
        </p>
        <div className="surprise-lists">
          <Surprises title="Wrong against expectation" verdict="wrong" found={failed} {...links} />
          <Surprises title="Right against expectation" verdict="right" found={solved} {...links} />
        </div>
      </details>
      <Numbers
        of={titled(TITLE, protocol)}
        summary="Table: how difficult the cases are"
        columns={['Share of answers that are wrong', 'Cases', 'Answers', 'Wrong']}
        rows={bands.map(({ label, outcome, cases: n, counted, wrong }) => ({
          key: label,
          cells: [
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
          ],
        }))}
      />
      <Numbers
        of={titled('Judges by accuracy', protocol)}
        summary="Table: the judges"
        columns={['Judge', 'Answers wrong', '95 % interval', 'Wrong', 'Answers that count']}
        rows={rows.map(({ run, label, counted, wrong, wrongShare }) => ({
          key: run,
          cells: [
            label,
            wrongShare === null ? 'none' : percent(wrongShare.value),
            wrongShare === null || wrongShare.lo === null || wrongShare.hi === null
              ? ''
              : `[${percent(wrongShare.lo)}, ${percent(wrongShare.hi)}]`,
            numberWords(wrong),
            numberWords(counted),
          ],
        }))}
      />
    </>
  );
}
