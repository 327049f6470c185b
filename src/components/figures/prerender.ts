import { gather } from '../../explore/gather.ts';
import { benchmarkLabels } from '../../explore/labels.ts';
import { gatherCuts } from '../../figures/instances/cuts.ts';
import { CASE_FIGURES } from '../../figures/instances/index.ts';
import type { FigureChoices, FigureScope } from '../../figures/instances/instance-figure.ts';
import type { PrerenderedFigures } from '../../islands/instance-figures/prerendered.ts';
import { number, type Query, text } from '../../metrics/query.ts';
import { type Benchmark, Protocol } from '../../schema/benchmark.ts';
import type { InstanceData } from '../../schema/release.ts';
import { figuresFields, scopeOf } from '../../url-state/figures.ts';
import { withDatabase } from '../explore/prerender.ts';

const RUNS = `SELECT run, protocol, judge, judgments::DOUBLE AS judgments
FROM runs JOIN (SELECT run, count(*) AS judgments FROM judgments GROUP BY run) USING (run) ORDER BY runs.rowid`;

type Runs = FigureChoices['runs'];

/** Runs with judgments, and of each protocol the one with most of them, which is looked at first. */
async function runsOf(
  query: Query,
  labels: ReadonlyMap<string, string>,
): Promise<{ readonly runs: Runs; readonly opening: FigureScope['runs'] }> {
  const rows = await query(RUNS);
  const runs = rows.map((row) => ({
    run: text(row, 'run'),
    label: labels.get(text(row, 'run')) ?? text(row, 'run'),
    protocol: Protocol.parse(row['protocol']),
    judge: text(row, 'judge'),
    judgments: number(row, 'judgments'),
  }));
  const opening = [...Map.groupBy(runs, ({ protocol }) => protocol)].map(([protocol, own]) => {
    const most = Math.max(...own.map(({ judgments }) => judgments));
    return [protocol, own.find(({ judgments }) => judgments === most)?.run];
  });
  return {
    runs: runs.map(({ judgments: _, ...run }) => run),
    opening: Object.fromEntries(opening),
  };
}

async function countsOf(query: Query, facets: FigureChoices['facets']): Promise<PrerenderedFigures['counts']> {
  const counts: Record<string, Readonly<Record<string, number>>> = {};
  for (const { name } of facets) {
    const column = `"${name.replaceAll('"', '""')}"`;
    const rows = await query(`SELECT ${column} AS value, count(*)::DOUBLE AS n FROM instances GROUP BY ALL`);
    counts[name] = Object.fromEntries(rows.map((row) => [text(row, 'value'), number(row, 'n')]));
  }
  return counts;
}

/** The figures of a benchmark's cases as they stand before any script runs, from its database in the release. */
export function prerenderFigures(
  benchmark: Benchmark,
  data: InstanceData,
  release: string,
): Promise<PrerenderedFigures> {
  return withDatabase(data.database, async (query) => {
    const { criteria, runs: named, ...found } = await gather(query);
    const labels = benchmarkLabels(benchmark);
    const { runs, opening } = await runsOf(query, new Map(named.map(({ run, label }) => [run, label])));
    const choices: FigureChoices = {
      ...found,
      runs,
      criteria: criteria.map((id) => ({ id, label: labels['criterion']?.[id] ?? id })),
      benchmark: benchmark.id,
      name: benchmark.name,
      synthetic: benchmark.synthetic,
      licence: benchmark.data_licence,
      release,
      labels,
      words: data.postings !== undefined,
      biasTypes: benchmark.bias_types,
      cuts: await gatherCuts(query, found),
    };
    return {
      choices,
      opening,
      data: await figuresData(query, choices, opening),
      counts: await countsOf(query, found.facets),
    };
  });
}

async function figuresData(
  query: Query,
  choices: FigureChoices,
  opening: FigureScope['runs'],
): Promise<Readonly<Record<string, unknown>>> {
  const { chosen, facets } = figuresFields(choices);
  const fallback = <T>(fields: Readonly<Record<string, { readonly fallback: T }>>): Record<string, T> =>
    Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, field.fallback]));
  const scope = scopeOf(choices, opening, { chosen: fallback(chosen), facets: fallback(facets) });
  const data: Record<string, unknown> = {};
  for (const { id, load, protocol } of CASE_FIGURES) {
    if (opening[protocol] === undefined) continue;
    const own = await load(query, scope, choices);
    if (own !== null) data[id] = own;
  }
  return data;
}
