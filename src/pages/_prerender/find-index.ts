import { tablesOf } from '../../board/tables-of.ts';
import { METRICS } from '../../metrics/index.ts';
import type { Release } from '../../release/read.ts';
import { JUDGE_FACTS, tableName } from '../../schema/board.ts';
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
  ['page', 'Your results', '/your-results/', 'upload | own results | submit'],
  ['page', 'Methods', '/methods/', 'definitions | formulas'],
  ['page', 'Data', '/data/', 'downloads | licence'],
  ['page', 'Audit', '/audit/', 'errors | checks'],
];

/** Lists every judge, benchmark, table, metric and criterion that has a page, by all its names, and the pages of the whole site. */
export async function findIndex(release: Release): Promise<FindIndex> {
  const { benchmarks, boards, judges, manifest } = release;
  const shown = benchmarks.filter(({ id }) => manifest.benchmarks.some((one) => one.id === id && hasContent(one)));
  const measured = new Set(boards.flatMap(({ rows }) => rows.flatMap(({ judge }) => judge ?? [])));
  const entries: Findable[] = [
    ...PAGES,
    ...shown.map(({ id, name, tagline }): Findable => ['benchmark', name, `/${id}/`, tagline]),
    ...judges
      .filter(({ id }) => measured.has(id))
      .map(({ id, name, aliases, organisation }): Findable => {
        return ['judge', name, `/judge/${id}/`, [...aliases, organisation].join(' | ')];
      }),
    ...METRICS.map(({ id, label, name }): Findable => ['metric', label, `/methods/#${id}`, name === label ? '' : name]),
    ...shown.flatMap(({ id, name }) =>
      tablesOf(boards, id).map((board): Findable => {
        const names = new Set([name, tableName(board)]);
        names.delete(board.title);
        return ['table', board.title, `/${id}/${board.table}/`, [...names].join(' | ')];
      }),
    ),
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
