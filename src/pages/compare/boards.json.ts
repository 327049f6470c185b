import type { APIRoute } from 'astro';
import { comparisonFile } from '../../prerender/compare.ts';
import { readRelease } from '../../release/read.ts';

/** What the comparison page reads when somebody compares. */
export const GET: APIRoute = async () =>
  new Response(JSON.stringify(await comparisonFile(await readRelease())), {
    headers: { 'Content-Type': 'application/json' },
  });
