import { fileURLToPath } from 'node:url';
import type { AstroIntegration } from 'astro';

/** Own ways in which islands come alive, by the files that say how. */
const DIRECTIVES = {
  interaction: '../src/client/directives/interaction.ts',
  told: '../src/client/directives/told.ts',
  case: '../src/case/directive.ts',
} as const;

/** Makes `client:interaction`, `client:told` and `client:case` known to Astro; their small scripts are inlined once in each page that uses them. */
export function ownDirectives(): AstroIntegration {
  return {
    name: 'own-directives',
    hooks: {
      'astro:config:setup': ({ addClientDirective }) => {
        for (const [name, file] of Object.entries(DIRECTIVES))
          addClientDirective({ name, entrypoint: fileURLToPath(new URL(file, import.meta.url)) });
      },
    },
  };
}

declare module 'astro' {
  interface AstroClientDirectives {
    'client:interaction'?: boolean | Readonly<Record<string, string>>;
    'client:told'?: boolean;
    'client:case'?: boolean;
  }
}
