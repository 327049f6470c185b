import type { APIRoute } from 'astro';
import { siteData } from '../../prerender/your-results.ts';
import { readRelease } from '../../release/read.ts';

/** What the page of one's own results compares files with. */
export const GET: APIRoute = async () =>
  new Response(JSON.stringify(siteData(await readRelease())), { headers: { 'Content-Type': 'application/json' } });
