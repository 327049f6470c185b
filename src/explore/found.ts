import { useEffect, useState } from 'react';
import type { Choices } from '../cases/choices.ts';
import { excerptAround, type MarkedPiece, type ReasonText, reasonWith, wordsFound } from '../cases/found-words.ts';
import { loadCases } from '../client/case.ts';
import type { CaseText } from '../client/lines.ts';
import { isLocalName } from '../client/local-release.ts';
import { searchWordsOf } from '../schema/release-paths.ts';
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

/** Finds the reason by which a row shows the words that were searched for; null where none has them. */
function foundReason(reasons: readonly ReasonText[], asked: AskedFor): FoundReason | null {
  const one = reasonWith(reasons, asked.words, asked);
  if (one === null) return null;
  return { run: one.run, criterion: one.criterion ?? '', pieces: excerptAround(one.rationale, asked.words, AROUND) };
}

/**
 * Looks in what the row holds anyway, the sentence of each reason that decides. It is taken where it has all words and is of the judge asked
 * for; else the whole reasons are to be read.
 */
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

/** A list that is scrolled quickly asks only for the reasons of rows where it stops. */
const REST = 150;

interface FoundIn {
  readonly asked: AskedFor;
  readonly rows: ReadonlyMap<string, RowFound>;
}

async function readFound(
  { benchmark, runs }: Choices,
  asked: AskedFor,
  { ids, signal }: { readonly ids: readonly string[]; readonly signal: AbortSignal },
): Promise<ReadonlyMap<string, RowFound>> {
  const judging = new Set(runs.map(({ run }) => run));
  const cases = await loadCases(benchmark, ids, { signal }).catch(() => null);
  return new Map(
    ids.map((id) => {
      const reasons = cases?.get(id)?.judgments.filter(({ run }) => judging.has(run));
      return [id, reasons === undefined ? 'unread' : foundReason(reasons, asked)];
    }),
  );
}

interface SeenRow {
  readonly id: string;
  readonly text: CaseText | undefined;
}

/**
 * Gives by id where the rows in view have the words that were searched for. Nothing is fetched without a search, and then only of rows whose
 * own line does not show it.
 */
export function useFound(choices: Choices, asked: AskedFor, seen: readonly SeenRow[]): ReadonlyMap<string, RowFound> {
  const [read, setRead] = useState<FoundIn>({ asked, rows: new Map() });
  const rows = read.asked === asked ? read.rows : new Map<string, RowFound>();
  const isSearch = asked.words !== '';
  const lines = new Map(
    isSearch
      ? seen.flatMap(({ id, text }) => {
          const found = text === undefined || rows.has(id) ? null : rememberedInLine(text, choices, asked);
          return found === null ? [] : [[id, found] as const];
        })
      : [],
  );
  const missing = isSearch
    ? seen.filter(({ id, text }) => text !== undefined && !rows.has(id) && !lines.has(id)).map(({ id }) => id)
    : [];
  const wanted = JSON.stringify(missing);
  useEffect(() => {
    const ids = JSON.parse(wanted) as string[];
    // Without a network what did not come can only fail; own results lie in the page.
    if (ids.length === 0 || !(navigator.onLine || isLocalName(choices.benchmark))) return;
    const gone = new AbortController();
    const ask = async (): Promise<void> => {
      const found = await readFound(choices, asked, { ids, signal: gone.signal });
      if (gone.signal.aborted) return;
      setRead((last) => ({ asked, rows: new Map([...(last.asked === asked ? last.rows : []), ...found]) }));
    };
    const timer = setTimeout(ask, REST);
    return () => {
      clearTimeout(timer);
      gone.abort();
    };
  }, [choices, asked, wanted]);
  return isSearch ? new Map([...rows, ...lines]) : rows;
}
