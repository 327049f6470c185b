import { critiqueScore } from '../../metrics/critique-score.ts';
import { readSums, type Sums, valueOfRun } from '../../metrics/values.ts';
import { entryOf } from '../../schema/entry.ts';
import { parseSlice } from '../../schema/slice.ts';
import type { Summary } from '../../stats/cluster.ts';
import type { FigureChoices, InstanceFigure } from '../kit/instance-figure.ts';
import type { Labelled } from '../kit/labelled.ts';
import { labelOfRun, namesOfJudges, runOrder, scorerLabel, shownRuns } from '../kit/run-of.ts';
import { inListedOrder } from '../kit/splits.ts';

export interface BandMark extends Pick<Summary, 'value' | 'lo' | 'hi' | 'clusters' | 'reason'> {
  readonly band: string;
  /** Scored critiques. */
  readonly n: number;
}

/** The mean critique score by judge and quality of the response criticised, one block per critique judge. */
export interface QualityBandsData {
  readonly bands: readonly Labelled[];
  readonly scorers: readonly {
    readonly id: string;
    readonly label: string;
    readonly rows: readonly { readonly run: string; readonly label: string; readonly marks: readonly BandMark[] }[];
  }[];
}

const valuesOf = (rows: readonly { readonly slice: string }[], key: string): string[] => [
  ...new Set(rows.map(({ slice }) => parseSlice(slice).get(key) ?? '')),
];

/** Names bands in the benchmark's order; those that it does not name come last. */
const bandsOf = ({ labels }: Pick<FigureChoices, 'labels'>, found: readonly string[]): QualityBandsData['bands'] =>
  inListedOrder({ labels }, 'quality_band', found).map((id) => ({
    id,
    label: entryOf(labels['quality_band'] ?? {}, id) ?? id,
  }));

function marksOf(
  sums: Sums,
  run: string,
  { bands, scorer }: { readonly bands: QualityBandsData['bands']; readonly scorer: string },
): readonly BandMark[] {
  return bands.flatMap(({ id }) => {
    const slice = { critique_judge: scorer, quality_band: id };
    const { value, lo, hi, clusters, reason, den } = valueOfRun(sums, critiqueScore, { run, slice }).summary;
    return den === 0 ? [] : [{ band: id, value, lo, hi, clusters, reason, n: den }];
  });
}

export const qualityBandsFigure: InstanceFigure<QualityBandsData> = {
  id: 'quality-bands',
  title: 'Critique score by quality of the response',
  protocol: 'critique',
  topic: 'answers',
  reads: [],
  load: async (query, { where }, choices) => {
    const sums = await readSums(query, { metrics: [critiqueScore], runs: shownRuns(choices, 'critique'), where });
    const rows = [...sums.clusters.values()].flat();
    const bands = bandsOf(
      choices,
      valuesOf(rows, 'quality_band').filter((band) => band !== ''),
    );
    if (bands.length === 0) return null;
    const names = await namesOfJudges(query);
    const place = runOrder(choices);
    const runs = [...sums.clusters.keys()].sort((a, b) => place(a) - place(b));
    const scorers = valuesOf(rows, 'critique_judge').sort();
    return {
      bands,
      scorers: scorers.map((id) => ({
        id,
        label: scorerLabel(names, id),
        rows: runs
          .map((run) => ({ run, label: labelOfRun(choices, run), marks: marksOf(sums, run, { bands, scorer: id }) }))
          .filter(({ marks }) => marks.length > 0),
      })),
    };
  },
};
