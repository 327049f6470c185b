import type { APIRoute } from 'astro';
import { readRelease } from '../release/read.ts';
import { llmsText } from './_prerender/elsewhere.ts';

export const GET: APIRoute = async ({ site }) =>
  new Response(llmsText(await readRelease(), site), { headers: { 'Content-Type': 'text/plain; charset=utf-8' } });
