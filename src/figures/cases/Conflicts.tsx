import type { ReactNode } from 'react';
import { cmr, leakage } from '../../metrics/conflicts.ts';
import { instanceColumns } from '../../metrics/items.ts';
import { type CriterionPair, criterionPairs } from '../../metrics/labels.ts';
import type { Metric } from '../../metrics/metric.ts';
import { contributionsOfRun } from '../../metrics/score.ts';
import { readSums, type Sums } from '../../metrics/sums.ts';
import { valueOfRun } from '../../metrics/values.ts';
import { parseSlice, type Slice } from '../../schema/slice.ts';
import type { Query } from '../../sql/query.ts';
import { literal } from '../../sql/quote.ts';
import { phi } from '../../stats/agreement.ts';
import { numberWords, signed } from '../../ui/number-words.ts';
import {
  chosenRun,
  conflictHref,
  type DrawnFigure,
  type FigureChoices,
  type FigureRun,
  type FigureScope,
  type InstanceFigure,
  type LinkScope,
  lossHref,
} from '../kit/case-figure.ts';
import { Abreast, type HeatCell, HeatPanel, headsOf } from '../kit/Heat.tsx';
import { Numbers, ProvedValue, Reading } from '../kit/Parts.tsx';
import {
  bySplit,
  type Estimated,
  estimated,
  estimateWords,
  inListedOrder,
  intervalWords,
  itemWithMost,
  type Labelled,
  labelIn,
  namedCriteria,
  percent,
  SENTENCE_DIGITS,
  splitLabel,
  underLongestName,
} from '../kit/words.ts';

interface CriteriaPair {
  readonly criterion: string;
  readonly other: string;
}

/** What is known of a judge on every two criteria of a split, and on all of them. */
interface CriteriaPanel<Cell extends CriteriaPair> extends Labelled {
  readonly criteria: readonly Labelled[];
  readonly cells: readonly Cell[];
  readonly whole: Estimated;
}

interface CriteriaData<Cell extends CriteriaPair> {
  readonly run: string;
  readonly label: string;
  readonly panels: readonly CriteriaPanel<Cell>[];
}

interface PanelsOf<Pair, Cell> {
  readonly sums: Sums;
  readonly metric: Metric;
  readonly run: string;
  readonly pairs: readonly Pair[];
  readonly criteria: (pair: Pair) => readonly string[];
  readonly cell: (pair: Pair, value: Estimated) => Cell;
}

function panelsOf<Pair extends CriteriaPair & { readonly split: string }, Cell extends CriteriaPair>(
  choices: FigureChoices,
  { sums, metric, run, pairs, criteria, cell }: PanelsOf<Pair, Cell>,
): readonly CriteriaPanel<Cell>[] {
  const bySplit = Map.groupBy(pairs, ({ split }) => split);
  const value = (slice: Slice): Estimated => estimated(valueOfRun(sums, metric, { run, slice }));
  return inListedOrder(choices, 'split', bySplit.keys()).map((split) => {
    const own = bySplit.get(split) ?? [];
    return {
      id: split,
      label: splitLabel(choices, split),
      criteria: namedCriteria(choices, own.flatMap(criteria)),
      cells: own.map((pair) => cell(pair, value({ split, criterion: pair.criterion, other: pair.other }))),
      whole: value({ split }),
    };
  });
}

interface GridsProps<Cell extends CriteriaPair> {
  readonly panels: readonly CriteriaPanel<Cell>[];
  readonly title: string;
  readonly what: string;
  readonly corner: readonly [above: string, below: string];
  readonly of: (panel: CriteriaPanel<Cell>) => ReactNode;
  readonly cell: (
    panel: CriteriaPanel<Cell>,
    at: { readonly row: Labelled; readonly column: Labelled; readonly isAbove: boolean },
  ) => HeatCell | null;
  /** Columns of the table behind the split, and what they hold of a cell behind its two criteria. */
  readonly columns: readonly string[];
  readonly line: (cell: Cell) => readonly (string | number)[];
}

/** A grid of criteria by criteria for each split, and a table of its numbers. */
function CriteriaGrids<Cell extends CriteriaPair>(props: GridsProps<Cell>) {
  const { panels, title, what, corner, of, cell, columns, line } = props;
  return (
    <>
      <Abreast columns={Math.max(...panels.map(({ criteria }) => criteria.length))}>
        {panels.map((panel) => (
          <HeatPanel
            key={panel.id}
            label={panel.label}
            of={of(panel)}
            what={what}
            look="large"
            title={`${title}, ${panel.label}`}
            corner={
              <>
                {corner[0]}
                <br />
                {corner[1]}
              </>
            }
            rows={headsOf(panel.criteria)}
            columns={headsOf(panel.criteria)}
            cell={(i, j) => {
              const [row, column] = [panel.criteria[i], panel.criteria[j]];
              return row === undefined || column === undefined ? null : cell(panel, { row, column, isAbove: i < j });
            }}
          />
        ))}
      </Abreast>
      <Numbers
        of={title}
        columns={['Split', ...columns]}
        rows={panels.flatMap(({ label, criteria, cells }) =>
          cells.map((one) => [label, ...[one.criterion, one.other].map(labelIn(criteria)), ...line(one)]),
        )}
      />
    </>
  );
}

/** How often the verdict on `criterion` is the label of `other`, where the labels differ. */
interface LeakageCell extends CriteriaPair {
  readonly leaked: Estimated;
}

type LeakageData = CriteriaData<LeakageCell>;

async function sumsOf(query: Query, { where }: FigureScope, run: string): Promise<Sums> {
  const { sql, params } = contributionsOfRun(leakage, run, await instanceColumns(query));
  const from = { sql: `SELECT *, ${literal(leakage.id)} AS metric FROM (${sql})`, params };
  return readSums(query, { metrics: [leakage], where, from });
}

function leakageOf(choices: FigureChoices, sums: Sums, { run, label }: FigureRun): LeakageData | null {
  const slices = sums.rows.filter((row) => row.run === run).map(({ slice }) => parseSlice(slice));
  const pairs = slices.map((slice) => {
    const [split = '', criterion = '', other = ''] = ['split', 'criterion', 'other'].map((key) => slice.get(key));
    return { split, criterion, other };
  });
  const distinct = [...new Map(pairs.map((pair) => [JSON.stringify(pair), pair])).values()];
  const panels = panelsOf(choices, {
    ...{ sums, metric: leakage, run, pairs: distinct },
    criteria: ({ criterion }) => [criterion],
    cell: ({ criterion, other }, leaked): LeakageCell => ({ criterion, other, leaked }),
  });
  return panels.length === 0 ? null : { run, label, panels };
}

export const leakageSentence = ({ label, panels }: LeakageData): string =>
  bySplit(panels, ({ criteria, cells }) => {
    const first = itemWithMost(cells, ({ leaked }) => leaked.value);
    if (first === null) return null;
    const name = labelIn(criteria);
    return `${label} most often answers for ${name(first.other)} when asked for ${name(first.criterion)} (${estimateWords(first.leaked)})`;
  });

/** A share has this weight in a cell's colour: one that leaks as often as a coin, ½, has the full colour. */
const FULL_AT_COIN = 2;

function Leakage({ data, ...link }: DrawnFigure<LeakageData>) {
  const { run, label, panels } = data;
  const cellOf: GridsProps<LeakageCell>['cell'] = ({ id: split, cells }, { row: asked, column: answered }) => {
    const own = cells.find(({ criterion, other }) => criterion === asked.id && other === answered.id);
    if (own === undefined) return null;
    const { leaked } = own;
    const value = leaked.value ?? 0;
    const slice = { split, criterion: asked.id, other: answered.id };
    return {
      text: leaked.value === null ? '–' : `${percent(value)} %`,
      small: `of ${numberWords(leaked.n)}`,
      href: value === 0 ? null : lossHref(link, { metric: leakage.id, run, slice }),
      words: `Asked for ${asked.label}, ${label} answers as the labels do on ${answered.label}: ${estimateWords(leaked)}, prompts on which the two differ`,
      tone: 'down',
      weight: value * FULL_AT_COIN,
    };
  };
  return (
    <>
      <Reading says={leakageSentence(data)} room={leakageSentence(underLongestName(data, link.choices))}>
        How often <b>{label}</b>, asked for the criterion of a row, answers as the labels do on that of a column, where
        the two differ. A coin reaches 50 %, a perfect judge 0 %. A strong column is a criterion that stands in for all
        others. Unreadable answers follow neither. A cell opens its cases.
      </Reading>
      <CriteriaGrids
        panels={panels}
        title="Leakage between criteria"
        what="leakage"
        corner={['asked for × ', 'answered as']}
        of={({ whole }) => `All pairs: ${estimateWords(whole)}`}
        cell={cellOf}
        columns={['Asked for', 'Answered as', 'Share, % [95 %]', 'Prompts that differ']}
        line={({ leaked }) => [intervalWords(leaked), leaked.n]}
      />
    </>
  );
}

export const leakageFigure: InstanceFigure<LeakageData> = {
  id: 'leakage',
  title: 'Which criterion leaks into which',
  protocol: 'pairwise',
  topic: 'answers',
  half: true,
  view: Leakage,
  load: async (query, scope, choices) => {
    const run = chosenRun(choices, scope, 'pairwise');
    return run === null ? null : leakageOf(choices, await sumsOf(query, scope, run.run), run);
  },
};

/** What is known of two criteria of a split; `criterion` stands before `other` in the alphabet. */
export interface ConflictCell extends CriteriaPair {
  /** Cases on which people prefer different responses, of `n` with labels on both. */
  readonly conflicts: number;
  readonly n: number;
  readonly phi: number | null;
  readonly noPhi: string;
  /** How often the judge is right on both, where they conflict. */
  readonly matched: Estimated;
}

export type ConflictPanel = CriteriaPanel<ConflictCell>;
export type ConflictsData = CriteriaData<ConflictCell>;

function conflictCell({ criterion, other, aa, ab, ba, bb }: CriterionPair, matched: Estimated): ConflictCell {
  const { value, reason } = phi({ both: aa, first: ab, second: ba, neither: bb });
  return { criterion, other, conflicts: ab + ba, n: aa + ab + ba + bb, phi: value, noPhi: reason, matched };
}

export const conflictOf = ({ cells }: ConflictPanel, one: string, two: string): ConflictCell | undefined =>
  cells.find(({ criterion, other }) => (criterion === one && other === two) || (criterion === two && other === one));

export const conflictsSentence = ({ label, panels }: ConflictsData): string =>
  bySplit(panels, ({ criteria, cells, whole }) => {
    const apart = itemWithMost(cells, ({ phi }) => (phi === null ? null : -phi));
    if (apart === null || apart.phi === null || whole.value === null) return null;
    const name = labelIn(criteria);
    return `labels of ${name(apart.criterion)} and ${name(apart.other)} agree least (φ ${signed(apart.phi, SENTENCE_DIGITS)}); ${label} is right on both in ${percent(whole.value, 1)} % of conflicts`;
  });

const DECIMALS = 2;

const phiWords = ({ phi }: ConflictCell): string => (phi === null ? 'φ –' : `φ ${signed(phi, DECIMALS)}`);

type OfPanel = LinkScope & { readonly panel: ConflictPanel };

function goldCell({ panel, ...link }: OfPanel, cell: ConflictCell, names: string): HeatCell {
  const { criterion, other, conflicts, n } = cell;
  return {
    text: numberWords(conflicts),
    small: phiWords(cell),
    href: conflictHref(link, { split: panel.id, criterion, other }),
    words: `${names}: the labels prefer different responses on ${numberWords(conflicts)} of ${numberWords(n)} prompts, ${phiWords(cell)}`,
    tone: 'count',
    weight: conflicts / Math.max(1, ...panel.cells.map((one) => one.conflicts)),
  };
}

/** Says how often the judge is right on both criteria where they conflict; the cell is blue above its mean, orange below. */
function judgeCell(
  { panel, ...link }: OfPanel,
  { criterion, other, matched }: ConflictCell,
  { names, run, label }: Pick<ConflictsData, 'run' | 'label'> & { readonly names: string },
): HeatCell {
  const { value, n, reason } = matched;
  const gap = (value ?? 0) - (panel.whole.value ?? 0);
  const slice = { split: panel.id, criterion, other };
  return {
    text: value === null ? '–' : `${percent(value)} %`,
    small: value === null ? reason : `of ${numberWords(n)}`,
    href: value === null ? null : lossHref(link, { metric: cmr.id, run, slice }),
    words: `${names}: ${label} is right on both in ${estimateWords(matched)}; opens those that it lost`,
    tone: gap < 0 ? 'down' : 'up',
    weight: value === null ? 0 : 0.12 + 2 * Math.abs(gap),
  };
}

function Conflicts({ data, ...link }: DrawnFigure<ConflictsData>) {
  const { run, label, panels } = data;
  const cellOf: GridsProps<ConflictCell>['cell'] = (panel, { row, column, isAbove }) => {
    const own = conflictOf(panel, row.id, column.id);
    if (own === undefined) return null;
    const names = `${row.label} and ${column.label}`;
    return isAbove
      ? goldCell({ ...link, panel }, own, names)
      : judgeCell({ ...link, panel }, own, { names, run, label });
  };
  return (
    <>
      <Reading says={conflictsSentence(data)} room={conflictsSentence(underLongestName(data, link.choices))}>
        Above the diagonal: prompts on which the labels of two criteria differ, with φ of the labels (below 0: they tend
        to differ). Below it: how often <b>{label}</b> is right on both there; blue is above its CMR, orange below, a
        coin reaches 25 %. A cell opens these prompts, below the diagonal those that the judge lost.
      </Reading>
      <CriteriaGrids
        panels={panels}
        title="Conflicts between criteria"
        what="conflicts"
        corner={['above: the labels, ', 'below: the judge']}
        of={({ id, cells, whole }) => (
          <>
            {`${numberWords(cells.reduce((sum, one) => sum + one.conflicts, 0))} conflicting pairs; CMR `}
            <ProvedValue links={link} run={run} split={id} column={cmr.id} words={estimateWords(whole)} />
          </>
        )}
        cell={cellOf}
        columns={['Criterion', 'Other', 'Prompts', 'Conflicts', 'φ', `CMR of ${label}, % [95 %]`, 'Pairs judged']}
        line={({ n, conflicts, phi, noPhi, matched }) => [
          ...[n, conflicts, phi === null ? noPhi : signed(phi, DECIMALS)],
          ...[intervalWords(matched), matched.n],
        ]}
      />
    </>
  );
}

export const conflictsFigure: InstanceFigure<ConflictsData> = {
  id: 'conflicts',
  title: 'Which criteria conflict, and how the judge resolves it',
  protocol: 'pairwise',
  topic: 'answers',
  half: true,
  view: Conflicts,
  load: async (query, scope, choices) => {
    const chosen = chosenRun(choices, scope, 'pairwise');
    const pairs = (await criterionPairs(query, scope.where)).filter(({ ab, ba }) => ab + ba > 0);
    if (chosen === null || pairs.length === 0) return null;
    const { run, label } = chosen;
    const sums = await readSums(query, { metrics: [cmr], where: scope.where, runs: [run] });
    const criteria = ({ criterion, other }: CriterionPair): readonly string[] => [criterion, other];
    return { run, label, panels: panelsOf(choices, { sums, metric: cmr, run, pairs, criteria, cell: conflictCell }) };
  },
};
