import fs from 'node:fs/promises';
import type { APIRoute } from 'astro';

/** The project's own list of changes, as it is written. */
const FILE = 'CHANGELOG.md';

export const GET: APIRoute = async () =>
  new Response(await fs.readFile(FILE, 'utf8'), { headers: { 'Content-Type': 'text/plain; charset=utf-8' } });
