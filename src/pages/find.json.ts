import type { APIRoute } from 'astro';
import { findIndex } from '../prerender/find-index.ts';
import { readRelease } from '../release/read.ts';

/** What the search box of every page finds, fetched when it first gets the focus. */
export const GET: APIRoute = async () =>
  new Response(JSON.stringify(await findIndex(await readRelease())), {
    headers: { 'Content-Type': 'application/json' },
  });
