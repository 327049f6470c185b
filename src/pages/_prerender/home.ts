import { type FailedCases, leadsAlone } from '../../board/headline.ts';
import { shownVerdict } from '../../case/outcome.ts';
import { hasBit } from '../../cases/columns/bits.ts';
import type { CaseColumns } from '../../cases/columns/read.ts';
import { casesAt } from '../../cases/columns/select.ts';
import { answerWords, benchmarkLabels } from '../../cases/labels.ts';
import { findPlaces } from '../../cases/sets.ts';
import { ANY_ANSWERS, EVERY_CASE } from '../../cases/wanted.ts';
import { caseHref } from '../../explore/case-address.ts';
import { exploreSearch } from '../../explore/state.ts';
import { type Benchmark, Verdict } from '../../schema/benchmark.ts';
import type { Judge } from '../../schema/judge.ts';
import { Parse } from '../../schema/records.ts';
import type { InstanceData } from '../../schema/release.ts';
import { sliceText } from '../../schema/slice.ts';
import type { OneCase } from '../../site/cases/cases.ts';
import { number, type Query, text } from '../../sql/query.ts';
import { listedTable } from '../../sql/quote.ts';
import { releaseColumns, withDatabase } from './explore.ts';

interface Answered {
  readonly benchmark: Benchmark;
  readonly data: InstanceData | null;
}

/**
 * Counts the answers that judges gave. Programs are no judges, a row without an answer is none, and judgments that are made from those of another
 * protocol (`made_from`) are no further answers.
 */
export async function answersGiven(benchmarks: readonly Answered[], judges: readonly Judge[]): Promise<number> {
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

/** Finds the case that most judges were right about, of those where the first judge chose the other response and the next did not. */
async function findCase(query: Query, { headline, first }: FailedCases, columns: CaseColumns): Promise<string | null> {
  const { column, entries } = headline;
  const next = entries.find(({ row }) => row.judge !== first.row.judge);
  const run = first.row.id;
  // A database that replaced another one (as in the bench of cases) has other runs.
  const right = columns.verdicts[columns.runs.indexOf(next?.row.id ?? '')]?.won;
  if (column.metric === null || right === undefined || !columns.runs.includes(run)) return null;
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
  const [found] = lost
    .filter((at) => hasBit(right, at) && hasBit(chosenOther, at))
    .toSorted((a, b) => nRight(b) - nRight(a) || columns.longest.at(b) - columns.longest.at(a) || a - b);
  return found === undefined ? null : (columns.instances.at(found) ?? null);
}

/** Finds a real case of a benchmark that its first judge lost and the next did not; null where there is none of this kind. */
export function oneCase(benchmark: Benchmark, data: InstanceData, failed: FailedCases): Promise<OneCase | null> {
  return withDatabase(data.database, async (query) => {
    const { headline, first } = failed;
    const labels = benchmarkLabels(benchmark);
    const instance = await findCase(query, failed, await releaseColumns(data));
    const run = first.row.id;
    const [lost] =
      instance === null ? [] : await query(`${OTHER} AND g.instance = ? ORDER BY g.criterion LIMIT 1`, [run, instance]);
    if (instance === null || lost === undefined) return null;
    const [criterion, gold] = [text(lost, 'criterion'), text(lost, 'value')];
    const said = new Map((await query(ANSWERS, [instance, criterion])).map((row) => [text(row, 'run'), row]));
    const firstOfJudge = headline.entries.filter(
      ({ row }, i, all) => all.findIndex((other) => other.row.judge === row.judge) === i,
    );
    const answers = firstOfJudge.flatMap(({ row }) => {
      const answer = said.get(row.id);
      if (answer === undefined) return [];
      const verdict = Verdict.safeParse(answer['verdict']);
      const read = { parse: Parse.parse(answer['parse']), verdict: verdict.data ?? null };
      const shown = shownVerdict(read, gold, labels);
      return [{ run: row.id, name: row.name, shown }];
    });
    const { metric, slice } = headline.column;
    const list = exploreSearch({ metric: metric ?? '', run, slice: sliceText(slice) });
    return {
      benchmark: benchmark.id,
      benchmarkName: benchmark.name,
      instance,
      lead: `${first.row.name}${leadsAlone(headline) ? ' leads' : ', best by value in'} ${benchmark.name}, ${headline.board.title},${leadsAlone(headline) ? ' but' : ''} failed here`,
      criterion: benchmark.criteria.find(({ id }) => id === criterion)?.label ?? '',
      gold: answerWords(labels, gold),
      answers: answers.slice(0, SHOWN),
      href: caseHref(benchmark.id, { id: instance, list }),
    };
  });
}
