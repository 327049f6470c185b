import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { constants, zstdCompress } from 'node:zlib';
import type { AstroIntegration } from 'astro';
import { WASM, WASM_PATH, WORKER, WORKER_PATH } from '../src/client/engine-files.ts';

const DIST = path.dirname(createRequire(import.meta.url).resolve('@duckdb/duckdb-wasm'));

/** Level 12 takes 1.6 s of processor time; 15 would give 1 % less in 8 s. The window is as wide as readers must allow without being asked (8 MB). */
const ZSTD = { params: { [constants.ZSTD_c_compressionLevel]: 12, [constants.ZSTD_c_windowLog]: 23 } };
const packed = (content: Uint8Array): Promise<Uint8Array> => promisify(zstdCompress)(content, ZSTD);

/** Reads a file of the installed package; throws where it is not the one that is pinned. */
async function installed({ source, sha256, bytes }: typeof WASM): Promise<Uint8Array> {
  const content = await readFile(path.join(DIST, source));
  const found = createHash('sha256').update(content).digest('hex');
  if (found === sha256 && content.byteLength === bytes) return content;
  throw new Error(
    `${source} of the installed @duckdb/duckdb-wasm is not the pinned one: SHA-256 ${found}, ${content.byteLength} bytes. ` +
      'Run `npm ci`; after an upgrade, enter the new figures in src/client/engine-files.ts.',
  );
}

/** Puts the query engine into `folder` (that is, `public`), where it is missing: its names carry its hash. */
export async function writeEngine(folder: string): Promise<void> {
  const files = [
    { file: WASM, target: path.join(folder, WASM_PATH), pack: packed },
    { file: WORKER, target: path.join(folder, WORKER_PATH), pack: (content: Uint8Array) => content },
  ];
  for (const { file, target, pack } of files) {
    if (existsSync(target)) continue;
    await mkdir(path.dirname(target), { recursive: true });
    const partial = `${target}.${process.pid}.part`;
    await writeFile(partial, await pack(await installed(file)));
    await rename(partial, target);
  }
}

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
const SMALL: ReadonlySet<string> = new Set(['bc', 'be', 'bf', 'ce']);
/** The file with what scripts of pages and islands both need, a few lines each: one file, since a request costs more than all of them. */
const LINES = /\/src\/(?:client\/(?:early-requests|directives\/ready)|prove\/open-value)\.ts$/;
/** Scripts of pages, which run where no island may ever be hydrated: they must not wait for what only islands need. */
const PAGE_SCRIPT = /astro&type=script|\/scripts?\//;

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

/** What is built, as far as this needs to know; files that are no modules have no `imports`. */
type BuiltFiles = Record<
  string,
  { readonly type: string; readonly name?: string | undefined; readonly imports?: readonly string[]; code?: string }
>;

/** Puts the comment above all that stands in these files: below what Vite writes there at last, which a banner comes before, it is lost. */
function compileAtOnce(files: BuiltFiles): void {
  for (const file of Object.values(files)) {
    if (file.type === 'chunk' && RUNS_AT_ONCE.has(file.name ?? '')) file.code = `${COMPILE_AT_ONCE}\n${file.code}`;
  }
}

/** A module of the built site: what it imports at once, and its length in characters. */
interface BuiltModule {
  readonly imports: readonly string[];
  readonly length: number;
}

/** All modules, by their paths below the site's root. */
type ModuleGraph = ReadonlyMap<string, BuiltModule>;

/** An opening tag; values of attributes may hold `>`. */
const ISLAND = /<astro-island(?:\s+[\w:-]+(?:="[^"]*")?)*\s*>/g;

const attributeOf = (tag: string, name: string): string => new RegExp(` ${name}="([^"]*)"`).exec(tag)?.[1] ?? '';

/** Lists these modules and all that they import, whatever the depth. */
function withImports(graph: ModuleGraph, modules: readonly string[]): string[] {
  const all = new Set(modules);
  for (const one of all) for (const other of graph.get(one)?.imports ?? []) all.add(other);
  return [...all];
}

/** A page's own script, whose modules are there before an island needs them. */
const SCRIPT_TAG = /<script type="module" src="([^"]+)"/g;

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
 * Writes a page whose islands know their modules beforehand, so that these do not come one layer after the other. Of an island that is
 * hydrated at once all stand in the page's head. Of one that waits, for a sign of interest or for the texts of a case, they stand beside it
 * (`data-modules`, for its directive), the longest first: where a host sends few files at a time these decide. Left out is what Astro
 * begins with by itself, or the page's own scripts brought.
 */
export function withModules(html: string, graph: ModuleGraph, base: string): string {
  const head = new Set<string>();
  const there = withImports(
    graph,
    [...html.matchAll(SCRIPT_TAG)].map(([, src = '']) => src.slice(base.length)),
  );
  const lengthOf = (one: string): number => graph.get(one)?.length ?? 0;
  const marked = html.replace(ISLAND, (island) => {
    const entries = ['component-url', 'renderer-url'].map((name) => attributeOf(island, name).slice(base.length));
    const modules = withImports(graph, entries).sort((one, other) => lengthOf(other) - lengthOf(one));
    const client = attributeOf(island, 'client');
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

const INLINE_CODE = /<(script|style)(?![^>]* src=)[^>]*>([\s\S]*?)<\/\1>/g;
const POLICY = /(?<=<meta http-equiv="content-security-policy" content=")[^"]*/;

const hashOf = (text: string): string => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

/**
 * Writes a page whose policy names the hashes of what stands inline in it and no others. Astro writes those of all scripts of the site into
 * every page, which allows more than is needed and does not compress (45 bytes each); files are allowed by 'self'.
 */
export function withOwnHashes(html: string): string {
  const own = new Set([...html.matchAll(INLINE_CODE)].map(([, , text = '']) => hashOf(text)));
  return html.replace(POLICY, (policy) =>
    policy.replaceAll(/'sha256-[^']*' ?/g, (hash) => (own.has(hash.trim()) ? hash : '')),
  );
}

/** A script that stands in an Astro page or component. */
const ASTRO_SCRIPT = /[?&]astro&type=script/;
/** Those of leaderboards are small and stand inline, where nothing can keep them from coming. */
const INLINE = /\/(?:frame\/Base|own\/BoardDrop)\.astro\?/;

/** Makes every script of a page report at its end that it has run, so that the page notices one that has not (`src/site/frame/missing-script.ts`). */
const withReport = (code: string, id: string) =>
  ASTRO_SCRIPT.test(id) && !INLINE.test(id)
    ? { code: `${code}\n(window.ran ??= []).push(import.meta.url);`, map: null }
    : null;

/** Own ways in which islands are hydrated, by the files that say how; their small scripts are inlined once in each page that uses them. */
const DIRECTIVES = {
  interaction: '../src/client/directives/interaction.ts',
  told: '../src/client/directives/told.ts',
  case: '../src/case/directive.ts',
} as const;

declare module 'astro' {
  interface AstroClientDirectives {
    'client:interaction'?: boolean | Readonly<Record<string, string>>;
    'client:told'?: boolean;
    'client:case'?: boolean;
  }
}

/** What the site's build does beyond Astro: files of modules, the engine, directives, and the last pass over each page. */
export function siteBuild(): AstroIntegration {
  const graph = new Map<string, BuiltModule>();
  let base = '/';
  const chunks = {
    name: 'shared-chunks',
    enforce: 'post' as const,
    configEnvironment: (name: string) => (name === 'client' ? { build: { rolldownOptions: OPTIONS } } : null),
    generateBundle: { order: 'post' as const, handler: (_: unknown, files: BuiltFiles) => compileAtOnce(files) },
  };
  const modules = {
    name: 'island-modules',
    applyToEnvironment: ({ name }: { readonly name: string }) => name === 'client',
    generateBundle: (_: unknown, files: BuiltFiles) => {
      for (const [file, { imports, code }] of Object.entries(files))
        if (imports !== undefined && code !== undefined) graph.set(file, { imports, length: code.length });
    },
  };
  const report = {
    name: 'reporting-scripts',
    apply: 'build' as const,
    enforce: 'post' as const,
    transform: withReport,
  };
  return {
    name: 'site-build',
    hooks: {
      'astro:config:setup': async ({ config, updateConfig, addClientDirective }) => {
        updateConfig({ vite: { plugins: [chunks, modules, report] } });
        for (const [name, file] of Object.entries(DIRECTIVES))
          addClientDirective({ name, entrypoint: fileURLToPath(new URL(file, import.meta.url)) });
        await writeEngine(fileURLToPath(config.publicDir));
      },
      'astro:config:done': ({ config }) => {
        base = config.base.replace(/\/?$/, '/');
      },
      'astro:build:done': async ({ assets }) => {
        const pages = [...assets.values()].flat().map((url) => fileURLToPath(url));
        for (const file of pages.filter((one) => one.endsWith('.html'))) {
          const html = await readFile(file, 'utf8');
          await writeFile(file, withOwnHashes(withCaseAskedFirst(withModules(html, graph, base))));
        }
      },
    },
  };
}
