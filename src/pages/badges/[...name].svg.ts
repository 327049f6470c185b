import type { APIRoute, GetStaticPaths } from 'astro';
import { readRelease } from '../../release/read.ts';
import { boardBadges } from '../_prerender/elsewhere.ts';

export const getStaticPaths: GetStaticPaths = async () => {
  const { boards } = await readRelease();
  return boards
    .flatMap(boardBadges)
    .map(({ path, svg }) => ({ params: { name: path.replace(/^\/badges\/|\.svg$/g, '') }, props: { svg } }));
};

export const GET: APIRoute = ({ props }) =>
  new Response(String(props.svg), { headers: { 'Content-Type': 'image/svg+xml' } });
