import type { APIRoute } from 'astro';
import { readRelease } from '../release/read.ts';
import { findIndex } from './_prerender/find-index.ts';

/** Serves what the search box of every page finds, fetched when it first gets the focus. */
export const GET: APIRoute = async () =>
  new Response(JSON.stringify(await findIndex(await readRelease())), {
    headers: { 'Content-Type': 'application/json' },
  });
