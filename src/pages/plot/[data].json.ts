import type { APIRoute, GetStaticPaths } from 'astro';
import { readRelease } from '../../release/read.ts';
import { plotFile } from '../_prerender/plot.ts';

/** Serves what can be plotted, when somebody chooses. */
export const getStaticPaths: GetStaticPaths = async () => {
  const { text, name } = await plotFile(await readRelease());
  return [{ params: { data: name }, props: { text } }];
};

export const GET: APIRoute<{ readonly text: string }> = ({ props }) =>
  new Response(props.text, { headers: { 'Content-Type': 'application/json' } });
