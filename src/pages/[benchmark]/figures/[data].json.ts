import type { APIRoute, GetStaticPaths } from 'astro';
import { readRelease } from '../../../release/read.ts';
import { figuresFiles } from '../../_prerender/figures.ts';

/** Serves what the page of a way of judging reads when somebody chooses, and what it reads of each judge. */
export const getStaticPaths: GetStaticPaths = async () => {
  const { benchmarks, manifest } = await readRelease();
  const files = benchmarks.map(async (benchmark) =>
    (await figuresFiles(benchmark, manifest)).map(({ name, json }) => {
      return { params: { benchmark: benchmark.id, data: name }, props: { json } };
    }),
  );
  return (await Promise.all(files)).flat();
};

export const GET: APIRoute<{ json: string }> = ({ props }) =>
  new Response(props.json, { headers: { 'Content-Type': 'application/json' } });
