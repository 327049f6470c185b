import { tos } from '../../metrics/tos.ts';
import { numberWords } from '../../ui/number-words.ts';
import { type LinkScope, lossHref } from '../kit/cases-href.ts';
import { intervalWords, percent } from '../kit/estimated.ts';
import { type ForestPanel, Forests } from '../kit/Forest.tsx';
import type { DrawnFigure } from '../kit/figure-props.ts';
import { Numbers } from '../kit/Numbers.tsx';
import { Reading } from '../kit/Reading.tsx';
import { bySplit, itemWithMost } from '../kit/sentences.ts';
import type { DiscriminationData, DiscriminationRow } from './data.ts';

/** Names, in a line per split, the judge that separates criteria best. */
export const discriminationSentence = ({ panels }: DiscriminationData): string =>
  bySplit(panels, ({ rows }) => {
    const first = itemWithMost(rows, ({ j }) => j.value);
    return first === null || first.j.value === null
      ? null
      : `${first.label} separates criteria best (J ${percent(first.j.value, 1)} points)`;
  });

type DiscriminationPanel = DiscriminationData['panels'][number];

const SERIES = [
  { label: 'Noticed conflicts', mark: 'square' },
  { label: 'False alarms', mark: 'hollow' },
  { label: 'Discrimination J', mark: 'triangle' },
  { label: 'Halo', mark: 'bar' },
] as const;

const share = (value: number | null, decimals = 0): string => (value === null ? '–' : percent(value, decimals));

/** The axis has round ends and holds every value above −1; lower ones are clipped. */
const FAR = 1;
function rateDomain(values: readonly (number | null)[]): readonly [number, number] {
  const step = 0.25;
  const known = values.filter((value) => value !== null);
  const lo = Math.max(-FAR, Math.floor(Math.min(0, ...known) / step) * step);
  return [lo, 1];
}

const missedHref = (link: LinkScope, { id }: Pick<DiscriminationPanel, 'id'>, run: string): string =>
  lossHref(link, { metric: tos.id, run, slice: id === '' ? {} : { split: id } });

function panelsOf(panel: DiscriminationPanel, link: LinkScope): readonly ForestPanel<DiscriminationRow>[] {
  const { rows } = panel;
  const href = ({ run }: DiscriminationRow): string => missedHref(link, panel, run);
  return [
    {
      title: 'Verdicts differ, % of pairs',
      domain: [0, 1],
      references: [{ at: 0.5, label: 'Coin flip: both 50' }],
      joined: true,
      marks: ({ noticed, falseAlarms }) => [
        { ...SERIES[0], value: noticed },
        { ...SERIES[1], value: falseAlarms },
      ],
      href,
      text: ({ noticed, falseAlarms }) => `${share(noticed.value)} · ${share(falseAlarms.value)}`,
    },
    {
      title: 'Discrimination J, points',
      domain: rateDomain(rows.map(({ j }) => j.value)),
      references: [{ at: 0, label: 'Coin flip, one verdict' }],
      joined: false,
      marks: ({ j }) => [{ ...SERIES[2], value: j }],
      href,
      text: ({ j }) => share(j.value),
    },
    {
      title: 'Halo, %',
      domain: rateDomain(rows.map((row) => row.halo.value)),
      references: [
        { at: 0, label: 'As the labels' },
        { at: 1, label: 'One verdict' },
      ],
      joined: false,
      marks: (row) => [{ ...SERIES[3], value: row.halo }],
      href,
      text: (row) => share(row.halo.value),
    },
  ];
}

/** Shows what separates a judge that notices conflicts from one that varies at random. */
export function Discrimination({ data, ...link }: DrawnFigure<DiscriminationData>) {
  return (
    <>
      <Reading says={discriminationSentence(data)}>
        <p className="about">
          TOS rewards any judge whose verdicts differ between criteria, even at random. So it is split: how often
          verdicts differ where labels differ (noticed), and where they agree (false alarms). The distance is the
          discrimination J: a good judge has a long line with its filled end at the right. Halo is 100 % for one verdict
          on all criteria, 0 % if verdicts differ as often as labels. Bars are 95 % intervals. A row opens the prompts
          with a missed conflict.
        </p>
      </Reading>
      <Forests
        title="Noticed conflicts, false alarms, discrimination and over-lines"
        short="discrimination"
        series={SERIES}
        splits={data.panels}
        of={({ conflictPairs, conflictPrompts, coinTos }) =>
          `${numberWords(conflictPairs)} conflicting pairs of criteria in ${numberWords(conflictPrompts)} prompts; TOS of a coin flip ${share(coinTos, 1)} %`
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
          panel.rows.map((row) => ({
            key: `${panel.id} ${row.run}`,
            cells: [
              panel.label,
              row.label,
              <a
                key="tos"
                href={missedHref(link, panel, row.run)}
                aria-label={`TOS of ${row.label}: ${intervalWords(row.tos)}, opens the prompts that it missed`}
              >
                {intervalWords(row.tos)}
              </a>,
              row.tos.n,
              intervalWords(row.noticed),
              row.noticed.n,
              intervalWords(row.falseAlarms),
              row.falseAlarms.n,
              intervalWords(row.j),
              intervalWords(row.halo),
            ],
          })),
        )}
      />
    </>
  );
}
