import { readFileSync } from 'node:fs';
import sitemap from '@astrojs/sitemap';
import type { AstroConfig, AstroIntegration } from 'astro';

/** What a built page names as its canonical address; null where it names none. */
function canonicalOf(address: string, { outDir, base }: Pick<AstroConfig, 'outDir' | 'base'>): string | null {
  const below = new URL(address).pathname.slice(base.replace(/\/*$/, '/').length);
  const html = readFileSync(new URL(`./${below}index.html`, outDir), 'utf8');
  return /<link rel="canonical" href="([^"]*)"/.exec(html)?.[1] ?? null;
}

/** The sitemap, with one address a page: where a page stands at two, that which it calls canonical. */
export function canonicalSitemap(): AstroIntegration {
  let config: AstroConfig | undefined;
  const whole = sitemap({
    filter: (address) => config !== undefined && canonicalOf(address, config) === address,
  });
  return {
    ...whole,
    hooks: {
      ...whole.hooks,
      'astro:config:done': async (given) => {
        config = given.config;
        await whole.hooks['astro:config:done']?.(given);
      },
    },
  };
}
