import { facetSql } from '../../metrics/facet.ts';
import { trivialChances } from '../../metrics/labels.ts';
import { meetsNeeds } from '../../metrics/needs.ts';
import { placedMetrics } from '../../metrics/places.ts';
import { EVERYWHERE } from '../../metrics/query.ts';
import type { Protocol } from '../../schema/benchmark.ts';
import { ALL_PROTOCOLS } from '../../schema/words.ts';
import { number, type Query, text } from '../../sql/query.ts';
import type { CutChoices, FacetCut, FigureChoices, FigureScope } from '../kit/instance-figure.ts';

/** Cases are most often cut by these facets; others follow in their own order. */
const USUAL = ['difficulty', 'domain', 'task', 'source', 'pair_kind'];
/** Values of splits are never mixed, so that every slice lies in one. */
const APART = 'split';

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
    const names = ordered.filter((name) => name !== APART);
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

/**
 * Says what the slices of a protocol are asked for: the first metric and the first facet stand in for what is not said. It is null where
 * nothing can be asked.
 */
export function cutOf(
  choices: Pick<FigureChoices, 'cuts'>,
  { cuts }: FigureScope,
  protocol: Protocol,
): FacetCut | null {
  const { metrics = [], facets = [] } = choices.cuts?.[protocol] ?? {};
  const asked = cuts?.[protocol];
  const metric = metrics.find((id) => id === asked?.metric) ?? metrics[0];
  const facet = facets.find((name) => name === asked?.facet) ?? facets[0];
  return metric === undefined || facet === undefined ? null : { metric, facet };
}
