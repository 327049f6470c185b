import { headlineOf } from '../../board/headline.ts';
import { pageBoard } from '../../board/page-board.ts';
import { columnAddress } from '../../board/state.ts';
import { tablesOf } from '../../board/tables-of.ts';
import type { PlotData } from '../../plot/PlotIsland.tsx';
import { plotJudge, plotTable } from '../../plot/plot-index.ts';
import type { Release } from '../../release/read.ts';
import { href } from '../../ui/href.ts';
import { nameHash } from './benchmark.ts';
import { comparisonFiles } from './compare.ts';

/**
 * Gives what the page of plots holds: all columns and judges that can be chosen, and the table that it opens with, which is the first
 * benchmark's main leaderboard. Values come from the files of tables that comparisons are made of. Runs in the build.
 */
async function plotData(release: Release): Promise<PlotData> {
  const [{ name }, ...files] = await comparisonFiles(release);
  const boards = release.boards.filter(({ kind }) => kind !== 'statistics');
  const benchmarks = release.benchmarks.flatMap(({ id, name: title }) => {
    const file = files.find((one) => one.name.startsWith(`${id}.`));
    if (file === undefined) return [];
    return [{ id, name: title, file: `${file.name}.json`, tables: tablesOf(boards, id).map(plotTable) }];
  });
  const present = new Set(boards.flatMap(({ rows }) => rows.flatMap(({ judge }) => judge ?? [])));
  const judges = release.judges.filter(({ id }) => present.has(id)).map(plotJudge);
  const [opening] = release.benchmarks.flatMap(({ id }) => headlineOf(release.boards, id) ?? []);
  const first = opening === undefined ? null : columnAddress(opening.board, opening.column.key);
  return {
    index: { address: href(`/compare/${name}.json`), benchmarks, judges, first },
    start: opening === undefined ? [] : [pageBoard(opening.board)],
  };
}

/** Gives that as its file, whose name holds a hash of it: the page is drawn from it, and its island fetches it when it comes alive. */
export async function plotFile(release: Release): Promise<{ readonly text: string; readonly name: string }> {
  const text = JSON.stringify(await plotData(release));
  return { text, name: `columns.${nameHash(text)}` };
}
