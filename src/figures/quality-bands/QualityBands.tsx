import { domainOf } from '../../charts/axis.ts';
import { Drawing } from '../../charts/Drawing.tsx';
import { Chart } from '../../charts/Live.tsx';
import { plainMark, SeriesLegend } from '../../charts/mark-kinds.tsx';
import { fixed, numberWords } from '../../ui/number-words.ts';
import { dotsChart, type ShownDots } from '../kit/dots-chart.ts';
import type { Series } from '../kit/figure.ts';
import { labelIn } from '../kit/labelled.ts';
import { Numbers } from '../kit/Numbers.tsx';
import { Reading } from '../kit/Reading.tsx';
import { bySplit, itemWithMost, SENTENCE_DIGITS } from '../kit/sentences.ts';
import type { BandMark, QualityBandsData } from './data.ts';

/** Says, in a line per critique judge, whose score differs most between the lowest and the highest band. */
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
    axis: { label: `Critique score (0–10), ${label}`, domain: domainOf(ends, [0, 10]), log: false },
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

/** Draws the mean critique score per judge and quality band, one drawing per critique judge. */
export function QualityBands({ data }: { readonly data: QualityBandsData }) {
  const { bands, scorers } = data;
  const n = scorers.reduce(
    (sum, { rows }) => sum + rows.reduce((t, { marks }) => t + marks.reduce((s, m) => s + m.n, 0), 0),
    0,
  );
  return (
    <>
      <Reading says={qualityBandsSentence(data)}>
        <p className="about">
          How good each judge’s critiques of good and bad responses are: mean score with its 95 % interval,{' '}
          {numberWords(n)} scored critiques in all. A critic that scores high only on good responses praises; one that
          scores high on bad ones finds what is wrong.
        </p>
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
        rows={scorers.flatMap(({ id, label: by, rows }) =>
          rows.flatMap(({ run, label, marks }) =>
            marks.map((mark) => ({
              key: `${id} ${run} ${mark.band}`,
              cells: [label, by, labelIn(bands)(mark.band), bandWords(mark), mark.n, mark.clusters],
            })),
          ),
        )}
      />
    </>
  );
}
