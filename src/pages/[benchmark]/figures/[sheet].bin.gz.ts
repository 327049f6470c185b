import type { APIRoute, GetStaticPaths } from 'astro';
import { sheetFile } from '../../../figures/page/prerendered.ts';
import { readRelease } from '../../../release/read.ts';
import { figuresSheets } from '../../_prerender/figures.ts';

/** Serves what figures are drawn from for any cases and any judges side by side, without a query engine. */
export const getStaticPaths: GetStaticPaths = async () => {
  const { benchmarks, manifest } = await readRelease();
  const files = benchmarks.map(async (benchmark) =>
    (await figuresSheets(benchmark, manifest)).map(({ hash, gzipped }) => {
      return {
        params: { benchmark: benchmark.id, sheet: sheetFile(hash).replace(/\.bin\.gz$/, '') },
        props: { gzipped },
      };
    }),
  );
  return (await Promise.all(files)).flat();
};

export const GET: APIRoute<{ gzipped: Uint8Array<ArrayBuffer> }> = ({ props }) =>
  new Response(props.gzipped, { headers: { 'Content-Type': 'application/gzip' } });
