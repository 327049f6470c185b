import { createHash } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { encodeSheet } from '../../cases/columns/sheet.ts';
import type { FigureChoices, SheetKind } from '../../figures/kit/instance-figure.ts';
import { CASE_FIGURES } from '../../figures/page/case-figures.ts';
import { gatherPages } from '../../figures/page/gather-figures.ts';
import { type PrerenderedFigures, runFile } from '../../figures/page/prerendered.ts';
import { makeSheet } from '../../figures/page/sheets.ts';
import { figuresSlug } from '../../figures/state.ts';
import type { Benchmark } from '../../schema/benchmark.ts';
import type { Manifest } from '../../schema/release.ts';
import { MOST_READ } from '../../schema/release-paths.ts';
import type { Query } from '../../sql/query.ts';
import { closelyOf, hashedJson } from './closely.ts';
import { withDatabase } from './explore.ts';

/** Digits of the hash in a file's name. */
const HASH = 12;

/** A stored sheet of a page's figures. */
interface SheetFile {
  readonly kind: SheetKind;
  /** Part of the SHA-256 of the inflated bytes, hex: it stands in the file's name. */
  readonly hash: string;
  readonly gzipped: Uint8Array<ArrayBuffer>;
}

/**
 * Makes the stored sheets of a page's figures. Where a sheet cannot hold a benchmark's answers, a warning says so, and the figures are left
 * to the query engine.
 */
async function sheetsOf(
  query: Query,
  { page, choices, data }: Pick<PrerenderedFigures, 'page' | 'choices' | 'data'>,
): Promise<readonly SheetFile[]> {
  const kinds = new Set(CASE_FIGURES.flatMap(({ id, quick }) => (Object.hasOwn(data, id) ? (quick?.sheet ?? []) : [])));
  const files: SheetFile[] = [];
  for (const kind of kinds) {
    const sheet = await makeSheet(query, kind, { choices, protocol: page.protocol });
    const bytes = sheet === null ? null : encodeSheet(sheet);
    if (bytes === null || bytes.length > MOST_READ) {
      console.warn(
        `${choices.name}, ${page.protocol}: more ${kind} than a stored sheet holds; the query engine draws these figures.`,
      );
      continue;
    }
    const hash = createHash('sha256').update(bytes).digest('hex').slice(0, HASH);
    files.push({ kind, hash, gzipped: new Uint8Array(gzipSync(bytes, { level: 9 })) });
  }
  return files;
}

/** A page with the files of the runs that it can look at closely, and those that its figures are drawn from for any cases. */
interface DrawnPage {
  readonly known: PrerenderedFigures;
  readonly runs: readonly { readonly run: string; readonly hash: string; readonly json: string }[];
  readonly sheets: readonly SheetFile[];
}

/** Draws the pages of figures of the benchmark in the current database. `words`: whether words of reasons can be searched. */
export async function drawPages(
  query: Query,
  benchmark: Benchmark,
  { release, words }: Pick<FigureChoices, 'release' | 'words'>,
): Promise<readonly DrawnPage[]> {
  const named = { benchmark: benchmark.id, name: benchmark.name, licence: benchmark.data_licence, release, words };
  const drawn: (Omit<DrawnPage, 'known'> & { readonly known: Omit<PrerenderedFigures, 'pages'> })[] = [];
  for await (const gathered of gatherPages(query, benchmark, named)) {
    const { page, choices, data } = gathered;
    const each = [...(await closelyOf(query, gathered))];
    const files = each.map(([run, figures]) => ({ run, ...hashedJson(figures) }));
    const closely = Object.fromEntries(files.map(({ run, hash }) => [run, hash]));
    const stored = await sheetsOf(query, { page, choices, data });
    const sheets = Object.fromEntries(stored.map(({ kind, hash }) => [kind, hash]));
    drawn.push({ known: { ...gathered, closely, sheets }, runs: files, sheets: stored });
  }
  const pages = drawn.map(({ known }) => known.page);
  return drawn.map(({ known, ...files }) => ({ known: { ...known, pages }, ...files }));
}

const drawn = new Map<string, Promise<readonly DrawnPage[]>>();

async function drawnPages(benchmark: Benchmark, { benchmarks, release }: Manifest): Promise<readonly DrawnPage[]> {
  const data = benchmarks.find(({ id }) => id === benchmark.id)?.instances ?? null;
  if (data === null) return [];
  const pages =
    drawn.get(data.database) ??
    withDatabase(data.database, (query) =>
      drawPages(query, benchmark, { release, words: data.postings !== undefined }),
    );
  drawn.set(data.database, pages);
  return pages;
}

/**
 * Draws the figures of a benchmark's cases as they stand before any script runs, from its database in the release: by page, in the
 * order of the schema, those without a figure left out. Worked out once per build; none for a benchmark without cases.
 */
export async function prerenderFigures(
  benchmark: Benchmark,
  manifest: Manifest,
): Promise<readonly PrerenderedFigures[]> {
  return (await drawnPages(benchmark, manifest)).map(({ known }) => known);
}

/** A file of the folder of a benchmark's figures: its name, without `.json`, carries its hash. */
interface FiguresFile {
  readonly name: string;
  readonly json: string;
}

/** Gives the file of a page's data. */
export function figuresFile(known: PrerenderedFigures): FiguresFile {
  const { json, hash } = hashedJson(known);
  return { name: `${figuresSlug([], known.page)}.${hash}`, json };
}

/** Gives all files that the pages of a benchmark's figures read: one a page, and one a run looked at closely. */
export async function figuresFiles(benchmark: Benchmark, manifest: Manifest): Promise<readonly FiguresFile[]> {
  const pages = await drawnPages(benchmark, manifest);
  const runs = pages.flatMap((page) => page.runs.map(({ hash, json }) => ({ name: runFile(hash), json })));
  return [...pages.map(({ known }) => figuresFile(known)), ...new Map(runs.map((one) => [one.name, one])).values()];
}

/** Gives the stored sheets that the pages of a benchmark's figures read; pages may share one. */
export async function figuresSheets(benchmark: Benchmark, manifest: Manifest): Promise<readonly SheetFile[]> {
  const sheets = (await drawnPages(benchmark, manifest)).flatMap((page) => page.sheets);
  return [...new Map(sheets.map((one) => [one.hash, one])).values()];
}
