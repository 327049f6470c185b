import { type LostCounts, lossLists, withLosses } from '../../board/loss.ts';
import {
  type BoardExtras,
  type BoardFigure,
  type BoardPageFile,
  type BoardSwitch,
  pageBoard,
} from '../../board/page-board.ts';
import { tablesOf } from '../../board/tables-of.ts';
import { lostByRun } from '../../cases/sets.ts';
import { chosenParameter, figuresPath } from '../../figures/kit/case-figure.ts';
import { CASE_FIGURES, type PrerenderedFigures } from '../../figures/page/case-figures.ts';
import { metricById } from '../../metrics/index.ts';
import { SWITCHES } from '../../metrics/score.ts';
import { readRelease } from '../../release/read.ts';
import type { Benchmark } from '../../schema/benchmark.ts';
import { type Board, isComputed } from '../../schema/board.ts';
import type { Manifest, ReleaseFile } from '../../schema/release.ts';
import { boardFile, switchedPath } from '../../schema/release-paths.ts';
import { href } from '../../ui/href.ts';
import { instanceDataOf, nameHash } from './benchmark.ts';
import { withDatabase } from './explore.ts';
import { prerenderFigures } from './figures.ts';

/** Gives the figures that the metrics of a board's columns name, of those drawn; in the order of the columns. */
function boardFigures({ benchmark, columns }: Board, drawn: readonly PrerenderedFigures[]): BoardFigure[] {
  const metrics = columns.flatMap(({ metric }) => (metric === null ? [] : (metricById(metric) ?? [])));
  return [...Map.groupBy(metrics, ({ figure }) => figure)].flatMap(([id, named]): BoardFigure[] => {
    const figure = CASE_FIGURES.find((one) => one.id === id);
    const page = drawn.find(({ data }) => id !== undefined && Object.hasOwn(data, id));
    if (figure === undefined || page === undefined) return [];
    const { protocol } = page.page;
    const path = href(figuresPath(benchmark, page.pages, page.page));
    const address = (run: string): string => `${path}?${chosenParameter('judge', protocol)}=${run}#${figure.id}`;
    return [{ id: figure.id, title: figure.title, metrics: [...new Set(named.map(({ label }) => label))], address }];
  });
}

/** Gives the switches that change the board, with the files of what they make of it. */
function switchesOf({ benchmark, table }: Board, files: readonly ReleaseFile[]): readonly BoardSwitch[] {
  return SWITCHES.flatMap(({ id, on, label }) => {
    const file = files.find(({ path }) => path.startsWith(switchedPath(benchmark, table, id)));
    return file === undefined ? [] : [{ id, on, label, whole: href(`/data/${file.path}`) }];
  });
}

const counted = new Map<string, Promise<LostCounts>>();

async function countLost(benchmark: Benchmark, manifest: Manifest): Promise<LostCounts> {
  const data = instanceDataOf(manifest, benchmark);
  if (data === null) return new Map();
  const { boards } = await readRelease();
  const lists = tablesOf(boards, benchmark.id).flatMap(lossLists);
  return withDatabase(data.database, async (query) => {
    const counts = new Map<string, Readonly<Record<string, number>>>();
    for (const { losses, ...list } of lists) counts.set(losses, await lostByRun(query, list));
    return counts;
  });
}

/** Counts the cases that cost runs points under the columns of all boards of a benchmark: once, since its database is large. */
export function lostCounts(benchmark: Benchmark, manifest: Manifest): Promise<LostCounts> {
  const counts = counted.get(benchmark.id) ?? countLost(benchmark, manifest);
  counted.set(benchmark.id, counts);
  return counts;
}

/** Gives what a board's page needs beside the board; nothing for a printed one. */
export async function boardExtras(benchmark: Benchmark, board: Board, manifest: Manifest): Promise<BoardExtras> {
  if (!isComputed(board)) return { figures: [], whole: null, switches: [], lost: new Map() };
  const file = boardFile(manifest.files, board);
  return {
    lost: await lostCounts(benchmark, manifest),
    figures: boardFigures(board, await prerenderFigures(benchmark, manifest)),
    whole: file === undefined ? null : href(`/data/${file.path}`),
    switches: switchesOf(board, manifest.files),
  };
}

/** Gives the data of a board's island. The page holds the values once, in its table; the island fetches them when it comes alive. */
export function pageBoardFile(board: Board, { figures, whole, switches, lost }: BoardExtras): BoardPageFile {
  const page = pageBoard({
    ...withLosses(board, lost),
    figures: figures.length > 0,
    ...(whole === null ? {} : { whole }),
    ...(switches.length === 0 ? {} : { switches }),
  });
  const text = JSON.stringify(page);
  return { text, name: `${board.table}.${nameHash(text)}` };
}
