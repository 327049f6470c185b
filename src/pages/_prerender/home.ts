import fs from 'node:fs/promises';
import path from 'node:path';
import { type FailedCases, leadsAlone } from '../../board/headline.ts';
import { shownVerdict } from '../../case/outcome.ts';
import { hasBit } from '../../cases/columns/bits.ts';
import type { CaseColumns } from '../../cases/columns/layout.ts';
import { casesAt } from '../../cases/columns/select.ts';
import { decidingSentence } from '../../cases/deciding.ts';
import { answerWords, benchmarkLabels } from '../../cases/labels.ts';
import { findPlaces } from '../../cases/sets.ts';
import { ANY_ANSWERS, EVERY_CASE } from '../../cases/wanted.ts';
import { caseHref } from '../../explore/case-address.ts';
import { exploreSearch } from '../../explore/state.ts';
import { RELEASE_FOLDER } from '../../release/read.ts';
import { type Benchmark, Verdict } from '../../schema/benchmark.ts';
import type { Judge } from '../../schema/judge.ts';
import { Parse } from '../../schema/records.ts';
import type { InstanceData } from '../../schema/release.ts';
import { sliceText } from '../../schema/slice.ts';
import type { Case } from '../../schema/stored-case.ts';
import { contentNote } from '../../schema/words.ts';
import type { CaseWords, OneCase } from '../../site/cases/cases.ts';
import { number, type Query, text } from '../../sql/query.ts';
import { listedTable } from '../../sql/quote.ts';
import { isHeld } from '../../ui/href.ts';
import { caseOfRelease, releaseColumns, withDatabase } from './explore.ts';

/**
 * Counts the answers that judges gave. Programs are no judges, a row without an answer is none, and judgments that are made from those of another
 * protocol (`made_from`) are no further answers.
 */
export async function answersGiven(
  benchmarks: readonly { readonly benchmark: Benchmark; readonly data: InstanceData | null }[],
  judges: readonly Judge[],
): Promise<number> {
  const programs = new Set(judges.flatMap(({ id, access }) => (access === 'program' ? id : [])));
  const counts = benchmarks.map(async ({ benchmark, data }): Promise<number> => {
    if (data === null) return 0;
    const left = (benchmark.made_from ?? []).map((protocol) => [protocol] as const);
    return withDatabase(data.database, async (query) => {
      const made = listedTable('made', { protocol: 'VARCHAR' }, left);
      const rows = await query(`SELECT judge, count(*)::DOUBLE AS answers FROM judgments JOIN runs USING (run)
WHERE parse <> 'missing' AND protocol NOT IN (SELECT protocol FROM ${made}) GROUP BY judge`);
      return rows.reduce((sum, row) => (programs.has(String(row['judge'])) ? sum : sum + number(row, 'answers')), 0);
    });
  });
  return (await Promise.all(counts)).reduce((sum, n) => sum + n, 0);
}

/** The most judges whose answers are shown, one of each. */
const SHOWN = 3;

/** Cases where a run chose the response that people did not prefer; unread answers and ties would show less of the judge. */
const OTHER = `SELECT g.instance, g.criterion, g.value FROM gold g JOIN judgments j ON j.instance = g.instance AND j.criterion = g.criterion
WHERE g.annotator = '' AND g.kind = 'preference' AND j.run = ? AND g.value IN ('a', 'b') AND j.verdict IN ('a', 'b') AND j.verdict <> g.value`;

const ANSWERS = 'SELECT run, verdict, parse FROM judgments WHERE instance = ? AND criterion = ? ORDER BY ALL';

/**
 * Lists the cases that the first judge lost by choosing the other response, and the next judge did not: those that most judges were right about
 * first, then those of the longest reasons.
 */
async function casesLostByFirst(
  query: Query,
  { headline, first }: FailedCases,
  columns: CaseColumns,
): Promise<string[]> {
  const { column, entries } = headline;
  const next = entries.find(({ row }) => row.judge !== first.row.judge);
  const run = first.row.id;
  // A database that replaced another one (as in the bench of cases) has other runs.
  const right = columns.verdicts[columns.runs.indexOf(next?.row.id ?? '')]?.won;
  if (column.metric === null || right === undefined || !columns.runs.includes(run)) return [];
  const scope = { ...EVERY_CASE, metric: column.metric, run, slice: sliceText(column.slice) };
  const lost = (await findPlaces(query, { lost: scope, answers: ANY_ANSWERS, run })) ?? [];
  const chosen = await query(
    `SELECT rowid::INTEGER AS place FROM instances WHERE instance IN (SELECT instance FROM (${OTHER}))`,
    [run],
  );
  const chosenOther = casesAt(
    columns.cases,
    chosen.map(({ place }) => Number(place)),
  );
  const nRight = (at: number): number => columns.verdicts.filter(({ won }) => hasBit(won, at)).length;
  return lost
    .filter((at) => hasBit(right, at) && hasBit(chosenOther, at))
    .toSorted((a, b) => nRight(b) - nRight(a) || columns.longest.at(b) - columns.longest.at(a) || a - b)
    .flatMap((at) => columns.instances.at(at) ?? []);
}

/** More than this is no line in a card, and a picture of more bytes is none for a first page. */
const MOST_PROMPT = 160;
const MOST_REASON = 200;
const MOST_PICTURE = 12_000;
/** So many cases are opened to find one whose words fit. */
const TRIED = 60;

async function smallPicture({ media }: Pick<Case, 'media'>): Promise<CaseWords['picture']> {
  for (const { src, alt } of media)
    if (isHeld(src) && (await fs.stat(path.join(RELEASE_FOLDER, src))).size <= MOST_PICTURE)
      return { path: `/data/${src}`, alt };
  return null;
}

/** Counts the letters of whole words with which all of several texts begin; what is shown of them in little room comes after. */
function commonBeginning([first = '', ...others]: readonly string[]): number {
  let alike = 0;
  for (const { index } of first.matchAll(/\s\S/g))
    if (others.every((other) => other.startsWith(first.slice(0, index + 1)))) alike = index + 1;
  return others.length === 0 ? 0 : alike;
}

/** Gives the words of a case where they fit into a card: a short prompt, its small picture where there are any here, and a whole sentence. */
export async function caseWords(
  data: Pick<Case, 'prompt' | 'media' | 'responses' | 'judgments'>,
  run: string,
  criterion: string,
): Promise<CaseWords | null> {
  const { prompt, media, responses, judgments } = data;
  const said = judgments.find((answer) => answer.run === run && answer.criterion === criterion)?.rationale ?? '';
  const reason = decidingSentence(said, MOST_REASON);
  const picture = await smallPicture(data);
  const isPictured = media.some(({ src }) => isHeld(src));
  const fits = prompt !== '' && prompt.length <= MOST_PROMPT && reason !== '' && !reason.includes('…');
  if (!fits || (isPictured && picture === null)) return null;
  const alike = commonBeginning(responses.map((one) => one.text));
  const judged = responses.map(({ response, model, text: written }) => ({
    name: response.toUpperCase(),
    text: written === '' ? `made by ${model}` : `${alike === 0 ? '' : '… '}${written.slice(alike)}`,
  }));
  return { prompt, picture, responses: judged, reason };
}

/** Chooses among the lost cases, in their order: the first whose words fit, or, where no words may be shown, the first. */
async function chosenCase(
  query: Query,
  { benchmark, data, failed }: FailedIn,
): Promise<{ readonly lost: Record<string, unknown>; readonly words: CaseWords | null } | null> {
  const run = failed.first.row.id;
  const mayShow = data.texts?.present !== false && contentNote(benchmark, data.texts) === null;
  const lost = await casesLostByFirst(query, failed, await releaseColumns(data));
  const rowOf = async (instance: string) =>
    (await query(`${OTHER} AND g.instance = ? ORDER BY g.criterion LIMIT 1`, [run, instance]))[0];
  for (const instance of mayShow ? lost.slice(0, TRIED) : []) {
    const row = await rowOf(instance);
    const stored = row === undefined ? null : await caseOfRelease(data, instance);
    const words = row === undefined || stored === null ? null : await caseWords(stored, run, text(row, 'criterion'));
    if (row !== undefined && words !== null) return { lost: row, words };
  }
  const row = lost[0] === undefined ? undefined : await rowOf(lost[0]);
  return row === undefined ? null : { lost: row, words: null };
}

export interface FailedIn {
  readonly benchmark: Benchmark;
  readonly data: InstanceData;
  readonly failed: FailedCases;
}

/** Finds a real case of a benchmark that its first judge lost and the next did not; null where there is none of this kind. */
export function oneCase(from: FailedIn): Promise<OneCase | null> {
  const { benchmark, data, failed } = from;
  return withDatabase(data.database, async (query) => {
    const { headline, first } = failed;
    const labels = benchmarkLabels(benchmark);
    const chosen = await chosenCase(query, from);
    if (chosen === null) return null;
    const { lost, words } = chosen;
    const [instance, criterion, gold] = [text(lost, 'instance'), text(lost, 'criterion'), text(lost, 'value')];
    const said = new Map((await query(ANSWERS, [instance, criterion])).map((row) => [text(row, 'run'), row]));
    const firstOfJudge = headline.entries.filter(
      ({ row }, i, all) => all.findIndex((other) => other.row.judge === row.judge) === i,
    );
    const answers = firstOfJudge.flatMap(({ row }) => {
      const answer = said.get(row.id);
      if (answer === undefined) return [];
      const verdict = Verdict.safeParse(answer['verdict']);
      const read = { parse: Parse.parse(answer['parse']), verdict: verdict.data ?? null };
      return [{ run: row.id, name: row.name, shown: shownVerdict(read, gold, labels) }];
    });
    const { metric, slice } = headline.column;
    const list = exploreSearch({ metric: metric ?? '', run: first.row.id, slice: sliceText(slice) });
    return {
      benchmark: benchmark.id,
      instance,
      lead: `${first.row.name}${leadsAlone(headline) ? ' leads' : ', best by value in'} ${benchmark.name}, ${headline.board.title},${leadsAlone(headline) ? ' but' : ''} was wrong here`,
      synthetic: benchmark.synthetic,
      criterion: benchmark.criteria.find(({ id }) => id === criterion)?.label ?? '',
      gold: answerWords(labels, gold),
      answers: answers.slice(0, SHOWN),
      href: caseHref(benchmark.id, { id: instance, list }),
      words,
    };
  });
}

/**
 * Finds the case of the first page: one of real judges whose words may be shown; else a generated one, which has them all; else one of real
 * judges without words.
 */
export async function startCase(from: readonly FailedIn[]): Promise<OneCase | null> {
  let wordless: OneCase | null = null;
  for (const one of from.toSorted((a, b) => Number(a.benchmark.synthetic) - Number(b.benchmark.synthetic))) {
    const found = await oneCase(one);
    if (found !== null && found.words !== null) return found;
    wordless ??= found;
  }
  return wordless;
}
