import { gather } from '../../cases/gather.ts';
import { type LabelsBy, labelOfValue, variantWords } from '../../cases/labels.ts';
import { OF_JUDGING_RUNS } from '../../cases/said.ts';
import { listLabels } from '../../explore/gather-list.ts';
import { placedMetrics } from '../../metrics/index.ts';
import { trivialChances } from '../../metrics/labels.ts';
import { meetsNeeds } from '../../metrics/metric.ts';
import { EVERYWHERE, facetSql } from '../../metrics/query.ts';
import { type Benchmark, Protocol } from '../../schema/benchmark.ts';
import { ALL_PROTOCOLS } from '../../schema/words.ts';
import { number, type Query, text } from '../../sql/query.ts';
import {
  asideOf,
  type CutChoices,
  type FigureChoices,
  type FigureScope,
  type FigureTopic,
  isSamePage,
  loadFigure,
  protocolsOf,
  scopeOf,
  UNTOUCHED,
} from '../kit/case-figure.ts';
import { CASE_FIGURES, type PrerenderedFigures } from './case-figures.ts';

/** Cases are most often cut by these facets; others follow in their own order. */
const USUAL = ['difficulty', 'domain', 'task', 'source', 'pair_kind'];
/** Values of splits are never mixed, so that every slice lies in one. */
const SPLIT = 'split';

const STORED = 'SELECT DISTINCT protocol, metric FROM contributions JOIN runs USING (run)';
const JUDGED = 'SELECT instance FROM judgments JOIN runs USING (run) WHERE protocol = ?';

/** Finds what the slices of each protocol can be asked for, from the database of a benchmark. It runs in the build. */
export async function gatherCuts(
  query: Query,
  { facets }: Pick<FigureChoices, 'facets'>,
): Promise<Readonly<Partial<Record<Protocol, CutChoices>>>> {
  const found = Map.groupBy(await query(STORED), (row) => text(row, 'protocol'));
  const usual = USUAL.flatMap((name) => facets.filter((facet) => facet.name === name));
  const ordered = [...usual, ...facets.filter((facet) => !usual.includes(facet))].map(({ name }) => name);
  const labels = await trivialChances(query, EVERYWHERE);
  const cuts: Partial<Record<Protocol, CutChoices>> = {};
  for (const protocol of ALL_PROTOCOLS) {
    const stored = new Set(found.get(protocol)?.map((row) => text(row, 'metric')));
    if (stored.size === 0) continue;
    const names = ordered.filter((name) => name !== SPLIT);
    const counts = names.map((name) => `count(DISTINCT nullif(${facetSql(name)}, ''))::DOUBLE`);
    const [row = {}] = await query(
      `SELECT ${counts.map((sql, i) => `${sql} AS n${i}`).join(', ') || '0'} FROM instances WHERE instance IN (${JUDGED})`,
      [protocol],
    );
    const offered = placedMetrics(protocol).filter(
      ({ metric }) =>
        metric.attributes === true &&
        metric.rows.every((source) => stored.has(source)) &&
        (metric.needs === undefined || labels.some((split) => meetsNeeds(metric.needs, split))),
    );
    cuts[protocol] = {
      metrics: [...new Set(offered.map(({ metric }) => metric.id))],
      facets: names.filter((_, i) => number(row, `n${i}`) > 1),
    };
  }
  return cuts;
}

const RUNS = `SELECT run, protocol, judge, coalesce(judges.name, judge) AS name, variant, judgments::DOUBLE AS judgments,
  as_people::DOUBLE AS as_people
FROM runs JOIN (
  SELECT run, count(*) AS judgments, count_if(verdict::VARCHAR = value) AS as_people
  FROM judgments LEFT JOIN (SELECT * FROM gold WHERE annotator = '') AS labels USING (instance, response, criterion)
  GROUP BY run) USING (run) LEFT JOIN judges USING (judge)
WHERE ${OF_JUDGING_RUNS} ORDER BY runs.rowid`;

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

/** The judge looked at first, the same in all protocols if it can be: with runs of most protocols, then with most verdicts that are people's, then with most judgments. */
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

async function runsOf(
  query: Query,
  labels: LabelsBy,
  opensOn: (run: string) => boolean,
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
  return { runs: named, opening: { ...openingOf(runs), ...openingOf(runs.filter(({ run }) => opensOn(run))) } };
}

async function countsOf(query: Query, facets: FigureChoices['facets']): Promise<PrerenderedFigures['counts']> {
  const counts: Record<string, Readonly<Record<string, number>>> = {};
  for (const { name } of facets) {
    const rows = await query(`SELECT ${facetSql(name)} AS value, count(*)::DOUBLE AS n FROM instances GROUP BY ALL`);
    counts[name] = Object.fromEntries(rows.map((row) => [text(row, 'value'), number(row, 'n')]));
  }
  return counts;
}

const TOPICS: readonly FigureTopic[] = ['answers', 'conflicts', 'judges'];

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

export type GatheredPage = Pick<PrerenderedFigures, 'page' | 'choices' | 'opening' | 'data' | 'counts'>;

/** How the figures of the current database name their benchmark, and what they have beside its tables. */
interface Named extends Pick<FigureChoices, 'benchmark' | 'name' | 'licence' | 'release' | 'words'> {
  /** The runs that figures may open on, by protocol; left out where any may be. */
  readonly opensOn?: (run: string) => boolean;
}

/** Gathers the pages of figures of the benchmark in the current database, in the order of the schema. Pages without a figure are left out. */
export async function* gatherPages(
  query: Query,
  benchmark: Benchmark,
  { opensOn = () => true, ...named }: Named,
): AsyncGenerator<GatheredPage> {
  const labels = await listLabels(query, benchmark);
  const { criteria, losses: _, ...found } = await gather(query, labels);
  const { runs, opening } = await runsOf(query, labels, opensOn);
  const choices: FigureChoices = {
    ...found,
    runs,
    criteria: criteria.map((id) => ({ id, label: labelOfValue(labels, 'criterion', id) ?? id })),
    synthetic: benchmark.synthetic,
    labels,
    ...(benchmark.answers.length > 2 ? { answers: benchmark.answers } : {}),
    biasTypes: benchmark.bias_types,
    cuts: await gatherCuts(query, found),
    ...named,
  };
  const counts = await countsOf(query, found.facets);
  for (const protocol of protocolsOf(choices)) {
    const own = { ...choices, runs: runs.filter((run) => run.protocol === protocol) };
    for (const topic of TOPICS) {
      const page = { protocol, topic };
      const data = await figuresData(query, { choices: own, opening, page });
      if (Object.keys(data).length > 0) yield { page, choices: own, opening, data, counts };
    }
  }
}
