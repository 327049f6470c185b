import { Drawing } from '../../charts/Drawing.tsx';
import { metricById } from '../../metrics/index.ts';
import { instanceColumns } from '../../metrics/items.ts';
import type { Metric } from '../../metrics/metric.ts';
import { scorePairs } from '../../metrics/pairs.ts';
import { bc, bd, biasMetric } from '../../metrics/perturbations.ts';
import { readSums, type Sums } from '../../metrics/sums.ts';
import { valueOfRun } from '../../metrics/values.ts';
import type { Summary } from '../../stats/cluster.ts';
import { countOf, fixed, numberWords } from '../../ui/number-words.ts';
import { chosenRun, type DrawnFigure, type InstanceFigure, type LinkScope, pairHref } from '../kit/case-figure.ts';
import { type HeatCell, type HeatHead, HeatTable } from '../kit/Heat.tsx';
import { Numbers, PanelName, ProvedValue, Reading } from '../kit/Parts.tsx';
import { type BiasTypeLabel, biasTypesOf, itemWithMost, SENTENCE_DIGITS, underLongestName } from '../kit/words.ts';

type ScoreCell = Readonly<Record<'before' | 'after' | 'pairs' | 'cases', number>>;

interface ScorePanel extends BiasTypeLabel {
  readonly cells: readonly ScoreCell[];
  /** All scored pairs, over repeats. */
  readonly pairs: number;
  readonly unscored: number;
  /** Pairs among these that the metric leaves out, which are those of BD with a score of 1 before. */
  readonly leftOut: number;
  /** It is BD or BC of the chosen run. */
  readonly value: Pick<Summary, 'value' | 'lo' | 'hi' | 'reason'>;
}

interface ScorePairsData {
  readonly run: string;
  readonly label: string;
  readonly panels: readonly ScorePanel[];
}

/** Gives the value and the interval of one bias type: the mean over repeats, like the boards. */
function typeValue(sums: Sums, run: string, { dimension, id }: BiasTypeLabel): ScorePanel['value'] {
  const { value, lo, hi, reason } = valueOfRun(sums, biasMetric(dimension), {
    run,
    slice: { bias_type: id },
  }).summary;
  return { value, lo, hi, reason };
}

const count = (of: readonly { readonly pairs: number }[]): number => of.reduce((sum, { pairs }) => sum + pairs, 0);

export const scorePairsSentence = ({ label, panels }: ScorePairsData): string => {
  const lowest = (metric: Metric): string | null => {
    const first = itemWithMost(
      panels.filter((panel) => panel.metric === metric.id),
      ({ value }) => (value.value === null ? null : -value.value),
    );
    return first === null || first.value.value === null
      ? null
      : `${first.label} (${metric.label}\u00a0${fixed(first.value.value, SENTENCE_DIGITS)})`;
  };
  const [blind, unsteady] = [lowest(bd), lowest(bc)];
  const parts = [
    blind === null ? [] : [`notices ${blind} least`],
    unsteady === null ? [] : [`is least steady under ${unsteady}`],
  ].flat();
  return parts.length === 0 ? '' : `${label} ${parts.join(' and ')}.`;
};

const LEAST = 1;
const MOST = 10;
const SCORES = MOST - LEAST + 1;
const BEFORE = Array.from({ length: SCORES }, (_, i) => LEAST + i);
/** The highest score is on top. */
const AFTER = BEFORE.toReversed();
/** A single pair is still visible. */
const WEAKEST = 0.16;

const onGrid = (score: number): boolean => score >= LEAST && score <= MOST;
const heads = (scores: readonly number[]): readonly HeatHead[] =>
  scores.map((score) => ({ key: String(score), label: String(score) }));

/** `BD 0.92 [0.88, 0.95]`, or why there is none. */
function valueWords({ metric, value: { value, lo, hi, reason } }: ScorePanel): string {
  const name = metricById(metric)?.label ?? metric;
  if (value === null) return `${name}: none (${reason})`;
  const interval = lo === null || hi === null ? '' : ` [${fixed(lo, 2)}, ${fixed(hi, 2)}]`;
  return `${name} ${fixed(value, 2)}${interval}`;
}

function countWords({ pairs, leftOut, unscored }: ScorePanel): string {
  const out = leftOut === 0 ? '' : `, ${numberWords(leftOut)} start at 1`;
  const without = unscored === 0 ? '' : `; ${numberWords(unscored)} unscored`;
  return `${numberWords(pairs)} pairs${out}${without}`;
}

const cellWords = ({ before, after, pairs, cases }: ScorePanel['cells'][number]): string =>
  `${before} before, ${after} after: ${countOf(pairs, 'pair')} of ${countOf(cases, 'case')}`;

/** Says where a perfect judge's pairs lie: at the bottom where the score should fall, else on the diagonal; and what does not count. */
function placeOf(metric: string, row: number, column: number): string | undefined {
  const isUnchanged = AFTER[row] === BEFORE[column];
  if (metric !== bd.id) return isUnchanged ? 'ideal' : undefined;
  if (BEFORE[column] === LEAST) return 'left-out';
  return AFTER[row] === LEAST ? 'ideal' : isUnchanged ? 'unchanged' : undefined;
}

/** It is read and copied as 0, and looks empty. */
const NO_PAIRS: HeatCell = { text: '0', words: '', href: null, tone: 'none', weight: 0 };

interface PanelProps {
  readonly panel: ScorePanel;
  readonly links: LinkScope;
  readonly run: string;
  /** It says for all what their axes are, in the page and in saved pictures. */
  readonly isFirst: boolean;
}

function ScoreDrawing({ panel, links, run, isFirst }: PanelProps) {
  const { id, label, dimensionLabel, metric, cells } = panel;
  const most = Math.max(1, ...cells.map(({ pairs }) => pairs));
  const known = new Map(cells.map((cell) => [`${cell.before} ${cell.after}`, cell]));
  const cellOf = (row: number, column: number): HeatCell => {
    const cell = known.get(`${BEFORE[column]} ${AFTER[row]}`);
    if (cell === undefined) return NO_PAIRS;
    return {
      text: String(cell.pairs),
      tone: 'count',
      weight: WEAKEST + ((1 - WEAKEST) * cell.pairs) / most,
      words: cellWords(cell),
      href: pairHref(links, run, { before: cell.before, after: cell.after, biasType: id }),
    };
  };
  return (
    <div className="small-multiple">
      <PanelName>{label}</PanelName>
      <p className="of">
        {`${dimensionLabel}: `}
        <ProvedValue links={links} split={null} column={`${metric}-${id}`} run={run} words={valueWords(panel)} />
      </p>
      <p className="of">{countWords(panel)}</p>
      <HeatTable
        title={`${label}: ${valueWords(panel)}, ${countWords(panel)}`}
        rows={heads(AFTER)}
        columns={heads(BEFORE)}
        cell={cellOf}
        place={(row, column) => placeOf(metric, row, column)}
      />
      {isFirst ? <p className="of">Score before: across. After: up.</p> : null}
    </div>
  );
}

type ScorePairsProps = DrawnFigure<ScorePairsData>;

function ScorePairs({ data, ...links }: ScorePairsProps) {
  const { run, label, panels } = data;
  const beyond = panels.flatMap(({ cells }) => cells.filter((c) => !onGrid(c.before) || !onGrid(c.after)));
  return (
    <>
      <Reading says={scorePairsSentence(data)} room={scorePairsSentence(underLongestName(data, links.choices))}>
        How often {label} gave a score before a change (across) and after it (up), over all repeats. Outlined cells are
        where a perfect judge ends: at 1 where evidence is removed or swapped (BD), on the diagonal where nothing that
        matters changes (BC). The thin diagonal is an unchanged score. Pairs that start at 1 cannot fall and are not in
        BD. A cell opens its cases.
      </Reading>
      <Drawing of="Scores before and after, by bias type" className="heat-table scales small-multiples grid gap-4">
        {panels.map((panel, i) => (
          <ScoreDrawing key={panel.id} panel={panel} links={links} run={run} isFirst={i === 0} />
        ))}
      </Drawing>
      {beyond.length === 0 ? null : (
        <p className="about">
          {beyond.reduce((sum, { pairs }) => sum + pairs, 0)} pairs with a score outside {LEAST} to {MOST} are counted,
          but not drawn.
        </p>
      )}
      <Numbers
        of="Scores before and after"
        columns={['Bias type', 'Before', 'After', 'Pairs', 'Cases']}
        rows={panels.flatMap(({ id, label: type, cells }) =>
          cells.map(({ before, after, pairs, cases }) => [
            type,
            before,
            after,
            pairs,
            <a key="cases" href={pairHref(links, run, { before, after, biasType: id })}>
              {cases}
            </a>,
          ]),
        )}
      />
    </>
  );
}

export const scorePairsFigure: InstanceFigure<ScorePairsData> = {
  id: 'score-pairs',
  title: 'Scores before and after each perturbation',
  protocol: 'perturbation',
  topic: 'answers',
  view: ScorePairs,
  load: async (query, scope, choices) => {
    const chosen = chosenRun(choices, scope, 'perturbation');
    if (chosen === null) return null;
    const columns = await instanceColumns(query);
    const pairs = await scorePairs(query, { where: scope.where, run: chosen.run, columns });
    if (pairs.length === 0) return null;
    const sums = await readSums(query, { metrics: [bd, bc], where: scope.where, runs: [chosen.run] });
    const panels = biasTypesOf(choices, pairs).map((type): ScorePanel => {
      const own = pairs.filter(({ biasType }) => biasType === type.id);
      const cells = own.flatMap(({ before, after, pairs: n, cases }): ScoreCell[] =>
        before === null || after === null ? [] : [{ before, after, pairs: n, cases }],
      );
      const scored = count(cells);
      return {
        ...type,
        cells,
        pairs: scored,
        unscored: count(own) - scored,
        leftOut: type.metric === bd.id ? count(cells.filter(({ before }) => before <= 1)) : 0,
        value: typeValue(sums, chosen.run, type),
      };
    });
    return { run: chosen.run, label: chosen.label, panels };
  },
};
