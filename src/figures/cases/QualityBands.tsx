import { axisOf } from '../../charts/axis.ts';
import { Drawing } from '../../charts/Drawing.tsx';
import { Chart } from '../../charts/Live.tsx';
import { plainMark, SeriesLegend } from '../../charts/mark-kinds.tsx';
import { critiqueScore } from '../../metrics/critiques.ts';
import type { SliceSum } from '../../metrics/metric.ts';
import { favoursOf, selfEnhancement } from '../../metrics/perturbations.ts';
import { readSums, runsWithRows, type Sums, sliceSums } from '../../metrics/sums.ts';
import { valueOfRun } from '../../metrics/values.ts';
import { parseSlice } from '../../schema/slice.ts';
import { entryOf } from '../../schema/words.ts';
import type { Summary } from '../../stats/cluster.ts';
import { fixed, numberWords, signed } from '../../ui/number-words.ts';
import {
  type FigureChoices,
  type InstanceFigure,
  labelOfRun,
  namesOfJudges,
  runOrder,
  scorerLabel,
  shownRuns,
} from '../kit/case-figure.ts';
import { Matrix, MatrixKey, type MatrixProps } from '../kit/Heat.tsx';
import { Numbers, PanelName, Reading } from '../kit/Parts.tsx';
import { bySplit, inListedOrder, itemWithMost, type Labelled, labelIn, SENTENCE_DIGITS } from '../kit/words.ts';
import { dotsChart, type Series, type ShownDots } from '../printed/figure.ts';

interface FavourCell {
  readonly generator: string;
  /** Scores behind it, over repeats. */
  readonly n: number;
  /** Mean score, 1 to 10. */
  readonly score: number;
  /** The same score centred over judges and generators. */
  readonly favour: number;
  readonly own: boolean;
}

interface SelfEnhancementData {
  readonly generators: readonly Labelled[];
  readonly rows: readonly { readonly run: string; readonly label: string; readonly cells: readonly FavourCell[] }[];
  /** Runs that are left out because they have no score for some generator. */
  readonly incomplete: readonly string[];
}

const generatorOf = ({ slice }: SliceSum): string => parseSlice(slice).get('generator') ?? '';

export const selfEnhancementSentence = ({ generators, rows }: SelfEnhancementData): string => {
  const cells = rows.flatMap(({ label, cells: own }) => own.map((cell) => ({ ...cell, label })));
  const first = itemWithMost(cells, ({ favour }) => favour);
  return first === null
    ? ''
    : `${first.label} favours ${labelIn(generators)(first.generator)} most, by ${signed(first.favour, SENTENCE_DIGITS)} points.`;
};

const DECIMALS = 2;

function matrixOf({ generators, rows }: SelfEnhancementData): MatrixProps {
  return {
    title: 'Which writers each judge favours, in points of score',
    columns: generators.map(({ label }) => label),
    rows: rows.map(({ run, label, cells }) => ({ label, judge: null, run, values: cells.map(({ favour }) => favour) })),
    decimals: DECIMALS,
    negative: 'lower than expected',
    positive: 'higher than expected',
  };
}

function SelfEnhancement({ data }: { readonly data: SelfEnhancementData }) {
  const { generators, rows, incomplete } = data;
  const own = rows.flatMap(({ label, cells }) =>
    cells.filter((cell) => cell.own).map(({ favour }) => `${label} ${signed(favour, DECIMALS)}`),
  );
  return (
    <>
      <Reading says={selfEnhancementSentence(data)}>
        Points by which a judge scores a writer above what its own severity and the writer’s quality predict; all rows
        and columns add up to 0. Self-enhancement is a value above 0 for responses of its own model:{' '}
        {own.length === 0 ? 'no judge here wrote any of them' : own.join(', ')}. No interval is worked out.
        {incomplete.length === 0 ? '' : ` Left out, not having scored every writer: ${incomplete.join(', ')}.`}
      </Reading>
      <MatrixKey {...matrixOf(data)} />
      <Matrix {...matrixOf(data)} />
      <Numbers
        of="Which writers each judge favours"
        columns={['Judge', 'Writer', 'Favour', 'Mean score', 'Scores']}
        rows={rows.flatMap(({ label, cells }) =>
          cells.map(({ generator, favour, score, n }) => {
            return [label, labelIn(generators)(generator), signed(favour, DECIMALS), score.toFixed(DECIMALS), n];
          }),
        )}
      />
    </>
  );
}

export const selfEnhancementFigure: InstanceFigure<SelfEnhancementData> = {
  id: 'self-enhancement',
  title: 'Which writers each judge favours',
  protocol: 'perturbation',
  topic: 'answers',
  view: SelfEnhancement,
  reads: [],
  load: async (query, { where }, choices) => {
    const sums = sliceSums((await readSums(query, { metrics: [selfEnhancement], where })).rows);
    const generators = [...new Set(sums.map(generatorOf))].sort();
    const byRun = [...Map.groupBy(sums, ({ run }) => run)];
    const whole = byRun.filter(([, own]) => new Set(own.map(generatorOf)).size === generators.length);
    const favours = favoursOf(whole.flatMap(([, own]) => own));
    if (favours.value === null) return null;
    const names = await namesOfJudges(query);
    const judges = new Map(choices.runs.map(({ run, judge }) => [run, judge]));
    const place = runOrder(choices);
    const rows = whole.map(([run, own]) => ({
      run,
      label: labelOfRun(choices, run),
      cells: (favours.value ?? [])
        .filter((favour) => favour.run === run)
        .sort((a, b) => generators.indexOf(a.generator) - generators.indexOf(b.generator))
        .map(({ generator, score, favour }) => ({
          generator,
          score,
          favour,
          n: own.filter((s) => generatorOf(s) === generator).reduce((sum, s) => sum + s.n, 0),
          own: judges.get(run) === generator,
        })),
    }));
    return {
      generators: generators.map((id) => ({ id, label: names.get(id) ?? id.replaceAll(/[-_]/g, ' ') })),
      rows: rows.sort((a, b) => place(a.run) - place(b.run)),
      incomplete: byRun
        .filter(([run]) => whole.every(([known]) => known !== run))
        .map(([run]) => labelOfRun(choices, run)),
    };
  },
};

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
            <PanelName>Scored by {scorer.label}</PanelName>
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
