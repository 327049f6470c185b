import type { APIRoute, GetStaticPaths } from 'astro';
import { readRelease } from '../../release/read.ts';
import { previewPath } from '../../ui/href.ts';
import { previewPng, tidyPictures } from '../_prerender/preview/card.ts';
import { previewCards } from '../_prerender/preview/cards.ts';

export const getStaticPaths: GetStaticPaths = async () => {
  const cards = await previewCards(await readRelease());
  await tidyPictures(cards.map(({ svg }) => svg));
  return cards.map(({ page, svg }) => {
    const name = previewPath(page).replace(/^\/preview\/|\.png$/g, '');
    // All are started at once: they are drawn in threads while this one continues.
    const png = previewPng(svg);
    return { params: { name }, props: { png } };
  });
};

export const GET: APIRoute = async ({ props }) =>
  new Response(new Uint8Array(await (props.png as Promise<Buffer>)), { headers: { 'Content-Type': 'image/png' } });
