import type { APIRoute, GetStaticPaths } from 'astro';
import { readRelease } from '../../release/read.ts';
import { comparisonFiles } from '../_prerender/compare.ts';

/** Serves what the comparison page reads when somebody compares. */
export const getStaticPaths: GetStaticPaths = async () => {
  const files = await comparisonFiles(await readRelease());
  return files.map(({ name, json }) => ({ params: { data: name }, props: { json } }));
};

export const GET: APIRoute<{ json: string }> = ({ props }) =>
  new Response(props.json, { headers: { 'Content-Type': 'application/json' } });
