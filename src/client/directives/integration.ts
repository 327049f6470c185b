import { fileURLToPath } from 'node:url';
import type { AstroIntegration } from 'astro';

/** Makes `client:interaction` known to Astro; its small script is inlined once in each page that uses it. */
export function interactionDirective(): AstroIntegration {
  return {
    name: 'client-interaction',
    hooks: {
      'astro:config:setup': ({ addClientDirective }) => {
        addClientDirective({
          name: 'interaction',
          entrypoint: fileURLToPath(new URL('./interaction.ts', import.meta.url)),
        });
      },
    },
  };
}

declare module 'astro' {
  interface AstroClientDirectives {
    'client:interaction'?: boolean | Readonly<Record<string, string>>;
  }
}
