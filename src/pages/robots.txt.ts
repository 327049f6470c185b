import type { APIRoute } from 'astro';
import { href } from '../ui/href.ts';

/** Lets everybody read, and names the sitemap, whose address has to be absolute. */
export const GET: APIRoute = ({ site }) =>
  new Response(`User-agent: *\nAllow: /\nSitemap: ${new URL(href('/sitemap-index.xml'), site).href}\n`);
