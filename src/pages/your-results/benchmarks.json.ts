import type { APIRoute } from 'astro';
import { readRelease } from '../../release/read.ts';
import { siteData } from '../_prerender/your-results.ts';

/** Serves what the page of one's own results compares files with. */
export const GET: APIRoute = async () =>
  new Response(JSON.stringify(siteData(await readRelease())), { headers: { 'Content-Type': 'application/json' } });
