import { numberWords } from '../../ui/number-words.ts';
import { percent } from '../kit/estimate-words.ts';
import { type ConfusionCell, type ConfusionData, type ConfusionPanel, isAgreed } from './data.ts';

const largest = (cells: readonly ConfusionCell[]): ConfusionCell | undefined =>
  cells.reduce<ConfusionCell | undefined>((most, cell) => (cell.pairs > (most?.pairs ?? 0) ? cell : most), undefined);

function panelSentence(
  { label, answers, verdicts }: ConfusionData,
  { pairs, cells, ...panel }: ConfusionPanel,
): string {
  const agreed = cells
    .filter(({ gold, verdict }) => isAgreed(gold, verdict))
    .reduce((sum, cell) => sum + cell.pairs, 0);
  const worst = largest(cells.filter(({ gold, verdict }) => !isAgreed(gold, verdict)));
  const nameIn = (list: ConfusionData['answers'], id: string): string => list.find((one) => one.id === id)?.label ?? id;
  const most =
    worst === undefined
      ? ''
      : `; most often otherwise it says “${nameIn(verdicts, worst.verdict)}” where people say “${nameIn(answers, worst.gold)}” (${numberWords(worst.pairs)})`;
  return `${panel.label}: ${label} says what people say of ${percent(agreed / pairs, 1)} % of ${numberWords(pairs)} pairs${most}.`;
}

/** A line per split. */
export const confusionSentence = (data: ConfusionData): string =>
  data.panels.map((panel) => panelSentence(data, panel)).join('\n');
