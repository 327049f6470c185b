import { labelsFor, preferredByQuality } from '../cases/gold.ts';
import type { LabelsBy } from '../cases/labels.ts';
import type { Case } from '../schema/shard.ts';
import { isAgreed } from '../schema/words.ts';
import type { AskedFor } from './asked.ts';
import { saidAnswer, valueSaid } from './said-words.ts';

/** What the asked run said under a criterion ('' for none), beside the label; `lost` says that this is another one. */
interface AnswerRow {
  readonly criterion: string;
  readonly said: string;
  readonly label: string;
  readonly lost: boolean;
  readonly reason: string;
}

/**
 * Gives the labels of people by criterion, as the run is scored by. Of several under one criterion what people prefer or call right counts; where
 * critics were asked to choose, the better one by their ratings.
 */
function labelsByCriterion(data: Case, run: string): ReadonlyMap<string, string> {
  const own = labelsFor(data, run).filter(({ annotator, kind }) => annotator === undefined && kind !== 'reference');
  const byCriterion = Map.groupBy(own, ({ criterion = '' }) => criterion);
  const isChosen = data.judgments.some(({ stage }) => stage === 'preference');
  return new Map(
    [...byCriterion].flatMap(([criterion, labels]) => {
      const named = ['preference', 'correct'].flatMap((kind) => labels.find((label) => label.kind === kind) ?? [])[0];
      const rated = isChosen && criterion === '' ? preferredByQuality(labels) : (labels[0]?.value ?? null);
      const value = named?.value ?? rated;
      return value === null ? [] : [[criterion, value] as const];
    }),
  );
}

/** Writes the labels in words, by criterion. */
export const labelsSaid = (data: Case, labels: LabelsBy): readonly (readonly [criterion: string, label: string])[] =>
  [...labelsByCriterion(data, '')].map(([criterion, value]) => [criterion, valueSaid(labels, value)]);

/**
 * Gives the answers of the run that the list asks for to the unperturbed case, one for each criterion, of the first repeat with A first; the criterion
 * asked for stands first, then those that it lost, whose reasons are told. None where no run is asked for.
 */
export function previewAnswers(data: Case, asked: AskedFor, names: LabelsBy): readonly AnswerRow[] {
  const labels = labelsByCriterion(data, asked.run);
  const own = data.judgments.filter(
    ({ run, condition, critique_judge, stage, verdict }) =>
      run === asked.run &&
      condition === 'base' &&
      (critique_judge === undefined || verdict !== null) &&
      stage !== 'correction',
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
        said: saidAnswer(names, value),
        label: label === '' ? '' : valueSaid(names, label),
        lost,
        reason: isTold ? first.rationale : '',
      },
    ];
  });
  const place = ({ criterion, lost }: AnswerRow): number =>
    asked.criterion !== '' && criterion === asked.criterion ? 0 : lost ? 1 : 2;
  return firsts.toSorted((a, b) => place(a) - place(b));
}
