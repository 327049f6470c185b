import { isAgreed } from '../../schema/words.ts';
import { numberWords } from '../../ui/number-words.ts';
import { Abreast } from '../kit/Abreast.tsx';
import { saidHref } from '../kit/cases-href.ts';
import { percent } from '../kit/estimated.ts';
import type { DrawnFigure } from '../kit/figure-props.ts';
import { HeatKey } from '../kit/HeatKey.tsx';
import { HeatPanel } from '../kit/HeatTable.tsx';
import { type HeatCell, headsOf } from '../kit/heat-look.ts';
import { labelIn } from '../kit/labelled.ts';
import { underLongestName } from '../kit/longest-name.ts';
import { Reading } from '../kit/Reading.tsx';
import { itemWithMost } from '../kit/sentences.ts';
import type { ConfusionCell, ConfusionData, ConfusionPanel } from './data.ts';

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

/** Joins the lines of all splits. */
export const confusionSentence = (data: ConfusionData): string =>
  data.panels.map((panel) => panelSentence(data, panel)).join('\n');

type ConfusionProps = DrawnFigure<ConfusionData>;

/** Pairs of which people give an answer, whatever the judge says. */
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

/** Draws what people say × what the judge says. */
export function Confusion(props: ConfusionProps) {
  const { data, choices } = props;
  return (
    <>
      <Reading says={confusionSentence(data)} room={confusionSentence(underLongestName(data, choices))}>
        <p className="about">
          Rows: what the label says of a pair. Columns: what <b>{data.label}</b> says. A cell holds the number of pairs
          and their share of the row, shown as colour. A judge that agrees with the labels has its colour on the
          diagonal. A cell opens its pairs. The first repeat and the first order are counted.
        </p>
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
