import type { AstroIntegration } from 'astro';

/** What is asked of the bundler's module graph. */
interface Modules {
  getModuleInfo(id: string): { readonly importers: readonly string[]; readonly isEntry: boolean } | null;
}

/** Islands that somebody who goes through the site meets, each with a letter for the names of what they share. */
const ISLANDS: readonly (readonly [letter: string, file: string])[] = [
  ['b', 'src/board/BoardIsland.tsx'],
  ['c', 'src/case/CaseIsland.tsx'],
  ['e', 'src/explore/ExploreIsland.tsx'],
  ['f', 'src/figures/page/FiguresIsland.tsx'],
  ['p', 'src/compare/CompareIsland.tsx'],
];
/** Pairs of them that share no more than 2 kB of their own. */
const SMALL: ReadonlySet<string> = new Set(['bc', 'be', 'ce']);
/** The file with what scripts of pages and islands both need, a few lines each: one file, since a request costs more than all of them. */
const LINES = /\/src\/client\/(?:early|early-requests|local-cases|save-file|directives\/ready)\.ts$/;
/** Scripts of pages, which run where no island may ever come alive: they must not wait for what only islands need. */
const PAGE_SCRIPT = /astro&type=script|\/scripts?\/|src\/(?:site|frame|judge)\//;

/** What says how large charts are and where their names stand, which the code that draws them asks for on any page. */
const OF_CHARTS = /\/src\/charts\/(?!save\/)/;

/** Finds the entries from which a module is imported, however indirectly, and itself. */
function importersOf(id: string, modules: Modules): ReadonlySet<string> {
  const all = new Set([id]);
  for (const one of all) for (const importer of modules.getModuleInfo(one)?.importers ?? []) all.add(importer);
  return all;
}

/**
 * Says which file a module of the pages goes to: one for all that the same islands need, so that an island has a few files and none of what
 * only others need; null: the bundler decides.
 */
function chunkOf(id: string, modules: Modules): string | null {
  const importers = [...importersOf(id, modules)];
  if (importers.some((one) => PAGE_SCRIPT.test(one))) return null;
  const letters = ISLANDS.filter(([, file]) => importers.some((one) => one.endsWith(file))).map(([letter]) => letter);
  if (letters.length === 0) return null;
  if (OF_CHARTS.test(id)) return 'island-fp';
  // What three or more share is small, and so is what some pairs share: one file of it costs the others less than its name costs every page.
  const pair = letters.join('');
  if (letters.length < 3 && !SMALL.has(pair)) return `island-${pair}`;
  return letters.includes('b') ? 'islands' : 'islands-of-cases';
}

/** What runs, nearly all of it, while somebody waits for the first answer of an island. */
const RUNS_AT_ONCE: ReadonlySet<string> = new Set(['react', 'islands', 'islands-of-cases', 'island-e', 'island-ef']);
/**
 * Tells Chromium to compile these functions beside the page's own thread, as the script comes, and not one by one when each is first
 * called, which holds the page: a sixth of the processor time of an explorer's first filter. Other browsers read a comment.
 */
const COMPILE_AT_ONCE = '//# allFunctionsCalledOnLoad';

/** React is one file for all islands, with what boards and charts both need beside it; and what the same islands share is one. */
const OPTIONS = {
  // jsPDF asks for them where HTML is made into a PDF, which nothing here does.
  external: ['canvg', 'dompurify', 'html2canvas'],
  // What chunks hold beside their entries may be exported, too.
  preserveEntrySignatures: 'allow-extension' as const,
  output: {
    codeSplitting: {
      includeDependenciesRecursively: false,
      groups: [
        { name: 'react', test: /node_modules\/(?:react|react-dom|scheduler|use-sync-external-store)\//, priority: 1 },
        { name: 'lines', test: LINES, priority: 1 },
        { name: chunkOf },
      ],
    },
  },
};

/** What is built, as far as this needs to know. */
type BuiltFiles = Record<string, { readonly type: string; readonly name?: string | undefined; code?: string }>;

/** Puts the comment above all that stands in these files: below what Vite writes there at last, which a banner comes before, it is lost. */
function compileAtOnce(files: BuiltFiles): void {
  for (const file of Object.values(files)) {
    if (file.type === 'chunk' && RUNS_AT_ONCE.has(file.name ?? '')) file.code = `${COMPILE_AT_ONCE}\n${file.code}`;
  }
}

/** Puts the pages' modules into files by the islands that need them. */
export function sharedChunks(): AstroIntegration {
  const plugin = {
    name: 'shared-chunks',
    enforce: 'post' as const,
    configEnvironment: (name: string) => (name === 'client' ? { build: { rolldownOptions: OPTIONS } } : null),
    generateBundle: { order: 'post' as const, handler: (_: unknown, files: BuiltFiles) => compileAtOnce(files) },
  };
  return {
    name: 'shared-chunks',
    hooks: {
      'astro:config:setup': ({ updateConfig }) => {
        updateConfig({ vite: { plugins: [plugin] } });
      },
    },
  };
}
