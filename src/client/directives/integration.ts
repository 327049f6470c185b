import { fileURLToPath } from 'node:url';
import type { AstroIntegration } from 'astro';
import type { CasesPlace } from './case.ts';

/** Makes `client:interaction` and `client:case` known to Astro; their small scripts are inlined once in each page that uses them. */
export function ownDirectives(): AstroIntegration {
  return {
    name: 'own-directives',
    hooks: {
      'astro:config:setup': ({ addClientDirective }) => {
        for (const name of ['interaction', 'case'])
          addClientDirective({ name, entrypoint: fileURLToPath(new URL(`./${name}.ts`, import.meta.url)) });
      },
    },
  };
}

declare module 'astro' {
  interface AstroClientDirectives {
    'client:interaction'?: boolean | Readonly<Record<string, string>>;
    'client:case'?: CasesPlace;
  }
}
