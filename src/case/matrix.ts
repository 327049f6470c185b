import type { MetricFacts } from '../cases/gather.ts';
import {
  conflicts,
  type GoldLabel,
  goldCorrectness,
  labelsFor,
  preferredByQuality,
  preferredResponse,
} from '../cases/gold.ts';
import { answerWords, type LabelsBy } from '../cases/labels.ts';
import type { Case } from '../schema/stored-case.ts';
import { entryOf } from '../schema/words.ts';
import { type CaseFacts, conditionLabel, nameInCase } from './facts.ts';
import {
  type AnswerOutcome,
  MISSING,
  SHOWN_NOT_ASKED,
  type ShownAnswer,
  scoreText,
  shownScore,
  shownVerdict,
} from './outcome.ts';
import { type CaseAnswer, type CasePart, casePartsOf, criterionLabel, isOf, runsOfCase } from './parts.ts';

type Contribution = Case['contributions'][number];

export interface CaseEarned {
  readonly metric: MetricFacts;
  /** Runs are in the order of the case's file. */
  readonly runs: readonly Contribution[];
  /** Runs with a row that fulfils the metric's loss rule. */
  readonly losers: readonly string[];
  /** Σnum / Σden over the runs; null where the denominators add up to nothing. */
  readonly value: number | null;
}

const sum = (numbers: readonly number[]): number => numbers.reduce((total, x) => total + x, 0);

export function ratio({ num, den }: { readonly num: number; readonly den: number }): number | null {
  return den === 0 ? null : num / den;
}

export function earnedOf(data: Case, facts: CaseFacts): readonly CaseEarned[] {
  return facts.metrics.flatMap((metric) => {
    const runs = data.contributions.filter((row) => row.metric === metric.id);
    if (!metric.losable || runs.length === 0) return [];
    const value = ratio({ num: sum(runs.map((row) => row.num)), den: sum(runs.map((row) => row.den)) });
    return [{ metric, runs, losers: runs.flatMap(({ run, lost }) => (lost > 0 ? run : [])), value }];
  });
}

/** Writes ratios as parts of one, and scores with one decimal: no more digits than a single case supports. */
export function earnedText(value: number | null, unit: MetricFacts['unit']): string {
  if (value === null) return '–';
  return unit === 'score' ? value.toFixed(1) : value.toFixed(2);
}

export function perturbationMetric(data: Case, facts: CaseFacts, condition: string): CaseEarned | null {
  const id =
    entryOf(facts.perturbations, condition) ?? entryOf(facts.perturbations, data.attributes['bias_type'] ?? '');
  return earnedOf(data, facts).find(({ metric }) => metric.id === id) ?? null;
}

export function earnedRow({ metric, runs }: CaseEarned, part: CasePart, all: readonly string[]): MatrixRow {
  const cells = all.map((run): MatrixCell => {
    const own = runs.find((row) => row.run === run);
    if (own === undefined) return { run, shown: { text: 'not counted', outcome: 'missing' }, notes: [] };
    return {
      run,
      shown: { text: earnedText(ratio(own), metric.unit), outcome: own.lost > 0 ? 'wrong' : 'right' },
      notes: [],
    };
  });
  const [key, label] = [`metric ${metric.id}`, `${metric.label} of this case`];
  return { key, label, part, gold: null, against: [], cells, isNumber: true, metric: metric.id };
}

/** What one run said to one question: the answer that counts, and a remark on other repeats and the other order. */
export interface MatrixCell {
  readonly run: string;
  readonly shown: ShownAnswer;
  /** One line for each remark; there is none if the answer is the only one. */
  readonly notes: readonly string[];
}

export interface MatrixRow {
  readonly key: string;
  readonly label: string;
  readonly part: CasePart;
  /** The label that counts; null where there is none, or where a score is not compared with one. */
  readonly gold: string | null;
  /** Criteria whose label names the other response. */
  readonly against: readonly string[];
  readonly cells: readonly MatrixCell[];
  /** Whether its answers are numbers, each of which stands beside its judge. */
  readonly isNumber: boolean;
  /** Id of the metric whose contributions it shows; left out for answers. */
  readonly metric?: string;
}

export interface VerdictGroup {
  readonly kind: 'right' | 'wrong' | 'given' | 'none' | 'not-asked';
  readonly cells: readonly MatrixCell[];
}

/** What counts as wrong where a verdict is compared with a label; of a score it is no answer. */
const COUNTS_AS_WRONG: readonly AnswerOutcome[] = ['failed', 'refused', 'error'];

function groupOf({ gold, isNumber }: MatrixRow, { shown: { outcome } }: MatrixCell): VerdictGroup['kind'] {
  if (outcome === 'right' || outcome === 'wrong' || outcome === 'given' || outcome === 'not-asked') return outcome;
  if (outcome === 'tie') return 'wrong';
  return COUNTS_AS_WRONG.includes(outcome) && gold !== null && !isNumber ? 'wrong' : 'none';
}

/** Groups the answers to a question by how they compare with the label: those that were right first, those that were not asked last. */
export function verdictGroups(row: MatrixRow): readonly VerdictGroup[] {
  const cells = Map.groupBy(row.cells, (cell) => groupOf(row, cell));
  return (['right', 'wrong', 'given', 'none', 'not-asked'] as const).flatMap((kind) => {
    const own = cells.get(kind) ?? [];
    return own.length === 0 ? [] : [{ kind, cells: own }];
  });
}

/** Puts those together that said the same, where `isSaid`: answers before what was not read, the most common first; else all stand as one. */
export function saidAlike(cells: VerdictGroup['cells'], isSaid: boolean) {
  const alike = Map.groupBy(cells, ({ shown }) => (isSaid ? shown.text : ''));
  const unread = ([cell]: VerdictGroup['cells']): number =>
    Number(COUNTS_AS_WRONG.some((one) => one === cell?.shown.outcome));
  return [...alike]
    .map(([text, own]) => ({ text, alike: own }))
    .toSorted((a, b) => unread(a.alike) - unread(b.alike) || b.alike.length - a.alike.length);
}

/** Gives the label that answers to a part are compared with; null where there is none. */
export function goldOf(gold: readonly GoldLabel[], part: CasePart): string | null {
  if (part.stage === 'critique') return goldCorrectness(gold, part.response);
  if (part.stage === 'preference') return preferredResponse(gold) ?? preferredByQuality(gold);
  return part.stage === 'judge' ? preferredResponse(gold, part.criterion) : null;
}

function ownLabelNotes(own: string | null, shared: string | null, labels: LabelsBy): string[] {
  if (own === shared) return [];
  return [own === null ? 'no label of its own: not scored' : `its own label: ${answerWords(labels, own)}`];
}

const byRepeat = (a: CaseAnswer, b: CaseAnswer): number => a.repeat - b.repeat;

/** Gives the repeats of the order that counts: A first, unless a run was only asked the other way. */
function repeatsThatCount(answers: readonly CaseAnswer[]): readonly CaseAnswer[] {
  const ab = answers.filter(({ order }) => order === 'ab');
  return ab.length > 0 ? ab : answers;
}

function verdictNotes(
  answers: readonly CaseAnswer[],
  rights: number | null,
  wordsFor: (answer: CaseAnswer) => string,
): string[] {
  const many = repeatsThatCount(answers);
  const notes = rights !== null && many.length > 1 ? [`${rights} of ${many.length} right`] : [];
  const [first, other] = (['ab', 'ba'] as const).map((order) => answers.find((answer) => answer.order === order));
  if (first === undefined || other === undefined || wordsFor(first) === wordsFor(other)) return notes;
  return [...notes, `swapped: ${wordsFor(other)}`];
}

/** Shows a run's verdict: of repeats that of most, as the run is wrong on a case that it loses in half of them or more. */
function verdictCell(
  run: string,
  answers: readonly CaseAnswer[],
  { gold, took, labels }: { readonly gold: string | null; readonly took: boolean; readonly labels: LabelsBy },
): MatrixCell {
  const sorted = answers.toSorted((a, b) => a.order.localeCompare(b.order) || byRepeat(a, b));
  const [first] = sorted;
  if (first === undefined) return { run, shown: took ? MISSING : SHOWN_NOT_ASKED, notes: [] };
  // A critique has a row for each scorer, all with one verdict.
  const single = sorted.filter((answer) => answer.critique_judge === first.critique_judge);
  const show = (answer: CaseAnswer): ShownAnswer => shownVerdict(answer, gold, labels);
  const many = repeatsThatCount(single);
  const isRight = (answer: CaseAnswer): boolean => show(answer).outcome === 'right';
  const rights = gold === null ? null : many.filter(isRight).length;
  const isWon = rights === null || rights * 2 > many.length;
  const counts = rights === null ? first : (many.find((answer) => isRight(answer) === isWon) ?? first);
  return { run, shown: show(counts), notes: verdictNotes(single, rights, (answer) => show(answer).text) };
}

function scoreCell(run: string, answers: readonly CaseAnswer[], took: boolean): MatrixCell {
  const sorted = answers.toSorted(byRepeat);
  const [first] = sorted;
  if (first === undefined) return { run, shown: took ? MISSING : SHOWN_NOT_ASKED, notes: [] };
  if (sorted.length === 1) return { run, shown: shownScore(first), notes: [] };
  const all = sorted.map(shownScore);
  const scores = sorted.flatMap((answer, i) => (all[i]?.outcome === 'given' ? (answer.score ?? []) : []));
  const listed = all.map(({ text }) => text).join(' · ');
  if (scores.length === 0) return { run, shown: shownScore(first), notes: [] };
  const mean = scores.reduce((sum, score) => sum + score, 0) / scores.length;
  const alike = new Set(all.map(({ text }) => text)).size === 1;
  return { run, shown: { text: scoreText(mean), outcome: 'given' }, notes: alike ? [] : [listed] };
}

function verdictRow(
  data: Case,
  facts: CaseFacts,
  { part, runs }: { readonly part: CasePart; readonly runs: readonly string[] },
): MatrixRow | null {
  const gold = goldOf(data.gold, part);
  const own = data.judgments.filter((answer) => isOf(part)(answer) && answer.condition === 'base');
  const asksVerdict = own.some((answer) => answer.verdict !== null) || (gold !== null && part.stage !== 'correction');
  if (!asksVerdict) return null;
  const against = part.criterion === undefined ? [] : (conflicts(data.gold).get(part.criterion) ?? []);
  return {
    key: part.key,
    label: part.stage === 'critique' ? `${part.label}: verdict` : part.label,
    part,
    gold: gold === null ? null : answerWords(facts.labels, gold),
    against: against.map((criterion) => criterionLabel(facts, data.split, criterion)),
    isNumber: false,
    cells: runs.map((run) => {
      const took = data.judgments.some((answer) => answer.run === run && answer.stage === part.stage);
      const label = goldOf(labelsFor(data, run), part);
      const answers = own.filter((answer) => answer.run === run);
      const cell = verdictCell(run, answers, { gold: label, took: took && label !== null, labels: facts.labels });
      return { ...cell, notes: [...cell.notes, ...(took ? ownLabelNotes(label, gold, facts.labels) : [])] };
    }),
  };
}

type Scored = Pick<CaseAnswer, 'condition' | 'critique_judge'>;

function scoreLabel(
  facts: CaseFacts,
  part: CasePart,
  { condition, critique_judge, perturbed }: Scored & { readonly perturbed: boolean },
): string {
  if (critique_judge !== undefined) return `${part.label}: score by ${nameInCase(facts, critique_judge)}`;
  if (!perturbed) return `${part.label}: score`;
  return condition === 'base' ? 'Score before' : `Score after: ${conditionLabel(facts, condition)}`;
}

function matrixScoreRows(
  data: Case,
  facts: CaseFacts,
  { part, runs }: { readonly part: CasePart; readonly runs: readonly string[] },
): MatrixRow[] {
  const own = data.judgments.filter(isOf(part));
  const perturbed = own.some((answer) => answer.condition !== 'base');
  if (!perturbed && own.every((answer) => answer.score === null)) return [];
  const kinds = own.filter(
    (answer, i) =>
      i === own.findIndex((o) => o.condition === answer.condition && o.critique_judge === answer.critique_judge),
  );
  const sorted = kinds.toSorted((a, b) => Number(b.condition === 'base') - Number(a.condition === 'base'));
  return sorted.map((kind) => {
    const answers = own.filter((a) => a.condition === kind.condition && a.critique_judge === kind.critique_judge);
    return {
      key: `${part.key} ${kind.condition} ${kind.critique_judge ?? ''}`,
      label: scoreLabel(facts, part, { ...kind, perturbed }),
      part,
      gold: null,
      against: [],
      isNumber: true,
      cells: runs.map((run) => {
        const took = own.some((answer) => answer.run === run);
        return scoreCell(
          run,
          answers.filter((answer) => answer.run === run),
          took,
        );
      }),
    };
  });
}

export function matrixRows(data: Case, facts: CaseFacts, runs = runsOfCase(data)): readonly MatrixRow[] {
  return casePartsOf(data, facts).flatMap((part) => {
    const verdicts = verdictRow(data, facts, { part, runs });
    return [...(verdicts === null ? [] : [verdicts]), ...matrixScoreRows(data, facts, { part, runs })];
  });
}
