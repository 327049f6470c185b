import { readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { AstroIntegration } from 'astro';

/** A module of the built site: what it imports at once, and its length in characters. */
interface BuiltModule {
  readonly imports: readonly string[];
  readonly length: number;
}

/** All modules, by their paths below the site's root. */
type ModuleGraph = ReadonlyMap<string, BuiltModule>;

/** An opening tag; values of attributes may hold `>`. */
const ISLAND = /<astro-island(?:\s+[\w:-]+(?:="[^"]*")?)*\s*>/g;

const attribute = (tag: string, name: string): string => new RegExp(` ${name}="([^"]*)"`).exec(tag)?.[1] ?? '';

/** Lists these modules and all that they import, whatever the depth. */
function withImports(graph: ModuleGraph, modules: readonly string[]): string[] {
  const all = new Set(modules);
  for (const one of all) for (const other of graph.get(one)?.imports ?? []) all.add(other);
  return [...all];
}

/** A page's own script, whose modules are there before an island needs them. */
const PAGE_SCRIPT = /<script type="module" src="([^"]+)"/g;

/** The script of `client:case`, which asks for the case that the page is about. */
const CASE_SCRIPT = /<script>(?:(?!<\/script>)[\s\S])*"astro:case"(?:(?!<\/script>)[\s\S])*<\/script>/;
const SHEET = '<link rel="stylesheet"';

/** Writes a page whose script that asks for a case stands before the sheets: behind them it would run only once they are there. */
export function withCaseAskedFirst(html: string): string {
  const script = CASE_SCRIPT.exec(html)?.[0];
  if (script === undefined) return html;
  return html.replace(script, '').replace(SHEET, () => script + SHEET);
}

/**
 * Writes a page whose islands know their modules beforehand, so that these do not come one layer after the other. Of an island that comes
 * alive at once all stand in the page's head. Of one that waits, for a sign of interest or for the texts of a case, they stand beside it
 * (`data-modules`, for its directive), the longest first: where a host sends few files at a time these decide. Left out is what Astro
 * begins with by itself, or the page's own scripts brought.
 */
export function withModules(html: string, graph: ModuleGraph, base: string): string {
  const head = new Set<string>();
  const there = withImports(
    graph,
    [...html.matchAll(PAGE_SCRIPT)].map(([, src = '']) => src.slice(base.length)),
  );
  const lengthOf = (one: string): number => graph.get(one)?.length ?? 0;
  const marked = html.replace(ISLAND, (island) => {
    const entries = ['component-url', 'renderer-url'].map((name) => attribute(island, name).slice(base.length));
    const modules = withImports(graph, entries).sort((one, other) => lengthOf(other) - lengthOf(one));
    const client = attribute(island, 'client');
    if (client !== 'interaction' && client !== 'case') {
      for (const one of modules) head.add(base + one);
      return island;
    }
    const needless = [...entries, ...there];
    const named = modules.filter((one) => !needless.includes(one)).map((one) => base + one);
    return named.length === 0
      ? island
      : island.replace('<astro-island', `<astro-island data-modules="${named.join(' ')}"`);
  });
  const links = [...head].map((one) => `<link rel="modulepreload" href="${one}">`);
  return links.length === 0 ? marked : marked.replace('</head>', `${links.join('')}</head>`);
}

/** Tells the built pages which modules their islands consist of. */
export function islandModules(): AstroIntegration {
  const graph = new Map<string, BuiltModule>();
  let base = '/';
  return {
    name: 'island-modules',
    hooks: {
      'astro:config:setup': ({ updateConfig }) => {
        updateConfig({
          vite: {
            plugins: [
              {
                name: 'island-modules',
                applyToEnvironment: ({ name }) => name === 'client',
                generateBundle: (_options, bundle) => {
                  for (const [file, output] of Object.entries(bundle))
                    if (output.type === 'chunk')
                      graph.set(file, { imports: output.imports, length: output.code.length });
                },
              },
            ],
          },
        });
      },
      'astro:config:done': ({ config }) => {
        base = config.base.replace(/\/?$/, '/');
      },
      'astro:build:done': async ({ assets }) => {
        const pages = [...assets.values()].flat().map((url) => fileURLToPath(url));
        for (const file of pages.filter((one) => one.endsWith('.html'))) {
          const html = await readFile(file, 'utf8');
          const told = withCaseAskedFirst(withModules(html, graph, base));
          if (told !== html) await writeFile(file, told);
        }
      },
    },
  };
}
