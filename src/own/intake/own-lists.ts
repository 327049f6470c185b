import { type CaseLines, searchWordsOf } from '../../schema/release-paths.ts';
import { caseLines } from '../../scoring/case-texts.ts';
import type { Work } from '../../scoring/staging.ts';
import { number, text } from '../../sql/query.ts';
import { identifier, literal, literals } from '../../sql/quote.ts';
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
export async function ownLines(work: Work, { places, runs, catalog }: LinesAsk): Promise<readonly OwnLine[]> {
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
  const lines = await caseLines(work, listed, runs);
  return [...lines].map(([place, { line }]) => ({ place, line, released: released.get(place) ?? null }));
}

/** Judgments whose reasons are read at a time. */
const REASONS_AT_ONCE = 10_000;

/** Reads the reasons of own runs that may have one of the words, part by part, with the places of their cases: of most this is known without telling their words apart. */
async function* reasonsWith(work: Work, words: readonly string[]): AsyncGenerator<{ place: number; said: string }> {
  const met = words.map((word) => `contains(lower(text), ${literal(word)})`).join(' OR ');
  const { n } = await work.row('SELECT count(*)::DOUBLE AS n FROM judgments');
  for (let from = 0; from < number({ n }, 'n'); from += REASONS_AT_ONCE) {
    const rows = await work.query(`SELECT ordinal::DOUBLE AS place, raw_at, text
FROM judgments JOIN (${PLACED}) USING (instance) JOIN (SELECT ordinal AS run FROM runs) USING (run)
WHERE judgments.rowid >= ${from} AND judgments.rowid < ${from + REASONS_AT_ONCE} AND (strlen(text) <> length(text) OR ${met})`);
    for (const row of rows) {
      const [said, end] = [text(row, 'text'), number(row, 'raw_at')];
      // A text holds the raw output after the reason.
      yield { place: number(row, 'place'), said: end < 0 ? said : said.slice(0, end) };
    }
  }
}

/**
 * Gives the places of own cases that have every word of the text in some reason of an own run, ascending; null for a text without a word. It finds
 * what the release's index of words would (`searchWordsOf`). `showOwnCases` comes first.
 */
export async function ownPlacesWith(work: Work, asked: string): Promise<readonly number[] | null> {
  const words = [...new Set(searchWordsOf(asked))];
  if (words.length === 0) return null;
  await work.run('USE work');
  const found = words.map((word) => ({ word, places: new Set<number>() }));
  for await (const { place, said } of reasonsWith(work, words)) {
    const met = new Set(searchWordsOf(said));
    for (const { word, places } of found) if (met.has(word)) places.add(place);
  }
  const [first, ...rest] = found.map(({ places }) => places);
  return [...(first ?? [])].filter((place) => rest.every((places) => places.has(place))).sort((a, b) => a - b);
}
