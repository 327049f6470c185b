import {
  type FigureChoices,
  figuresSlug,
  type InstanceFigure,
  scopeOf,
  UNTOUCHED,
} from '../../figures/kit/case-figure.ts';
import { CASE_FIGURES, isOfOneRun, type PrerenderedFigures, runFile } from '../../figures/page/case-figures.ts';
import { gatherPages } from '../../figures/page/gather-figures.ts';
import type { Benchmark } from '../../schema/benchmark.ts';
import type { Manifest } from '../../schema/release.ts';
import type { Query } from '../../sql/query.ts';
import { hashedJson, instanceDataOf, type NamedJson } from './benchmark.ts';
import { withDatabase } from './explore.ts';

/** A page of figures before its runs are looked at one by one. */
type OpenedPage = Pick<PrerenderedFigures, 'page' | 'choices' | 'opening' | 'data'>;

/**
 * Works out the data of a figure of one run, over all cases, for each run that can be looked at; a run of which the figure holds nothing
 * has none.
 */
async function eachRun(query: Query, figure: InstanceFigure, { choices, opening, page }: OpenedPage) {
  const scope = scopeOf(choices, opening, UNTOUCHED);
  const found = new Map<string, unknown>();
  for (const { run } of choices.runs) {
    const data = await figure.load(query, { ...scope, runs: { ...scope.runs, [page.protocol]: run } }, choices);
    if (data !== null) found.set(run, data);
  }
  return found;
}

/**
 * Gives the data of the figures of one run over all cases, as JSON by run. The run that the page opens with is left out, since the page's
 * own data have it.
 */
async function closelyOf(query: Query, page: OpenedPage): Promise<ReadonlyMap<string, Record<string, unknown>>> {
  const first = page.opening[page.page.protocol];
  const byRun = new Map<string, Record<string, unknown>>();
  for (const figure of CASE_FIGURES.filter((one) => isOfOneRun(one) && Object.hasOwn(page.data, one.id))) {
    const found = await eachRun(query, figure, page);
    for (const { run } of page.choices.runs) {
      if (run !== first) byRun.set(run, { ...byRun.get(run), [figure.id]: found.get(run) ?? null });
    }
  }
  return byRun;
}

/** A page with the files of the runs that it can look at closely. */
interface DrawnPage {
  readonly known: PrerenderedFigures;
  readonly runs: readonly { readonly run: string; readonly hash: string; readonly json: string }[];
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
    const each = [...(await closelyOf(query, gathered))];
    const files = each.map(([run, figures]) => ({ run, ...hashedJson(figures) }));
    const closely = Object.fromEntries(files.map(({ run, hash }) => [run, hash]));
    drawn.push({ known: { ...gathered, closely }, runs: files });
  }
  const pages = drawn.map(({ known }) => known.page);
  return drawn.map(({ known, runs }) => ({ known: { ...known, pages }, runs }));
}

const drawn = new Map<string, Promise<readonly DrawnPage[]>>();

async function drawnPages(benchmark: Benchmark, { benchmarks, release }: Manifest): Promise<readonly DrawnPage[]> {
  const data = instanceDataOf({ benchmarks }, benchmark);
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

export function figuresFile(known: PrerenderedFigures): NamedJson {
  const { json, hash } = hashedJson(known);
  return { name: `${figuresSlug([], known.page)}.${hash}`, json };
}

/** Gives all files that the pages of a benchmark's figures read: one a page, and one a run looked at closely. */
export async function figuresFiles(benchmark: Benchmark, manifest: Manifest): Promise<readonly NamedJson[]> {
  const pages = await drawnPages(benchmark, manifest);
  const runs = pages.flatMap((page) => page.runs.map(({ hash, json }) => ({ name: runFile(hash), json })));
  return [...pages.map(({ known }) => figuresFile(known)), ...new Map(runs.map((one) => [one.name, one])).values()];
}
