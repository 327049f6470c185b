import type { APIRoute } from 'astro';
import { readRelease } from '../../release/read.ts';
import type { Benchmark } from '../../schema/benchmark.ts';
import type { Board } from '../../schema/board.ts';
import { boardMarkdown } from '../_prerender/elsewhere.ts';

export async function getStaticPaths() {
  const { benchmarks, boards } = await readRelease();
  return benchmarks.flatMap((benchmark) =>
    boards
      .filter((board) => board.benchmark === benchmark.id)
      .map((board) => ({ params: { benchmark: benchmark.id, table: board.table }, props: { benchmark, board } })),
  );
}

export const GET: APIRoute<{ readonly benchmark: Benchmark; readonly board: Board }> = async ({ props, site }) => {
  const { manifest } = await readRelease();
  return new Response(boardMarkdown(props.board, { manifest, benchmark: props.benchmark, site }), {
    headers: { 'Content-Type': 'text/markdown; charset=utf-8' },
  });
};
