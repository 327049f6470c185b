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

/** A module as long takes longer than a round trip, so it is asked for before all others. */
const LONG = 30_000;

/** An opening tag; values of attributes may hold `>`. */
const ISLAND = /<astro-island(?:\s+[\w:-]+(?:="[^"]*")?)*\s*>/g;

const attribute = (tag: string, name: string): string => new RegExp(` ${name}="([^"]*)"`).exec(tag)?.[1] ?? '';

/** These modules and all that they import, whatever the depth. */
function withImports(graph: ModuleGraph, modules: readonly string[]): string[] {
  const all = new Set(modules);
  for (const one of all) for (const other of graph.get(one)?.imports ?? []) all.add(other);
  return [...all];
}

/**
 * A page whose islands know their modules beforehand, so that these do not come one layer after the other. Of an island that comes alive at once
 * all stand in the page's head; those of a case come after its texts, which the page draws by itself. Of one that waits for a sign of interest those stand beside it (`data-modules`, for its directive) that would
 * be asked for in a third layer, and long ones, the longest first; the names of all would cost a page up to 800 bytes.
 */
export function withModules(html: string, graph: ModuleGraph, base: string): string {
  const head = new Map<string, string>();
  const marked = html.replace(ISLAND, (island) => {
    const entries = ['component-url', 'renderer-url'].map((name) => attribute(island, name).slice(base.length));
    const modules = withImports(graph, entries);
    const client = attribute(island, 'client');
    if (client !== 'interaction') {
      for (const one of modules) head.set(base + one, client === 'case' ? ' fetchpriority="low"' : '');
      return island;
    }
    const asked = new Set([...entries, ...entries.flatMap((one) => graph.get(one)?.imports ?? [])]);
    const lengthOf = (one: string): number => graph.get(one)?.length ?? 0;
    const deep = modules
      .filter((one) => !asked.has(one) || lengthOf(one) > LONG)
      .sort((one, other) => lengthOf(other) - lengthOf(one))
      .map((one) => base + one);
    return deep.length === 0
      ? island
      : island.replace('<astro-island', `<astro-island data-modules="${deep.join(' ')}"`);
  });
  const links = [...head].map(([one, urgency]) => `<link rel="modulepreload" href="${one}"${urgency}>`);
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
          const told = withModules(html, graph, base);
          if (told !== html) await writeFile(file, told);
        }
      },
    },
  };
}
