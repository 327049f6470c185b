import { createHash } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { AstroIntegration } from 'astro';

const INLINE = /<(script|style)(?![^>]* src=)[^>]*>([\s\S]*?)<\/\1>/g;
const POLICY = /(?<=<meta http-equiv="content-security-policy" content=")[^"]*/;

const hashOf = (text: string): string => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

/**
 * Writes a page whose policy names the hashes of what stands inline in it and no others. Astro writes those of all scripts of the site into
 * every page, which allows more than is needed and does not compress (45 bytes each); files are allowed by 'self'.
 */
export function withOwnHashes(html: string): string {
  const own = new Set([...html.matchAll(INLINE)].map(([, , text = '']) => hashOf(text)));
  return html.replace(POLICY, (policy) =>
    policy.replaceAll(/'sha256-[^']*' ?/g, (hash) => (own.has(hash.trim()) ? hash : '')),
  );
}

/** Takes the hashes of other pages' scripts out of each built page. */
export function ownHashes(): AstroIntegration {
  return {
    name: 'own-hashes',
    hooks: {
      'astro:build:done': async ({ assets }) => {
        const pages = [...assets.values()].flat().map((url) => fileURLToPath(url));
        for (const file of pages.filter((one) => one.endsWith('.html'))) {
          const html = await readFile(file, 'utf8');
          await writeFile(file, withOwnHashes(html));
        }
      },
    },
  };
}
