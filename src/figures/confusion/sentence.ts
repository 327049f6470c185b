import { isAgreed } from '../../schema/words.ts';
import { numberWords } from '../../ui/number-words.ts';
import { percent } from '../kit/estimated.ts';
import { labelIn } from '../kit/labelled.ts';
import { itemWithMost } from '../kit/sentences.ts';
import type { ConfusionData, ConfusionPanel } from './data.ts';

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
