import { gather } from '../cases/gather.ts';
import { type LabelsBy, labelOfValue, variantWords } from '../cases/labels.ts';
import type { FigureChoices, FigureScope, FigureTopic } from '../figures/kit/instance-figure.ts';
import { asideOf, loadFigure } from '../figures/kit/side-by-side.ts';
import { CASE_FIGURES } from '../figures/page/case-figures.ts';
import { type PrerenderedFigures, runFile } from '../figures/page/prerendered.ts';
import { gatherCuts } from '../figures/slices/cuts.ts';
import { figuresSlug, isSamePage, protocolsOf, scopeOf, UNTOUCHED } from '../figures/state.ts';
import { facetSql } from '../metrics/facet.ts';
import { type Benchmark, Protocol } from '../schema/benchmark.ts';
import type { Manifest } from '../schema/release.ts';
import { number, type Query, text } from '../sql/query.ts';
import { closelyOf, hashedJson } from './closely.ts';
import { labelsOf, withDatabase } from './explore.ts';
import { type SheetFile, sheetsOf } from './sheets.ts';

const RUNS = `SELECT run, protocol, judge, coalesce(judges.name, judge) AS name, variant, judgments::DOUBLE AS judgments,
  as_people::DOUBLE AS as_people
FROM runs JOIN (
  SELECT run, count(*) AS judgments, count_if(verdict::VARCHAR = value) AS as_people
  FROM judgments LEFT JOIN (SELECT * FROM gold WHERE annotator = '') AS labels USING (instance, response, criterion)
  GROUP BY run) USING (run) LEFT JOIN judges USING (judge)
ORDER BY runs.rowid`;

interface KnownRun extends Pick<FigureChoices['runs'][number], 'run' | 'protocol' | 'judge'> {
  readonly name: string;
  readonly variant: string;
  readonly judgments: number;
  /** Verdicts that are the label. */
  readonly asPeople: number;
}

/** The figures of a protocol stand together, so that a run is told apart by what differs within it: the variant, where there is one. */
const labelOf = ({ name, variant }: KnownRun, labels: LabelsBy): string =>
  variant === '' ? name : `${name}, ${variantWords(labels, variant)}`;

/**
 * The judge looked at first, the same in all protocols if it can be: with runs of most protocols, then with most verdicts that
 * are people's, then with most judgments: what a figure opens on is a judge that is worth a look. */
function openingOf(runs: readonly KnownRun[]): FigureScope['runs'] {
  const judges = [...Map.groupBy(runs, ({ judge }) => judge)].map(([judge, own]) => ({
    judge,
    protocols: new Set(own.map(({ protocol }) => protocol)).size,
    judgments: own.reduce((sum, run) => sum + run.judgments, 0),
    asPeople: Math.max(...own.map((run) => run.asPeople)),
  }));
  const order = judges
    .sort((a, b) => b.protocols - a.protocols || b.asPeople - a.asPeople || b.judgments - a.judgments)
    .map(({ judge }) => judge);
  const opening = [...Map.groupBy(runs, ({ protocol }) => protocol)].map(([protocol, own]) => {
    const [first] = own.toSorted(
      (a, b) => order.indexOf(a.judge) - order.indexOf(b.judge) || b.asPeople - a.asPeople || b.judgments - a.judgments,
    );
    return [protocol, first?.run];
  });
  return Object.fromEntries(opening);
}

/** Runs with judgments. */
async function runsOf(
  query: Query,
  labels: LabelsBy,
): Promise<{ readonly runs: FigureChoices['runs']; readonly opening: FigureScope['runs'] }> {
  const runs = (await query(RUNS)).map(
    (row): KnownRun => ({
      run: text(row, 'run'),
      protocol: Protocol.parse(row['protocol']),
      judge: text(row, 'judge'),
      name: text(row, 'name'),
      variant: text(row, 'variant'),
      judgments: number(row, 'judgments'),
      asPeople: number(row, 'as_people'),
    }),
  );
  const aside = asideOf(runs);
  const named = runs.map((run) => ({
    run: run.run,
    label: labelOf(run, labels),
    protocol: run.protocol,
    judge: run.judge,
    ...(aside.has(run.run) ? { aside: true } : {}),
  }));
  return { runs: named, opening: openingOf(runs) };
}

async function countsOf(query: Query, facets: FigureChoices['facets']): Promise<PrerenderedFigures['counts']> {
  const counts: Record<string, Readonly<Record<string, number>>> = {};
  for (const { name } of facets) {
    const rows = await query(`SELECT ${facetSql(name)} AS value, count(*)::DOUBLE AS n FROM instances GROUP BY ALL`);
    counts[name] = Object.fromEntries(rows.map((row) => [text(row, 'value'), number(row, 'n')]));
  }
  return counts;
}

/** In the order of the pages. */
const TOPICS: readonly FigureTopic[] = ['answers', 'judges'];

/** A page with the files of the runs that it can look at closely, and those that its figures are drawn from for any cases. */
interface DrawnPage {
  readonly known: PrerenderedFigures;
  readonly runs: readonly { readonly run: string; readonly hash: string; readonly json: string }[];
  readonly sheets: readonly SheetFile[];
}

/** The pages of figures of the benchmark in the current database. `words`: whether words of reasons can be searched. */
export async function drawPages(
  query: Query,
  benchmark: Benchmark,
  { release, words }: Pick<FigureChoices, 'release' | 'words'>,
): Promise<readonly DrawnPage[]> {
  const labels = await labelsOf(query, benchmark);
  const { criteria, losses: _, ...found } = await gather(query, labels);
  const { runs, opening } = await runsOf(query, labels);
  const choices: FigureChoices = {
    ...found,
    runs,
    criteria: criteria.map((id) => ({ id, label: labelOfValue(labels, 'criterion', id) ?? id })),
    benchmark: benchmark.id,
    name: benchmark.name,
    synthetic: benchmark.synthetic,
    licence: benchmark.data_licence,
    release,
    labels,
    ...(benchmark.answers.length > 2 ? { answers: benchmark.answers } : {}),
    words,
    biasTypes: benchmark.bias_types,
    cuts: await gatherCuts(query, found),
  };
  const counts = await countsOf(query, found.facets);
  const drawn: (Omit<DrawnPage, 'known'> & { readonly known: Omit<PrerenderedFigures, 'pages'> })[] = [];
  for (const protocol of protocolsOf(choices)) {
    const own = { ...choices, runs: runs.filter((run) => run.protocol === protocol) };
    for (const topic of TOPICS) {
      const page = { protocol, topic };
      const data = await figuresData(query, { choices: own, opening, page });
      if (Object.keys(data).length === 0) continue;
      const each = [...(await closelyOf(query, { page, choices: own, opening, data }))];
      const files = each.map(([run, figures]) => ({ run, ...hashedJson(figures) }));
      const closely = Object.fromEntries(files.map(({ run, hash }) => [run, hash]));
      const stored = await sheetsOf(query, { page, choices: own, data });
      const sheets = Object.fromEntries(stored.map(({ kind, hash }) => [kind, hash]));
      drawn.push({
        known: { page, choices: own, opening, data, closely, sheets, counts },
        runs: files,
        sheets: stored,
      });
    }
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
 * The figures of a benchmark's cases as they stand before any script runs, from its database in the release: by page, in the
 * order of the schema, those without a figure left out. Worked out once per build; none for a benchmark without cases.
 */
export async function prerenderFigures(
  benchmark: Benchmark,
  manifest: Manifest,
): Promise<readonly PrerenderedFigures[]> {
  return (await drawnPages(benchmark, manifest)).map(({ known }) => known);
}

async function figuresData(
  query: Query,
  { choices, opening, page }: Pick<PrerenderedFigures, 'choices' | 'opening' | 'page'>,
): Promise<Readonly<Record<string, unknown>>> {
  const scope = scopeOf(choices, opening, UNTOUCHED);
  const data: Record<string, unknown> = {};
  for (const figure of CASE_FIGURES) {
    if (scope.runs[figure.protocol] === undefined || !isSamePage(figure, page)) continue;
    const own = await loadFigure(figure, query, { scope, choices });
    if (own !== null) data[figure.id] = own;
  }
  return data;
}

/** A file of the folder of a benchmark's figures: its name, without `.json`, carries its hash. */
interface FiguresFile {
  readonly name: string;
  readonly json: string;
}

/** The file of a page's data. */
export function figuresFile(known: PrerenderedFigures): FiguresFile {
  const { json, hash } = hashedJson(known);
  return { name: `${figuresSlug([], known.page)}.${hash}`, json };
}

/** All files that the pages of a benchmark's figures read: one a page, and one a run looked at closely. */
export async function figuresFiles(benchmark: Benchmark, manifest: Manifest): Promise<readonly FiguresFile[]> {
  const pages = await drawnPages(benchmark, manifest);
  const runs = pages.flatMap((page) => page.runs.map(({ hash, json }) => ({ name: runFile(hash), json })));
  return [...pages.map(({ known }) => figuresFile(known)), ...new Map(runs.map((one) => [one.name, one])).values()];
}

/** The stored sheets that the pages of a benchmark's figures read; pages may share one. */
export async function figuresSheets(benchmark: Benchmark, manifest: Manifest): Promise<readonly SheetFile[]> {
  const sheets = (await drawnPages(benchmark, manifest)).flatMap((page) => page.sheets);
  return [...new Map(sheets.map((one) => [one.hash, one])).values()];
}
