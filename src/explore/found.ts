import { useEffect, useMemo } from 'react';
import type { Choices } from '../cases/choices.ts';
import { excerptAround, type MarkedPiece, type ReasonText, reasonWith, wordsFound } from '../cases/found-words.ts';
import { type ClientFailure, failureOf } from '../client/failure.ts';
import { type AnsweredCase, LINES_NOT_READ, loadJudgments, type UnreadTexts } from '../client/packs.ts';
import { type CaseText, searchWordsOf } from '../schema/release-paths.ts';
import { useQuestion } from '../ui/loading.tsx';
import type { AskedFor } from './asked.ts';

/** Where a reason has the words searched for: whose it is, and the text around the first of them. */
interface FoundReason {
  readonly run: string;
  readonly criterion: string;
  readonly pieces: readonly MarkedPiece[];
}

/** What is known of a row: null where no judge of the list has the words, 'unread' where its texts did not come. */
export type RowFound = FoundReason | 'unread' | null;

/** Characters around a word: about three lines of its column. */
const AROUND = 150;

function foundReason(reasons: readonly ReasonText[], asked: AskedFor): FoundReason | null {
  const one = reasonWith(reasons, asked.words, asked);
  if (one === null) return null;
  return { run: one.run, criterion: one.criterion ?? '', pieces: excerptAround(one.rationale, asked.words, AROUND) };
}

/** Looks in the sentence of each reason that decides, which the row holds anyway; it must have all words and be of the judge asked for, else the whole reasons are to be read. */
function foundInLine({ said }: CaseText, { runs }: Pick<Choices, 'runs'>, asked: AskedFor): FoundReason | null {
  const reasons = said.flatMap(([place, criterion, , rationale]) => {
    const run = runs[place]?.run;
    return run === undefined || (asked.run !== '' && run !== asked.run) ? [] : [{ run, criterion, rationale }];
  });
  const one = reasonWith(reasons, asked.words, asked);
  const isWhole = one !== null && wordsFound(one.rationale, asked.words) === new Set(searchWordsOf(asked.words)).size;
  return isWhole ? foundReason([one], asked) : null;
}

/** A line is looked through once for a search: rows are drawn again with every step that a list is scrolled. */
const known = new WeakMap<CaseText, { readonly asked: AskedFor; readonly found: FoundReason | null }>();

function rememberedInLine(text: CaseText, choices: Choices, asked: AskedFor): FoundReason | null {
  const last = known.get(text);
  if (last?.asked === asked) return last.found;
  const found = foundInLine(text, choices, asked);
  known.set(text, { asked, found });
  return found;
}

/** A list that is scrolled quickly asks only for the reasons of rows where it stops, after so many ms. */
const REST = 150;

interface FoundRows {
  readonly asked: AskedFor;
  readonly rows: ReadonlyMap<string, RowFound>;
  readonly failure: ClientFailure | null;
}

/** Looks through the reasons of cases; those that do not come take no others with them. */
async function readFound(
  { benchmark, runs }: Choices,
  asked: AskedFor,
  cases: readonly AnsweredCase[],
): Promise<FoundRows> {
  const judging = new Set(runs.map(({ run }) => run));
  let failure: ClientFailure | null = null;
  const answers = await loadJudgments(benchmark, cases);
  const rows = cases.map(async ({ id }): Promise<readonly [string, RowFound]> => {
    const reasons = await answers.get(id)?.catch((error: unknown) => {
      failure ??= failureOf(error, LINES_NOT_READ);
    });
    return [
      id,
      reasons
        ? foundReason(
            reasons.filter(({ run }) => judging.has(run)),
            asked,
          )
        : 'unread',
    ];
  });
  return { asked, rows: new Map(await Promise.all(rows)), failure };
}

interface SeenRow {
  readonly id: string;
  readonly text: CaseText | undefined;
}

/** By id where the rows in view have the words searched for, and why that is not known of some. Only rows whose own line does not show it are fetched. */
export function useFound(choices: Choices, asked: AskedFor, seen: readonly SeenRow[]) {
  const texts = asked.words === '' ? [] : seen.flatMap(({ id, text }) => (text === undefined ? [] : [{ id, text }]));
  const inLines = texts.map(({ id, text }) => [id, rememberedInLine(text, choices, asked)] as const);
  const lines = inLines.filter(([, found]) => found !== null);
  const wanted = JSON.stringify(texts.flatMap(({ id, text: { at } }, i) => (inLines[i]?.[1] ? [] : [{ id, at }])));
  const question = useMemo(() => {
    const cases = JSON.parse(wanted) as AnsweredCase[];
    if (cases.length === 0) return null;
    return async (signal: AbortSignal): Promise<FoundRows> => {
      await new Promise((resolve) => setTimeout(resolve, REST));
      signal.throwIfAborted();
      return readFound(choices, asked, cases);
    };
  }, [choices, asked, wanted]);
  const { last, retry, ...state } = useQuestion(question, LINES_NOT_READ);
  useEffect(() => {
    addEventListener('online', retry);
    return () => removeEventListener('online', retry);
  }, [retry]);
  const read = question !== null && last?.asked === asked ? last : null;
  const failure = 'failure' in state ? state.failure : (read?.failure ?? null);
  const unread = useMemo(
    (): UnreadTexts | null => (failure === null ? null : { failure, retry, lead: 'Some reasons were not read:' }),
    [failure, retry],
  );
  return { rows: new Map([...(read?.rows ?? []), ...lines]), unread };
}
