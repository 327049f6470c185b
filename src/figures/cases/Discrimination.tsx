import { conflictDiscrimination, halo, tos } from '../../metrics/conflicts.ts';
import { trivialChances } from '../../metrics/labels.ts';
import type { Metric } from '../../metrics/metric.ts';
import { metricRows, readSums, runsWithRows } from '../../metrics/sums.ts';
import { valueOfRun } from '../../metrics/values.ts';
import { numberWords } from '../../ui/number-words.ts';
import {
  type DrawnFigure,
  type InstanceFigure,
  type LinkScope,
  labelOfRun,
  lossHref,
  shownRuns,
} from '../kit/case-figure.ts';
import { type ForestPanel, type ForestRow, Forests } from '../kit/Forest.tsx';
import { Numbers, ProvedValue, Reading } from '../kit/Parts.tsx';
import {
  bySplit,
  type Estimated,
  estimated,
  intervalWords,
  itemWithMost,
  type Labelled,
  percent,
  splitLabel,
  splitsOf,
} from '../kit/words.ts';

/** `noticed` and `falseAlarms`: the share of criterion pairs with different verdicts where labels differ, and where they agree: the two parts of J. */
type DiscriminationRow = ForestRow<'noticed' | 'falseAlarms' | 'j' | 'halo'> & { readonly tos: Estimated };

interface DiscriminationData {
  readonly panels: readonly (Labelled & {
    readonly conflictPrompts: number;
    readonly conflictPairs: number;
    readonly coinTos: number | null;
    /** The best J comes first. */
    readonly rows: readonly DiscriminationRow[];
  })[];
}

const { units: _, combination: __, ...plain } = conflictDiscrimination;
/** One of the two parts of conflict discrimination, as a plain ratio. */
const PART: Metric = { ...plain, range: [0, 1], aggregate: 'ratio' };

export const discriminationSentence = ({ panels }: DiscriminationData): string =>
  bySplit(panels, ({ rows }) => {
    const first = itemWithMost(rows, ({ j }) => j.value);
    return first === null || first.j.value === null
      ? null
      : `${first.label} separates criteria best (J ${percent(first.j.value, 1)} points)`;
  });

type DiscriminationPanel = DiscriminationData['panels'][number];

const SERIES = [
  { key: 'noticed', label: 'Noticed conflicts', mark: 'square' },
  { key: 'falseAlarms', label: 'False alarms', mark: 'hollow' },
  { key: 'j', label: 'Discrimination J', mark: 'triangle' },
  { key: 'halo', label: 'Halo', mark: 'bar' },
] as const;
type Drawn = (typeof SERIES)[number]['key'];

/** The axis has round ends and holds every value above −1; lower ones are clipped. */
const FAR = 1;
function rateDomain(values: readonly (number | null)[]): readonly [number, number] {
  const step = 0.25;
  const known = values.filter((value) => value !== null);
  const lo = Math.max(-FAR, Math.floor(Math.min(0, ...known) / step) * step);
  return [lo, 1];
}

const missedHref = (link: LinkScope, { id }: Pick<DiscriminationPanel, 'id'>, run: string): string =>
  lossHref(link, { metric: tos.id, run, slice: { split: id } });

function panelsOf(panel: DiscriminationPanel, link: LinkScope): readonly ForestPanel<Drawn>[] {
  const { rows } = panel;
  const href = ({ run }: ForestRow<Drawn>): string => missedHref(link, panel, run);
  return [
    {
      title: 'Verdicts differ, % of pairs',
      domain: [0, 1],
      references: [{ at: 0.5, label: 'Coin flip: both 50' }],
      marks: SERIES.slice(0, 2),
      href,
    },
    {
      title: 'Discrimination J, points',
      domain: rateDomain(rows.map(({ j }) => j.value)),
      references: [{ at: 0, label: 'Coin flip, one verdict' }],
      marks: SERIES.slice(2, 3),
      href,
    },
    {
      title: 'Halo, %',
      domain: rateDomain(rows.map((row) => row.halo.value)),
      references: [
        { at: 0, label: 'As the labels' },
        { at: 1, label: 'One verdict' },
      ],
      marks: SERIES.slice(3),
      href,
    },
  ];
}

const boardValue = (
  links: LinkScope,
  { id }: Pick<DiscriminationPanel, 'id'>,
  { run, metric, value }: { readonly run: string; readonly metric: Metric; readonly value: Estimated },
) => <ProvedValue key={metric.id} links={links} split={id} column={metric.id} run={run} words={intervalWords(value)} />;

function Discrimination({ data, ...link }: DrawnFigure<DiscriminationData>) {
  return (
    <>
      <Reading says={discriminationSentence(data)}>
        TOS rewards any judge whose verdicts differ between criteria, even at random. So it is split: how often verdicts
        differ where labels differ (noticed), and where they agree (false alarms). The distance is the discrimination J:
        a good judge has a long line with its filled end at the right. Halo is 100 % for one verdict on all criteria, 0
        % if verdicts differ as often as labels. Bars are 95 % intervals. A row opens the prompts with a missed
        conflict; in the table a value opens its formula and proof.
      </Reading>
      <Forests
        title="Noticed conflicts, false alarms, discrimination and over-lines"
        short="discrimination"
        decimals={0}
        series={SERIES}
        splits={data.panels}
        of={({ conflictPairs, conflictPrompts, coinTos }) =>
          `${numberWords(conflictPairs)} conflicting pairs of criteria in ${numberWords(conflictPrompts)} prompts; TOS of a coin flip ${coinTos === null ? '–' : percent(coinTos, 1)} %`
        }
        panels={(panel) => panelsOf(panel, link)}
      />
      <Numbers
        of="Discrimination and over-lines"
        columns={[
          'Split',
          'Judge',
          'TOS, % [95 %]',
          'Prompts',
          'Noticed, % [95 %]',
          'Pairs',
          'False alarms, % [95 %]',
          'Pairs that agree',
          'J, points [95 %]',
          'Halo, % [95 %]',
        ]}
        rows={data.panels.flatMap((panel) =>
          panel.rows.map((row) => [
            panel.label,
            row.label,
            boardValue(link, panel, { run: row.run, metric: tos, value: row.tos }),
            <a
              key="missed"
              href={missedHref(link, panel, row.run)}
              aria-label={`${row.tos.n} of ${row.label}, opens the prompts that it missed`}
            >
              {row.tos.n}
            </a>,
            intervalWords(row.noticed),
            row.noticed.n,
            intervalWords(row.falseAlarms),
            row.falseAlarms.n,
            boardValue(link, panel, { run: row.run, metric: conflictDiscrimination, value: row.j }),
            boardValue(link, panel, { run: row.run, metric: halo, value: row.halo }),
          ]),
        )}
      />
    </>
  );
}

export const discriminationFigure: InstanceFigure<DiscriminationData> = {
  id: 'discrimination',
  title: 'Noticed conflicts against false alarms',
  protocol: 'pairwise',
  topic: 'conflicts',
  view: Discrimination,
  reads: [],
  load: async (query, { where }, choices) => {
    const metrics = [conflictDiscrimination, halo, tos];
    const sums = await readSums(query, { metrics, runs: shownRuns(choices, 'pairwise'), where });
    const shown = metricRows(sums, ...metrics);
    const conflicts = (await trivialChances(query, where)).filter(({ conflictPairs }) => conflictPairs > 0);
    if (shown.length === 0 || conflicts.length === 0) return null;
    const panels = splitsOf(choices, shown).flatMap((split) => {
      const chance = conflicts.find((one) => one.split === split);
      if (chance === undefined) return [];
      const rows = runsWithRows(shown).map((run): DiscriminationRow => {
        const value = (metric: Metric, wanted = {}): Estimated =>
          estimated(valueOfRun(sums, metric, { run, slice: { split, ...wanted } }));
        return {
          run,
          label: labelOfRun(choices, run),
          noticed: value(PART, { gold: 'differ' }),
          falseAlarms: value(PART, { gold: 'agree' }),
          j: value(conflictDiscrimination),
          halo: value(halo),
          tos: value(tos),
        };
      });
      const { conflictPrompts, conflictPairs, someDiffer } = chance;
      const sorted = rows
        .filter(({ noticed }) => noticed.value !== null)
        .sort((a, b) => (b.j.value ?? -2) - (a.j.value ?? -2));
      const label = splitLabel(choices, split);
      return [{ id: split, label, conflictPrompts, conflictPairs, coinTos: someDiffer, rows: sorted }];
    });
    return { panels };
  },
};
