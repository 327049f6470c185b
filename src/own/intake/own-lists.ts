import type { CaseLines } from '../../schema/page-files.ts';
import { searchWordsOf } from '../../schema/release-paths.ts';
import { caseLines } from '../../scoring/case-lines.ts';
import { number } from '../../sql/query.ts';
import { identifier, literals } from '../../sql/quote.ts';
import { bringTexts, type EngineWork } from './engine-work.ts';
import { OWN_CATALOG } from './own-cases.ts';

/** Rows (instance, ordinal): own cases by their number in the working database, and their places in the list. */
const PLACED = `SELECT positions.instance AS instance, listed.rowid AS ordinal
FROM positions JOIN ${OWN_CATALOG}.main.instances AS listed ON listed.instance = positions.id`;

export interface LinesAsk {
  /** Rows of the table `instances` of own cases. */
  readonly places: readonly number[];
  /** Own runs under the names that their files give them, in the order of the list's choices. */
  readonly runs: readonly string[];
  /** The catalog of the release; null where it has no cases of the benchmark. */
  readonly catalog: string | null;
}

export interface OwnLine {
  readonly place: number;
  readonly line: CaseLines[number];
  /** Where the release has the case in its own table; null where it has not. */
  readonly released: number | null;
}

/** Gives what a list says of own cases. `showOwnCases` comes first. */
export async function ownLines(work: EngineWork, { places, runs, catalog }: LinesAsk): Promise<readonly OwnLine[]> {
  if (places.length === 0) return [];
  await work.run('USE work');
  const wanted = literals(places);
  const shared =
    catalog === null
      ? []
      : await work.query(`SELECT listed.rowid::DOUBLE AS place, known.rowid::DOUBLE AS released
FROM ${OWN_CATALOG}.main.instances AS listed JOIN ${identifier(catalog)}.main.instances AS known USING (instance)
WHERE listed.rowid IN (${wanted})`);
  const released = new Map(shared.map((row) => [number(row, 'place'), number(row, 'released')]));
  const listed = `${PLACED} WHERE listed.rowid IN (${wanted})`;
  await bringTexts(work, listed);
  const lines = await caseLines(work, listed, runs);
  return [...lines].map(([place, { line }]) => ({ place, line, released: released.get(place) ?? null }));
}

/** Finds, for each judgment of own runs, by the number of its text, the place of its case; and where the raw output begins in the text. */
async function placesOf(work: EngineWork) {
  const { rows, places, ends } =
    await work.row(`SELECT list(judgments.rowid::DOUBLE) AS rows, list(placed.ordinal::DOUBLE) AS places, list(raw_at::DOUBLE) AS ends
FROM judgments JOIN (${PLACED}) AS placed USING (instance) JOIN (SELECT ordinal AS run FROM runs) USING (run)`);
  // Lists of numbers come as typed arrays.
  const [numbers = [], at = [], rawAt = []] = [rows, places, ends].map((list) => Array.from((list ?? []) as number[]));
  return new Map(numbers.map((number, i) => [number, { place: at[i] ?? 0, end: rawAt[i] ?? -1 }]));
}

const ASCII = /^[\0-\x7f]*$/;

/** Says whether a text may have one of the words: of most texts this is known without telling their words apart. */
const mayHave = (said: string, words: readonly string[]): boolean => {
  if (!ASCII.test(said)) return true;
  const lower = said.toLowerCase();
  return words.some((word) => lower.includes(word));
};

/**
 * Gives the places of own cases that have every word of the text in some reason of an own run, ascending; null for a text without a word. It finds
 * what the release's index of words would (`searchWordsOf`). `showOwnCases` comes first.
 */
export async function ownPlacesWith(work: EngineWork, asked: string): Promise<readonly number[] | null> {
  const words = [...new Set(searchWordsOf(asked))];
  if (words.length === 0) return null;
  await work.run('USE work');
  const placed = await placesOf(work);
  const found = words.map((word) => ({ word, places: new Set<number>() }));
  for (const { first, texts } of work.texts.parts()) {
    for (const [i, said] of texts.entries()) {
      const own = placed.get(first + i);
      if (own === undefined || !mayHave(said, words)) continue;
      // A text holds the raw output after the reason.
      const met = new Set(searchWordsOf(own.end < 0 ? said : said.slice(0, own.end)));
      for (const { word, places } of found) if (met.has(word)) places.add(own.place);
    }
  }
  const [first, ...rest] = found.map(({ places }) => places);
  return [...(first ?? [])].filter((place) => rest.every((places) => places.has(place))).sort((a, b) => a - b);
}
