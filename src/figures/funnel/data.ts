import { type Funnel, funnels } from '../../metrics/funnel.ts';
import { instanceColumns } from '../../metrics/items.ts';
import { pairSteps } from '../../metrics/pairs.ts';
import { parseSlice } from '../../schema/slice.ts';
import { type BiasTypeLabel, biasTypesOf } from '../kit/bias-types.ts';
import type { InstanceFigure } from '../kit/instance-figure.ts';
import { labelOfRun, runOrder } from '../kit/run-of.ts';

/** Counts what became of pairs over all repeats: `scored` and the three losses add up to `pairs`. */
export interface FunnelCounts {
  readonly pairs: number;
  readonly parsed: number;
  readonly eligible: number;
  readonly scored: number;
  /** In so many pairs a side abstained. */
  readonly abstained: number;
  /** Pairs in which a side has no number, for another reason. */
  readonly unparsed: number;
  /** Pairs whose score before was the lowest, so that it could not fall; only BD has such pairs. */
  readonly lowest: number;
}

export interface FunnelData {
  readonly types: readonly BiasTypeLabel[];
  readonly runs: readonly {
    readonly run: string;
    readonly label: string;
    readonly repeats: number;
    readonly total: FunnelCounts;
    /** Counts by bias type; types that the run lacks are absent. */
    readonly byType: Readonly<Record<string, FunnelCounts>>;
  }[];
}

const NOTHING: FunnelCounts = { pairs: 0, parsed: 0, eligible: 0, scored: 0, abstained: 0, unparsed: 0, lowest: 0 };

function added(sum: FunnelCounts, row: Funnel): FunnelCounts {
  return {
    pairs: sum.pairs + row.pairs,
    parsed: sum.parsed + row.parsed,
    eligible: sum.eligible + row.eligible,
    scored: sum.scored + row.scored,
    // A number beside an N/A is parsed and eligible, and still not scored.
    abstained: sum.abstained + row.abstained + row.eligible - row.scored,
    unparsed: sum.unparsed + row.pairs - row.parsed - row.abstained,
    lowest: sum.lowest + row.parsed - row.eligible,
  };
}

const total = (rows: readonly Funnel[]): FunnelCounts => rows.reduce(added, NOTHING);

const valueIn = (row: Funnel, key: string): string => parseSlice(row.slice).get(key) ?? '';

/** The figure shows which pairs each value rests on, and why the others are not in it. */
export const funnelFigure: InstanceFigure<FunnelData> = {
  id: 'funnel',
  title: 'From pairs to scored pairs',
  protocol: 'perturbation',
  topic: 'answers',
  anyRun: true,
  load: async (query, { where }, choices) => {
    const rows = await funnels(query, where, pairSteps(await instanceColumns(query)));
    if (rows.length === 0) return null;
    const place = runOrder(choices);
    const runs = [...Map.groupBy(rows, ({ run }) => run)].map(([run, own]) => ({
      run,
      label: labelOfRun(choices, run),
      repeats: new Set(own.map((row) => valueIn(row, 'repeat'))).size,
      total: total(own),
      byType: Object.fromEntries(
        [...Map.groupBy(own, (row) => valueIn(row, 'bias_type'))].map(([type, of]) => [type, total(of)]),
      ),
    }));
    const found = rows.map((row) => ({ biasType: valueIn(row, 'bias_type'), dimension: row.dimension }));
    return {
      types: biasTypesOf(choices, found),
      runs: runs.sort((a, b) => place(a.run) - place(b.run)),
    };
  },
};
