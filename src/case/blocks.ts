import { labelsFor } from '../cases/gold.ts';
import type { Case } from '../schema/shard.ts';
import { type CaseFacts, conditionLabel, nameInCase } from './facts.ts';
import { goldOf } from './matrix.ts';
import { type ShownAnswer, shownScore, shownVerdict } from './outcome.ts';
import { type CaseAnswer, type CasePart, isOf } from './parts.ts';
import type { CaseState } from './state.ts';

export interface ReadBlock {
  readonly key: string;
  /** The side of a perturbation; empty where there is only one side. */
  readonly heading: string;
  readonly answer: CaseAnswer;
  readonly verdict: ShownAnswer | null;
  /** Scores, with the name of who gave them where that is not the judge itself. */
  readonly scores: readonly { readonly by: string; readonly shown: ShownAnswer }[];
}

export interface RunReading {
  readonly blocks: readonly ReadBlock[];
  /** Says that another repeat or order is shown than the one asked for. */
  readonly note: string;
}

type Wanted = Pick<CaseState, 'side' | 'repeat' | 'order'> & { readonly condition: string | null };

/** Takes the texts that match; where none does, all of the first one's kind, with `true`. */
function prefer<T>(
  answers: readonly CaseAnswer[],
  kind: (answer: CaseAnswer) => T,
  wanted: T,
): [readonly CaseAnswer[], boolean] {
  const own = answers.filter((answer) => kind(answer) === wanted);
  const [first] = answers;
  if (own.length > 0 || first === undefined) return [own, false];
  return [answers.filter((answer) => kind(answer) === kind(first)), true];
}

function oneBlock(
  answers: readonly CaseAnswer[],
  facts: CaseFacts,
  { gold, heading }: { readonly gold: string | null; readonly heading: string },
): ReadBlock[] {
  const [answer] = answers;
  if (answer === undefined) return [];
  const scored = answers.filter((one) => one.score !== null || one.critique_judge !== undefined);
  const wantsScore = scored.length > 0 || (answer.verdict === null && gold === null);
  return [
    {
      key: `${heading} ${answer.rationale.length} ${answer.critique_judge ?? ''}`,
      heading,
      answer,
      verdict: answer.verdict !== null || gold !== null ? shownVerdict(answer, gold, facts.labels) : null,
      scores: (scored.length > 0 ? scored : wantsScore ? [answer] : []).map((one) => ({
        by: one.critique_judge === undefined ? '' : nameInCase(facts, one.critique_judge),
        shown: shownScore(one),
      })),
    },
  ];
}

/** Answers with one text between them, such as a critique scored by several judges, are one block. */
function blocksWith(
  answers: readonly CaseAnswer[],
  facts: CaseFacts,
  { gold, heading }: { readonly gold: string | null; readonly heading: string },
): ReadBlock[] {
  const texts = [...new Set(answers.map(({ rationale }) => rationale))];
  return texts.flatMap((text) =>
    oneBlock(
      answers.filter(({ rationale }) => rationale === text),
      facts,
      { gold, heading },
    ),
  );
}

/** Gathers what one run wrote about a part, on the sides asked for: in the repeat and order asked for, or in those that it has. */
export function readingOf(
  data: Case,
  facts: CaseFacts,
  { part, run, wanted }: { readonly part: CasePart; readonly run: string; readonly wanted: Wanted },
): RunReading {
  const own = data.judgments
    .filter((answer) => answer.run === run && isOf(part)(answer))
    .toSorted((a, b) => a.repeat - b.repeat);
  const first = own[0]?.repeat ?? 0;
  const [repeated, otherRepeat] = prefer(
    own,
    ({ repeat }) => repeat,
    wanted.repeat === '' ? first : Number(wanted.repeat),
  );
  const [ordered, otherOrder] = prefer(repeated, ({ order }) => order, wanted.order);
  const gold = goldOf(labelsFor(data, run), part);
  const perturbed = wanted.condition !== null && own.some(({ condition }) => condition !== 'base');
  const before = blocksWith(
    ordered.filter(({ condition }) => condition === 'base'),
    facts,
    { gold, heading: perturbed ? 'Before' : '' },
  );
  const { condition } = wanted;
  const after =
    condition === null
      ? []
      : blocksWith(
          ordered.filter((one) => one.condition === condition),
          facts,
          { gold, heading: `After: ${conditionLabel(facts, condition)}` },
        );
  const notes = [
    ...(otherRepeat ? [`This judge has no repeat ${Number(wanted.repeat) + 1}; the first is shown.`] : []),
    ...(otherOrder ? ['This judge was not asked in that order; the other is shown.'] : []),
  ];
  return {
    blocks: [...(perturbed && wanted.side === 'after' ? [] : before), ...(wanted.side === 'before' ? [] : after)],
    note: notes.join(' '),
  };
}
