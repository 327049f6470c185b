import { saidWords, UNREADABLE } from '../../cases/labels.ts';
import { saidRows } from '../../cases/said.ts';
import { isAgreed } from '../../schema/words.ts';
import { number, text } from '../../sql/query.ts';
import { numberWords } from '../../ui/number-words.ts';
import {
  chosenRun,
  type DrawnFigure,
  type FigureChoices,
  type FigureScope,
  type InstanceFigure,
  saidHref,
} from '../kit/case-figure.ts';
import { Abreast, type HeatCell, HeatKey, HeatPanel, headsOf } from '../kit/Heat.tsx';
import { Reading } from '../kit/Parts.tsx';
import {
  inListedOrder,
  itemWithMost,
  type Labelled,
  labelIn,
  percent,
  splitLabel,
  underLongestName,
} from '../kit/words.ts';

interface ConfusionCell {
  readonly gold: string;
  readonly verdict: string;
  readonly pairs: number;
  /** One case has a pair for each criterion. */
  readonly cases: number;
}

interface ConfusionPanel extends Labelled {
  /** All pairs that people labelled and the judge was asked. */
  readonly pairs: number;
  readonly cells: readonly ConfusionCell[];
}

export interface ConfusionData {
  readonly run: string;
  readonly label: string;
  readonly answers: readonly Labelled[];
  /** Answers that the judge gives somewhere, or that people may give. */
  readonly verdicts: readonly Labelled[];
  readonly panels: readonly ConfusionPanel[];
}

function countsSql(run: string, { where }: Pick<FigureScope, 'where'>) {
  const rows = saidRows(run);
  return {
    sql: `SELECT split, said, verdict, count(*)::DOUBLE AS pairs, count(DISTINCT instance)::DOUBLE AS cases
FROM (${rows.sql}) JOIN instances USING (instance) WHERE ${where.sql} GROUP BY ALL`,
    params: [...rows.params, ...where.params],
  };
}

function dataOf(
  choices: FigureChoices,
  { run, label }: Pick<ConfusionData, 'run' | 'label'>,
  cells: readonly (ConfusionCell & { readonly split: string })[],
): ConfusionData {
  const answers = choices.answers ?? [];
  const saying = (id: string): Labelled => ({ id, label: saidWords(choices.labels, id) });
  const given = new Set(cells.map(({ verdict }) => verdict));
  const others = ['equal', UNREADABLE].filter((id) => given.has(id));
  const bySplit = Map.groupBy(cells, ({ split }) => split);
  return {
    run,
    label,
    answers: answers.map(saying),
    verdicts: [...answers, ...others].map(saying),
    panels: inListedOrder(choices, 'split', bySplit.keys()).map((split) => {
      const own = bySplit.get(split) ?? [];
      return {
        id: split,
        label: splitLabel(choices, split),
        pairs: own.reduce((sum, { pairs }) => sum + pairs, 0),
        cells: own.map(({ split: _, ...cell }) => cell),
      };
    }),
  };
}

function panelSentence(
  { label, answers, verdicts }: ConfusionData,
  { pairs, cells, ...panel }: ConfusionPanel,
): string {
  const agreed = cells
    .filter(({ gold, verdict }) => isAgreed(gold, verdict))
    .reduce((sum, cell) => sum + cell.pairs, 0);
  const worst = itemWithMost(
    cells.filter(({ gold, verdict, pairs: n }) => n > 0 && !isAgreed(gold, verdict)),
    (cell) => cell.pairs,
  );
  const otherwise =
    worst === null
      ? ''
      : `; its most common error is “${labelIn(verdicts)(worst.verdict)}” where the label is “${labelIn(answers)(worst.gold)}” (${numberWords(worst.pairs)})`;
  return `${panel.label}: ${label} agrees with the labels on ${percent(agreed / pairs, 1)} % of ${numberWords(pairs)} pairs${otherwise}.`;
}

export const confusionSentence = (data: ConfusionData): string =>
  data.panels.map((panel) => panelSentence(data, panel)).join('\n');

type ConfusionProps = DrawnFigure<ConfusionData>;

const pairsOf = ({ cells }: ConfusionPanel, gold: string): number =>
  cells.reduce((sum, cell) => sum + (cell.gold === gold ? cell.pairs : 0), 0);

const casesWords = ({ pairs, cases }: ConfusionCell): string =>
  pairs === cases ? `${numberWords(pairs)} pairs` : `${numberWords(pairs)} answers on ${numberWords(cases)} pairs`;

function ConfusionDrawing({ data, panel, ...links }: ConfusionProps & { readonly panel: ConfusionPanel }) {
  const { answers, verdicts, run, label } = data;
  const cellOf = (row: number, column: number): HeatCell | null => {
    const [gold, verdict] = [answers[row], verdicts[column]];
    const own = panel.cells.find((cell) => cell.gold === gold?.id && cell.verdict === verdict?.id);
    if (gold === undefined || verdict === undefined) return null;
    const agreed = isAgreed(gold.id, verdict.id);
    if (own === undefined)
      return { text: '0', tone: 'none', weight: 0, words: `${gold.label}, ${verdict.label}: none`, href: null };
    const share = own.pairs / pairsOf(panel, gold.id);
    return {
      text: numberWords(own.pairs),
      small: `${percent(share)} %`,
      tone: agreed ? 'up' : 'down',
      weight: share,
      words: `Labelled “${gold.label}”, ${label} says “${verdict.label}”: ${casesWords(own)}, ${percent(share, 1)} % of those so labelled`,
      href: saidHref(links, panel.id, { run, gold: gold.id, verdict: verdict.id }),
    };
  };
  return (
    <HeatPanel
      label={panel.label}
      of={`${numberWords(panel.pairs)} pairs`}
      what="labels by judge"
      look="counts"
      title={`What the labels and ${label} say, ${panel.label}`}
      corner="label × judge"
      rows={headsOf(answers)}
      columns={headsOf(verdicts)}
      cell={cellOf}
    />
  );
}

function Confusion(props: ConfusionProps) {
  const { data, choices } = props;
  return (
    <>
      <Reading says={confusionSentence(data)} room={confusionSentence(underLongestName(data, choices))}>
        Rows: what the label says of a pair. Columns: what <b>{data.label}</b> says. A cell holds the number of pairs
        and their share of the row, shown as colour. A judge that agrees with the labels has its colour on the diagonal.
        A cell opens its pairs. The first repeat and the first order are counted.
      </Reading>
      <HeatKey
        steps={[
          { tone: 'up', weight: 0.8, label: 'says what the label says' },
          { tone: 'down', weight: 0.8, label: 'says something else' },
        ]}
      />
      <Abreast columns={data.verdicts.length}>
        {data.panels.map((panel) => (
          <ConfusionDrawing key={panel.id} {...props} panel={panel} />
        ))}
      </Abreast>
    </>
  );
}

/** The figure counts pairs by what people say and what a judge says. Only benchmarks in which people may say more than one or the other have it. */
export const confusionFigure: InstanceFigure<ConfusionData> = {
  id: 'confusion',
  title: 'What the labels say, and what the judge says',
  protocol: 'pairwise',
  topic: 'answers',
  view: Confusion,
  load: async (query, scope, choices) => {
    const run = chosenRun(choices, scope, 'pairwise');
    if (run === null || (choices.answers ?? []).length <= 2) return null;
    const { sql, params } = countsSql(run.run, scope);
    const rows = await query(sql, params);
    if (rows.length === 0) return null;
    const cells = rows.map((row) => ({
      split: text(row, 'split'),
      gold: text(row, 'said'),
      verdict: text(row, 'verdict'),
      pairs: number(row, 'pairs'),
      cases: number(row, 'cases'),
    }));
    return dataOf(choices, { run: run.run, label: run.label }, cells);
  },
};
