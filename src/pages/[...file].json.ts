import type { APIRoute } from 'astro';
import { tablesOf } from '../board/tables-of.ts';
import type { SiteData } from '../own/judge-files.ts';
import { type Release, readRelease } from '../release/read.ts';
import { isComputed } from '../schema/board.ts';
import { boardFile } from '../schema/release-paths.ts';
import { apiFiles } from './_prerender/api.ts';
import { boardExtras, pageBoardFile } from './_prerender/board.ts';
import { changesFile } from './_prerender/changes.ts';
import { comparisonFiles } from './_prerender/compare.ts';
import { figuresFiles } from './_prerender/figures.ts';
import { findIndex } from './_prerender/find-index.ts';
import { plotFile } from './_prerender/plot.ts';

/** Benchmarks and judges as the page of one's own results needs them. */
const siteData = ({ manifest, benchmarks, judges, boards }: Release): SiteData => ({
  release: manifest.release,
  judges,
  benchmarks: benchmarks.map((benchmark) => ({
    benchmark: { ...benchmark, printed_cases: [] },
    cases: manifest.benchmarks.some(({ id, instances }) => id === benchmark.id && instances !== null),
    printed: boards
      .filter((board) => board.benchmark === benchmark.id && board.kind === 'leaderboard' && !isComputed(board))
      .flatMap((board) => boardFile(manifest.files, board)?.path ?? []),
  })),
});

const fileOf = (file: string, json: string) => ({ params: { file }, props: { json } });

/** Serves what pages fetch: of every page's search, of one's own results, of the plot and the comparison, and of each board and figure; and what scripts of others read (`api/v1`). */
export async function getStaticPaths() {
  const release = await readRelease();
  const { benchmarks, boards, manifest } = release;
  const ofBenchmarks = benchmarks.map(async (benchmark) => {
    const own = tablesOf(boards, benchmark.id).map(async (board) => {
      const { name, text } = pageBoardFile(board, await boardExtras(benchmark, board, manifest));
      return fileOf(`${benchmark.id}/boards/${name}`, text);
    });
    const figures = await figuresFiles(benchmark, manifest);
    return [
      ...(await Promise.all(own)),
      ...figures.map(({ name, json }) => fileOf(`${benchmark.id}/figures/${name}`, json)),
    ];
  });
  const plot = await plotFile(release);
  const changes = await changesFile(release);
  return [
    fileOf('find', JSON.stringify(await findIndex(release))),
    fileOf('your-results/benchmarks', JSON.stringify(siteData(release))),
    fileOf(`plot/${plot.name}`, plot.text),
    fileOf(`changes/${changes.name}`, changes.text),
    fileOf('changes/releases', JSON.stringify(release.dated)),
    ...apiFiles(release).map(({ file, json }) => fileOf(file, json)),
    ...(await comparisonFiles(release)).map(({ name, json }) => fileOf(`compare/${name}`, json)),
    ...(await Promise.all(ofBenchmarks)).flat(),
  ];
}

export const GET: APIRoute<{ readonly json: string }> = ({ props }) =>
  new Response(props.json, { headers: { 'Content-Type': 'application/json' } });
