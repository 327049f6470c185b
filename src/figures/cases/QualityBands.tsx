import { axisOf } from '../../charts/axis.ts';
import { Drawing } from '../../charts/Drawing.tsx';
import { Chart } from '../../charts/Live.tsx';
import { plainMark, SeriesLegend } from '../../charts/mark-kinds.tsx';
import { critiqueScore } from '../../metrics/critiques.ts';
import { readSums, runsWithRows, type Sums } from '../../metrics/sums.ts';
import { valueOfRun } from '../../metrics/values.ts';
import { parseSlice } from '../../schema/slice.ts';
import { entryOf } from '../../schema/words.ts';
import type { Summary } from '../../stats/cluster.ts';
import { fixed, numberWords } from '../../ui/number-words.ts';
import { type FigureChoices, labelOfRun, namesOfJudges, runOrder, scorerLabel, shownRuns } from '../kit/case-figure.ts';
import type { InstanceFigure } from '../kit/case-view.ts';
import { Numbers, Reading } from '../kit/Parts.tsx';
import { bySplit, inListedOrder, itemWithMost, type Labelled, labelIn, SENTENCE_DIGITS } from '../kit/words.ts';
import { dotsChart, type Series, type ShownDots } from '../printed/figure.ts';

interface BandMark extends Pick<Summary, 'value' | 'lo' | 'hi' | 'clusters' | 'reason'> {
  readonly band: string;
  readonly n: number;
}

/** The mean critique score by judge and quality of the response criticised, one block per critique judge. */
interface QualityBandsData {
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

export function qualityBandsSentence({ bands, scorers }: QualityBandsData): string {
  const [low, high] = [bands[0], bands.at(-1)];
  if (low === undefined || high === undefined || bands.length < 2) return '';
  return bySplit(
    scorers.map(({ label, ...scorer }) => ({ ...scorer, label: `Scored by ${label}` })),
    ({ rows }) => {
      const ends = rows.flatMap(({ label, marks }) => {
        const [one, other] = [low, high].map(({ id }) => marks.find(({ band }) => band === id)?.value ?? null);
        return one == null || other == null ? [] : [{ label, one, other }];
      });
      const most = itemWithMost(ends, ({ one, other }) => Math.abs(other - one));
      if (most === null) return null;
      const [from, to] = [most.one, most.other].map((value) => fixed(value, SENTENCE_DIGITS));
      return `${most.label} differs most between ${low.label.toLowerCase()} and ${high.label.toLowerCase()} quality, ${from} and ${to}`;
    },
  );
}

type Scorer = QualityBandsData['scorers'][number];

const bandWords = ({ value, lo, hi }: BandMark): string => {
  if (value === null) return '–';
  return lo === null || hi === null ? fixed(value, 2) : `${fixed(value, 2)} [${fixed(lo, 2)}, ${fixed(hi, 2)}]`;
};

const seriesOf = (bands: QualityBandsData['bands']): readonly Series[] =>
  bands.map(({ id, label }, i) => ({ id, label: `${label} quality`, mark: plainMark(i) }));

function figureOf({ bands, scorers }: QualityBandsData, { label, rows }: Scorer): ShownDots {
  const ends = scorers.flatMap((scorer) =>
    scorer.rows.flatMap((row) => row.marks.flatMap(({ value, lo, hi }) => [value, lo, hi].filter((v) => v !== null))),
  );
  return {
    title: `Critique score by quality of the response, scored by ${label}`,
    axis: axisOf(`Critique score (0–10), ${label}`, ends, [0, 10]),
    series: seriesOf(bands),
    reference: null,
    rows: rows.map((row) => ({
      label: row.label,
      run: row.run,
      marks: row.marks.flatMap((mark) =>
        mark.value === null
          ? []
          : [
              {
                ...{ series: mark.band, x: mark.value, lo: mark.lo, hi: mark.hi, text: bandWords(mark), judge: null },
                words: `${row.label}: ${bandWords(mark)} on responses of ${labelIn(bands)(mark.band).toLowerCase()} quality`,
              },
            ],
      ),
    })),
  };
}

function QualityBands({ data }: { readonly data: QualityBandsData }) {
  const { bands, scorers } = data;
  const n = scorers.reduce(
    (sum, { rows }) => sum + rows.reduce((t, { marks }) => t + marks.reduce((s, m) => s + m.n, 0), 0),
    0,
  );
  return (
    <>
      <Reading says={qualityBandsSentence(data)}>
        How good each judge’s critiques of good and bad responses are: mean score with its 95 % interval,{' '}
        {numberWords(n)} scored critiques in all. A critic that scores high only on good responses praises; one that
        scores high on bad ones finds what is wrong.
      </Reading>
      <SeriesLegend series={seriesOf(bands)} />
      <div className="panels">
        {scorers.map((scorer) => (
          <Drawing key={scorer.id} of={`Scored by ${scorer.label}`}>
            <h4>Scored by {scorer.label}</h4>
            <Chart chart={dotsChart(figureOf(data, scorer))} />
          </Drawing>
        ))}
      </div>
      <Numbers
        of="Critique score by quality"
        columns={['Judge', 'Scored by', 'Quality', 'Mean score', 'Critiques', 'Clusters']}
        rows={scorers.flatMap(({ label: by, rows }) =>
          rows.flatMap(({ label, marks }) =>
            marks.map((mark) => [label, by, labelIn(bands)(mark.band), bandWords(mark), mark.n, mark.clusters]),
          ),
        )}
      />
    </>
  );
}

export const qualityBandsFigure: InstanceFigure<QualityBandsData> = {
  id: 'quality-bands',
  title: 'Critique score by quality of the response',
  protocol: 'critique',
  topic: 'answers',
  view: QualityBands,
  reads: [],
  load: async (query, { where }, choices) => {
    const sums = await readSums(query, { metrics: [critiqueScore], runs: shownRuns(choices, 'critique'), where });
    const { rows } = sums;
    const bands = bandsOf(
      choices,
      valuesOf(rows, 'quality_band').filter((band) => band !== ''),
    );
    if (bands.length === 0) return null;
    const names = await namesOfJudges(query);
    const place = runOrder(choices);
    const runs = runsWithRows(rows).toSorted((a, b) => place(a) - place(b));
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
