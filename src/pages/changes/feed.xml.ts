import type { APIRoute } from 'astro';
import { readRelease } from '../../release/read.ts';
import { href } from '../../ui/href.ts';
import { readDated } from '../_prerender/changes.ts';
import { changesFeed } from '../_prerender/changes-feed.ts';

export const GET: APIRoute = async ({ site }) => {
  const release = await readRelease();
  const feed = changesFeed(await readDated(release), { notes: release.dated, site: new URL(href('/'), site) });
  return new Response(feed, { headers: { 'Content-Type': 'application/atom+xml; charset=utf-8' } });
};
