import { tablesOf } from '../../board/tables-of.ts';
import { METRICS } from '../../metrics/index.ts';
import { PRICE_FACT } from '../../plot/points.ts';
import type { Release } from '../../release/read.ts';
import type { Benchmark } from '../../schema/benchmark.ts';
import { type Board, JUDGE_FACTS, tableName } from '../../schema/board.ts';
import { entryOf } from '../../schema/words.ts';
import { hasContent } from '../../site/cases/cases.ts';
import type { CaseIds, Findable, FindIndex } from '../../site/frame/find-hits.ts';
import { withDatabase } from './explore.ts';

/** A benchmark whose ids have more beginnings than this is not searched by id: then anything would look like one. */
const MOST_BEGINNINGS = 60;

const BEGINNINGS = `SELECT DISTINCT regexp_extract(instance, '^[^0-9]*') AS begins FROM instances ORDER BY begins LIMIT ${MOST_BEGINNINGS + 1}`;

async function caseIds({ manifest }: Release): Promise<readonly CaseIds[]> {
  const all = manifest.benchmarks.map(async ({ id, name, instances }) => {
    if (instances === null) return [];
    const rows = await withDatabase(instances.database, (query) => query(BEGINNINGS));
    return rows.length > MOST_BEGINNINGS ? [] : [{ id, name, begins: rows.map((row) => String(row['begins'])) }];
  });
  return (await Promise.all(all)).flat();
}

const PAGES: readonly Findable[] = [
  ['page', 'Judges', '/judges/', ''],
  ...JUDGE_FACTS.map(({ id, label }): Findable => ['page', `Judges: ${label}`, `/judges/?fact=${id}`, '']),
  ['page', 'Compare judges', '/compare/', ''],
  ['page', 'Plot anything', '/plot/', 'scatter | frontier | size | price | release date'],
  ['page', 'Ask with SQL', '/sql/', 'query | DuckDB'],
  ['page', 'Try your judge', '/your-results/', 'your results | upload | own results'],
  ['page', 'Submit', '/submit/', 'put a judge on the board | hand in | pull request'],
  ['page', 'Methods', '/methods/', 'definitions | formulas'],
  ['page', 'Data', '/data/', 'downloads | licence | cite | BibTeX'],
  ['page', 'Audit', '/audit/', 'errors | checks'],
];

/** Where prices are known, the plot of prices is the answer to who is cheap. */
const PRICES: Findable = [
  'page',
  'Plot: price of judges',
  `/plot/?x=${PRICE_FACT}`,
  'scatter | frontier',
  'cheap or expensive: what a million tokens cost | cheapest | cost | dollars',
];

/** Slices whose values a benchmark describes: the tables of such a part are about what it is. */
const DESCRIBED = {
  split: 'splits',
  subset: 'subsets',
  task: 'task_types',
  task_type: 'task_types',
} as const satisfies Record<string, keyof Benchmark>;

/** Says what a leaderboard is about: the descriptions of the parts that all of its columns are of. */
function aboutBoard(benchmark: Benchmark, { kind, columns }: Board): string {
  const [first] = columns;
  if (kind !== 'leaderboard' || first === undefined) return '';
  const shared = Object.entries(first.slice).filter(([key, value]) =>
    columns.every(({ slice }) => slice[key] === value),
  );
  return shared
    .flatMap(([key, value]) => {
      const list = entryOf(DESCRIBED, key);
      const part = list === undefined ? undefined : benchmark[list].find(({ id }) => id === value);
      return part === undefined ? [] : [part.label, part.about ?? ''];
    })
    .filter((words) => words !== '')
    .join(' | ');
}

/** Says what a benchmark is about: what is judged, and its kinds of tasks. */
const aboutBenchmark = ({ judged, task_types, dimensions, bias_types }: Benchmark): string =>
  [...judged, ...[...task_types, ...dimensions, ...bias_types].map(({ label }) => label)].join(' | ');

/** Lists every judge, benchmark, table, metric and criterion that has a page, by all its names and by what it is about, and the pages of the whole site. */
export async function findIndex(release: Release): Promise<FindIndex> {
  const { benchmarks, boards, judges, manifest } = release;
  const shown = benchmarks.filter(({ id }) => manifest.benchmarks.some((one) => one.id === id && hasContent(one)));
  const measured = new Set(boards.flatMap(({ rows }) => rows.flatMap(({ judge }) => judge ?? [])));
  const entries: Findable[] = [
    ...PAGES,
    ...(judges.some(({ id, price }) => price !== undefined && measured.has(id)) ? [PRICES] : []),
    ...shown.map((one): Findable => ['benchmark', one.name, `/${one.id}/`, one.tagline, aboutBenchmark(one)]),
    ...judges
      .filter(({ id }) => measured.has(id))
      .map(({ id, name, aliases, organisation }): Findable => {
        return ['judge', name, `/judge/${id}/`, [...aliases, organisation].join(' | ')];
      }),
    ...METRICS.map(({ id, label, name }): Findable => ['metric', label, `/methods/#${id}`, name === label ? '' : name]),
    ...shown.flatMap((benchmark) => {
      const { id, name } = benchmark;
      return tablesOf(boards, id).map((board): Findable => {
        const names = new Set([name, tableName(board)]);
        names.delete(board.title);
        const entry = ['table', board.title, `/${id}/${board.table}/`, [...names].join(' | ')] as const;
        const about = aboutBoard(benchmark, board);
        return about === '' ? entry : [...entry, about];
      });
    }),
    ...shown.flatMap(({ id, name, criteria }) => {
      const hasCases = manifest.benchmarks.find((one) => one.id === id)?.instances !== null;
      return criteria.map(({ id: criterion, label }): Findable => {
        const path = hasCases ? `/${id}/explore/?criterion=${encodeURIComponent(criterion)}` : `/${id}/about/#parts`;
        return ['criterion', label, path, name];
      });
    }),
  ];
  // A criterion of several splits is one.
  const unlike = new Map(entries.map((entry) => [entry.join('\n'), entry]));
  return { entries: [...unlike.values()], cases: await caseIds(release) };
}
