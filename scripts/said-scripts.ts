import type { AstroIntegration } from 'astro';

/** A script that stands in an Astro page or component. */
const PAGE_SCRIPT = /[?&]astro&type=script/;
/** Those of leaderboards are small and stand inline, where nothing can keep them from coming. */
const INLINE = /\/(?:frame\/Base|own\/BoardDrop)\.astro\?/;

/** Makes every script of a page say at its end that it has run, so that the page can tell of one that has not (`src/site/frame/missing-script.ts`). */
export function saidScripts(): AstroIntegration {
  const plugin = {
    name: 'said-scripts',
    apply: 'build' as const,
    enforce: 'post' as const,
    transform: (code: string, id: string) =>
      PAGE_SCRIPT.test(id) && !INLINE.test(id)
        ? { code: `${code}\n(window.ran ??= []).push(import.meta.url);`, map: null }
        : null,
  };
  return {
    name: 'said-scripts',
    hooks: {
      'astro:config:setup': ({ updateConfig }) => {
        updateConfig({ vite: { plugins: [plugin] } });
      },
    },
  };
}
