import type { APIRoute } from 'astro';
import { siteEntry } from './_prerender/cite.ts';

export const GET: APIRoute = async ({ site }) =>
  new Response(await siteEntry(site), { headers: { 'Content-Type': 'application/x-bibtex; charset=utf-8' } });
