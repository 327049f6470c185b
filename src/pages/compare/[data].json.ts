import type { APIRoute, GetStaticPaths } from 'astro';
import { comparisonFile } from '../../prerender/compare.ts';
import { readRelease } from '../../release/read.ts';

/** What the comparison page reads when somebody compares. */
export const getStaticPaths: GetStaticPaths = async () => {
  const { name, json } = await comparisonFile(await readRelease());
  return [{ params: { data: name }, props: { json } }];
};

export const GET: APIRoute<{ json: string }> = ({ props }) =>
  new Response(props.json, { headers: { 'Content-Type': 'application/json' } });
