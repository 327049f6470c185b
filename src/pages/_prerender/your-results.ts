import type { SiteData } from '../../own/site-data.ts';
import type { Release } from '../../release/read.ts';
import { isComputed } from '../../schema/board-name.ts';
import { boardFile } from '../../schema/release-paths.ts';

/** Gives benchmarks and judges as the page of one's own results needs them. */
export const siteData = ({ manifest, benchmarks, judges, boards }: Release): SiteData => ({
  release: manifest.release,
  judges,
  benchmarks: benchmarks.map((benchmark) => ({
    benchmark,
    cases: manifest.benchmarks.some(({ id, instances }) => id === benchmark.id && instances !== null),
    printed: boards
      .filter((board) => board.benchmark === benchmark.id && board.kind === 'leaderboard' && !isComputed(board))
      .flatMap((board) => boardFile(manifest.files, board)?.path ?? []),
  })),
});
