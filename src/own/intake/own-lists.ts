import type { CaseLines } from '../../schema/page-files.ts';
import { LONGEST_WORD, wordsOf } from '../../schema/release-paths.ts';
import { caseLines } from '../../scoring/case-lines.ts';
import type { Work } from '../../scoring/work.ts';
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

/** What a list says of own cases. `showOwnCases` comes first. */
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
  const lines = await caseLines(work, `${PLACED} WHERE listed.rowid IN (${wanted})`, runs);
  return [...lines].map(([place, { line }]) => ({ place, line, released: released.get(place) ?? null }));
}

/** What own runs said, with its place; a text holds the raw output after the reason. */
const SAID = `SELECT placed.ordinal::DOUBLE AS place, judgments.rowid AS row, text, raw_at, strlen(text) = length(text) AS plain
FROM judgments JOIN (${PLACED}) AS placed USING (instance) JOIN (SELECT ordinal AS run FROM runs) USING (run)
WHERE text <> '' AND raw_at <> 0`;
/** Of texts of ASCII characters alone. */
const REASON = 'lower(CASE WHEN raw_at < 0 THEN text ELSE left(text, raw_at) END)';

/** Texts that are read at a time where the engine cannot tell words apart. */
const AT_ONCE = 20_000;

/** Whether a reason of ASCII characters has a word, which is then of ASCII, too. One that is cut stands for all that begin so. */
function hasWord(word: string): string {
  const end = word.length < LONGEST_WORD ? '($|[^a-z0-9])' : '';
  return /^[a-z0-9]+$/.test(word) ? `regexp_matches(${REASON}, ${literal(`(^|[^a-z0-9])${word}${end}`)})` : 'false';
}

/** Takes the words of reasons that are not of ASCII characters alone. */
async function readOthers(work: Work, take: (place: number, words: ReadonlySet<string>) => void): Promise<void> {
  const { last } = await work.row('SELECT coalesce(max(rowid), -1)::DOUBLE AS last FROM judgments');
  for (let from = 0; from <= Number(last); from += AT_ONCE) {
    const rows = await work.query(`SELECT place, text, raw_at::DOUBLE AS raw_at FROM (${SAID})
WHERE NOT plain AND row BETWEEN ${from} AND ${from + AT_ONCE - 1}`);
    for (const row of rows) {
      const [said, rawAt] = [text(row, 'text'), number(row, 'raw_at')];
      take(number(row, 'place'), new Set(wordsOf(rawAt < 0 ? said : said.slice(0, rawAt))));
    }
  }
}

/**
 * The places of own cases that have every word of the text in some reason of an own run, ascending; null for a text without a word. It finds
 * what the release's index of words would (`wordsOf`). `showOwnCases` comes first.
 */
export async function ownPlacesWith(work: Work, asked: string): Promise<readonly number[] | null> {
  const words = [...new Set(wordsOf(asked))];
  if (words.length === 0) return null;
  await work.run('USE work');
  const found = words.map((word) => ({ word, places: new Set<number>() }));
  const flags = words.map((word, i) => `bool_or(${hasWord(word)}) AS has_${i}`).join(', ');
  for (const row of await work.query(`SELECT place, ${flags} FROM (${SAID}) WHERE plain GROUP BY place`))
    for (const [i, { places }] of found.entries()) if (row[`has_${i}`] === true) places.add(number(row, 'place'));
  await readOthers(work, (place, own) => {
    for (const { word, places } of found) if (own.has(word)) places.add(place);
  });
  const [first, ...rest] = found.map(({ places }) => places);
  return [...(first ?? [])].filter((place) => rest.every((places) => places.has(place))).sort((a, b) => a - b);
}
