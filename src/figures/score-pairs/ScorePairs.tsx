import { bd } from '../../metrics/bd.ts';
import { metricById } from '../../metrics/index.ts';
import { numberWords } from '../../ui/number-words.ts';
import { type LinkScope, pairHref } from '../kit/cases-href.ts';
import { Numbers } from '../kit/Numbers.tsx';
import { placed } from '../kit/place.ts';
import { rounded } from '../kit/rounded.ts';
import { Takeaway } from '../kit/Takeaway.tsx';
import { scorePairsTakeaway } from '../kit/takeaways.ts';
import type { ScorePairsData, ScorePanel } from './data.ts';

const CELL = 23;
const LEFT = 30;
const TOP = 52;
const LEAST = 1;
const MOST = 10;
const SIZE = MOST - LEAST + 1;
const WIDTH = LEFT + SIZE * CELL + 6;
const HEIGHT = TOP + SIZE * CELL + 34;
const SCORES = Array.from({ length: SIZE }, (_, i) => LEAST + i);
/** Fill of the fullest cell; a single pair is still visible. */
const STRONGEST = 0.6;
const WEAKEST = 0.1;

const across = (score: number): number => LEFT + (score - LEAST) * CELL;
const down = (score: number): number => TOP + (MOST - score) * CELL;
const onGrid = (score: number): boolean => score >= LEAST && score <= MOST;

/** `BD 0.92 [0.88, 0.95]`, or why there is none. */
function valueWords({ metric, value: { value, lo, hi, reason } }: ScorePanel): string {
  const name = metricById(metric)?.label ?? metric;
  if (value === null) return `${name}: none (${reason})`;
  const interval = lo === null || hi === null ? '' : ` [${lo.toFixed(2)}, ${hi.toFixed(2)}]`;
  return `${name} ${value.toFixed(2)}${interval}`;
}

function countWords({ pairs, leftOut, unscored }: ScorePanel): string {
  const out = leftOut === 0 ? '' : `, ${numberWords(leftOut)} of them from 1`;
  const without = unscored === 0 ? '' : `; ${numberWords(unscored)} without scores`;
  return `${numberWords(pairs)} pairs${out}${without}`;
}

const cellWords = ({ before, after, pairs, cases }: ScorePanel['cells'][number]): string =>
  `${before} before, ${after} after: ${pairs} pairs of ${cases} cases`;

/** Where a perfect judge's pairs lie: at the bottom where the score should fall, else on the diagonal. */
function Ideal({ metric }: Pick<ScorePanel, 'metric'>) {
  if (metric === bd.id) {
    return <rect className="ideal" x={across(2)} y={down(1)} width={(SIZE - 1) * CELL} height={CELL} />;
  }
  return SCORES.map((score) => (
    <rect key={score} className="ideal" x={across(score)} y={down(score)} width={CELL} height={CELL} />
  ));
}

function Axes() {
  return (
    <g className="ticks">
      {SCORES.map((score) => (
        <g key={score}>
          <text x={across(score) + CELL / 2} y={TOP + SIZE * CELL + 14}>
            {score}
          </text>
          <text x={LEFT - 10} y={down(score) + CELL / 2 + 4}>
            {score}
          </text>
        </g>
      ))}
      <text x={LEFT + (SIZE * CELL) / 2} y={HEIGHT - 5} textAnchor="middle">
        score before (y)
      </text>
      <text transform={`translate(10 ${TOP + (SIZE * CELL) / 2}) rotate(-90)`} textAnchor="middle">
        after (ŷ)
      </text>
    </g>
  );
}

interface PanelProps {
  readonly panel: ScorePanel;
  readonly links: LinkScope;
  readonly run: string;
}

function Panel({ panel, links, run }: PanelProps) {
  const { id, label, metric, cells } = panel;
  const most = Math.max(1, ...cells.map(({ pairs }) => pairs));
  return (
    // biome-ignore lint/a11y/useSemanticElements: an SVG with links is a group, and fieldset is for forms
    <svg
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      role="group"
      aria-label={`${label}: ${valueWords(panel)}, ${countWords(panel)}`}
    >
      <text className="panel" x={0} y={14}>
        {label}
      </text>
      <text className="value" x={0} y={31}>
        {valueWords(panel)}
      </text>
      <text x={0} y={46}>
        {countWords(panel)}
      </text>
      <rect className="ground" x={LEFT} y={TOP} width={SIZE * CELL} height={SIZE * CELL} />
      {metric === bd.id ? (
        <>
          <rect className="left-out" x={LEFT} y={TOP} width={CELL} height={SIZE * CELL} />
          <line className="unchanged" x1={LEFT} y1={TOP + SIZE * CELL} x2={LEFT + SIZE * CELL} y2={TOP} />
        </>
      ) : null}
      {cells
        .filter(({ before, after }) => onGrid(before) && onGrid(after))
        .map((cell) => {
          const { before, after, pairs } = cell;
          return (
            // The table below holds the same links: the keyboard goes there, and not through hundreds of cells.
            <a
              key={`${before} ${after}`}
              href={pairHref(links, run, { before, after, biasType: id })}
              tabIndex={-1}
              {...placed(across(before) + 0.5, down(after) + 0.5)}
            >
              <title>{cellWords(cell)}</title>
              <rect
                className="heat"
                width={CELL - 1}
                height={CELL - 1}
                fillOpacity={rounded(WEAKEST + ((STRONGEST - WEAKEST) * pairs) / most)}
              />
              <text className="cell" x={(CELL - 1) / 2} y={(CELL - 1) / 2 + 4}>
                {pairs}
              </text>
            </a>
          );
        })}
      <Ideal metric={metric} />
      <Axes />
    </svg>
  );
}

interface ScorePairsProps extends LinkScope {
  readonly data: ScorePairsData;
}

/** A grid of scores before × after per bias type. */
export function ScorePairs({ data, ...links }: ScorePairsProps) {
  const { run, label, panels } = data;
  const dimensions = Map.groupBy(panels, ({ dimensionLabel }) => dimensionLabel);
  const beyond = panels.flatMap(({ cells }) => cells.filter((c) => !onGrid(c.before) || !onGrid(c.after)));
  return (
    <>
      <Takeaway>{scorePairsTakeaway(data)}</Takeaway>
      <p className="about">
        How often {label} gave a score before a change (across) and after it (up), over all repeats; the stronger the
        colour, the more pairs of its panel. The outlined cells are where a perfect judge stays: at 1 where the evidence
        is taken away or exchanged (BD), on the diagonal where nothing that matters changes (BC). The thin diagonal is
        an unchanged score. Pairs that start at 1 cannot fall and are not in BD. A cell opens its cases.
      </p>
      {[...dimensions].map(([dimension, own]) => (
        <section key={dimension} aria-label={dimension}>
          <h4>{dimension}</h4>
          <div className="drawing small-multiples">
            {own.map((panel) => (
              <Panel key={panel.id} panel={panel} links={links} run={run} />
            ))}
          </div>
        </section>
      ))}
      {beyond.length === 0 ? null : (
        <p className="about">
          {beyond.reduce((sum, { pairs }) => sum + pairs, 0)} pairs with a score outside {LEAST} to {MOST} are in the
          values and in the table, but not in the drawing.
        </p>
      )}
      <Numbers
        of="Scores before and after"
        columns={['Bias type', 'Before', 'After', 'Pairs', 'Cases']}
        rows={panels.flatMap(({ id, label: type, cells }) =>
          cells.map(({ before, after, pairs, cases }) => ({
            key: `${id} ${before} ${after}`,
            cells: [
              type,
              before,
              after,
              pairs,
              <a key="cases" href={pairHref(links, run, { before, after, biasType: id })}>
                {cases}
              </a>,
            ],
          })),
        )}
      />
    </>
  );
}
