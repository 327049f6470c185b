import type { Case } from '../schema/shard.ts';
import { isAgreed } from '../schema/words.ts';
import type { AskedFor } from './asked.ts';
import { saidAnswer, valueSaid } from './said-words.ts';

/** Holds what the asked run said under a criterion ('' for none), beside the label; `lost` says that this is another one. */
interface AnswerRow {
  readonly criterion: string;
  readonly said: string;
  readonly label: string;
  readonly lost: boolean;
  readonly reason: string;
}

type CaseGold = Pick<Case, 'gold' | 'own_gold'>;

/** Labels of people by criterion, as the run is scored by; the first where there are several. */
function labelsByCriterion({ gold, own_gold }: CaseGold, run: string): ReadonlyMap<string, string> {
  const own = own_gold.find((one) => one.run === run)?.labels ?? gold;
  const labels = new Map<string, string>();
  for (const { criterion = '', kind, value, annotator } of own)
    if (annotator === undefined && kind !== 'reference' && !labels.has(criterion)) labels.set(criterion, value);
  return labels;
}

/** Labels in words, by criterion. */
export const labelsSaid = (data: CaseGold): readonly (readonly [criterion: string, label: string])[] =>
  [...labelsByCriterion(data, '')].map(([criterion, value]) => [criterion, valueSaid(value)]);

/**
 * Gives the answers of the run that the list asks for to the unperturbed case, one for each criterion, of the first repeat with A first; the criterion
 * asked for stands first, then those that it lost, whose reasons are told. None where no run is asked for.
 */
export function previewAnswers(data: CaseGold & Pick<Case, 'judgments'>, asked: AskedFor): readonly AnswerRow[] {
  const labels = labelsByCriterion(data, asked.run);
  const own = data.judgments.filter(
    ({ run, condition, critique_judge, stage }) =>
      run === asked.run && condition === 'base' && critique_judge === undefined && stage !== 'correction',
  );
  const firsts = [...Map.groupBy(own, ({ criterion = '' }) => criterion)].flatMap(([criterion, answers]) => {
    const [first] = answers;
    if (first === undefined) return [];
    const label = labels.get(criterion) ?? '';
    const value = first.verdict ?? (first.score === null ? `!${first.parse}` : String(first.score));
    const lost = label !== '' && !isAgreed(label, value) && (first.verdict !== null || value.startsWith('!'));
    const isTold = lost || criterion === asked.criterion;
    return [
      {
        criterion,
        said: saidAnswer(value),
        label: label === '' ? '' : valueSaid(label),
        lost,
        reason: isTold ? first.rationale : '',
      },
    ];
  });
  const place = ({ criterion, lost }: AnswerRow): number =>
    asked.criterion !== '' && criterion === asked.criterion ? 0 : lost ? 1 : 2;
  return firsts.toSorted((a, b) => place(a) - place(b));
}
