import { pacc } from '../../metrics/conflicts.ts';
import { type Chance, trivialChances } from '../../metrics/labels.ts';
import type { Condition } from '../../metrics/query.ts';
import { readSums, runsWithRows } from '../../metrics/sums.ts';
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
import { type ForestPanel, type ForestRow, type ForestSeries, Forests } from '../kit/Forest.tsx';
import { Numbers, ProvedValue, Reading } from '../kit/Parts.tsx';
import {
  bySplit,
  estimated,
  estimateWords,
  intervalWords,
  itemWithMost,
  type Labelled,
  percent,
  splitLabel,
  splitsOf,
} from '../kit/words.ts';

/** PAcc on the prompts of a split: on all, on those whose labels conflict, and on the others. */
type Part = 'all' | 'conflict' | 'calm';

/** Shares that a trivial judge reaches; null where the selection has no such prompts. */
interface PaccReference extends Readonly<Record<Part, number | null>> {
  readonly label: string;
}

interface AllOrNothingData {
  readonly panels: readonly (Labelled & {
    readonly prompts: number;
    readonly conflictPrompts: number;
    readonly references: readonly PaccReference[];
    /** The best comes first. */
    readonly rows: readonly ForestRow<Part>[];
  })[];
}

const CONFLICTING = `SELECT instance FROM gold WHERE kind = 'preference' AND annotator = '' AND value IN ('a', 'b')
GROUP BY instance HAVING count(DISTINCT value) > 1`;

const within = ({ sql, params }: Condition, conflict: 'yes' | 'no'): Condition => ({
  sql: `(${sql}) AND instance ${conflict === 'yes' ? '' : 'NOT '}IN (${CONFLICTING})`,
  params,
});

export const allOrNothingSentence = ({ panels }: AllOrNothingData): string =>
  bySplit(panels, ({ rows }) => {
    const first = itemWithMost(rows, ({ conflict }) => conflict.value);
    return first === null
      ? null
      : `${first.label} is right most often where criteria conflict, ${estimateWords(first.conflict)}`;
  });

type PaccPanel = AllOrNothingData['panels'][number];

const PARTS: readonly (ForestSeries<Part> & { readonly conflict?: string })[] = [
  { key: 'all', label: 'All prompts', mark: 'square' },
  { key: 'conflict', label: 'With a conflict', mark: 'hollow', conflict: 'yes' },
  { key: 'calm', label: 'Without a conflict', mark: 'triangle', conflict: 'no' },
];

const shareWords = (value: number | null): string => (value === null ? '–' : percent(value, 1));

const lostHref = (
  link: LinkScope,
  panel: PaccPanel,
  { run, conflict = '' }: { readonly run: string; readonly conflict?: string | undefined },
): string =>
  lossHref(link, {
    metric: pacc.id,
    run,
    slice: { split: panel.id, conflict },
  });

const panelsOf = (panel: PaccPanel, link: LinkScope): readonly ForestPanel<Part>[] => [
  {
    title: 'PAcc, all prompts, %',
    domain: [0, 1],
    references: panel.references.flatMap(({ label, all }) => (all === null ? [] : [{ at: all, label }])),
    marks: PARTS.slice(0, 1),
    href: ({ run }) => lostHref(link, panel, { run }),
  },
  {
    title: 'With and without a conflict, %',
    domain: [0, 1],
    references: panel.references
      .filter(({ conflict }) => (conflict ?? 0) > 0)
      .flatMap(({ label, conflict, calm }) => [
        { at: conflict ?? 0, label: `${label}, with a conflict` },
        ...(calm === null ? [] : [{ at: calm, label: `${label}, without` }]),
      ]),
    marks: PARTS.slice(1),
    href: ({ run }) => lostHref(link, panel, { run, conflict: 'yes' }),
  },
];

function tableRows({ data, ...link }: DrawnFigure<AllOrNothingData>) {
  return data.panels.flatMap((panel) => {
    const judges = panel.rows.map((row) => [
      panel.label,
      row.label,
      ...PARTS.flatMap(({ key, label, conflict }) => [
        <ProvedValue
          key={key}
          links={link}
          split={panel.id}
          column={conflict === undefined ? pacc.id : `${pacc.id}-${conflict}`}
          run={row.run}
          words={intervalWords(row[key])}
        />,
        <a
          key={`${key} n`}
          href={lostHref(link, panel, { run: row.run, conflict })}
          aria-label={`${row[key].n}: ${row.label}, ${label}, opens those that it lost`}
        >
          {row[key].n}
        </a>,
      ]),
    ]);
    const trivial = panel.references.map((reference: PaccReference) => {
      return [panel.label, reference.label, ...PARTS.flatMap(({ key }) => [shareWords(reference[key]), ''])];
    });
    return [...judges, ...trivial];
  });
}

function AllOrNothing({ data, ...link }: DrawnFigure<AllOrNothingData>) {
  return (
    <>
      <Reading says={allOrNothingSentence(data)}>
        The share of prompts on which a judge is right on every criterion, with and without a conflict of labels.
        Without one, a single impression answers every criterion; only conflicts show whether a judge weighs them one by
        one. A long line means that it does well only where criteria agree. Bars are 95 % intervals. Dashed lines are a
        coin flip, and an oracle that gives the best single verdict on every criterion. A row opens the prompts that the
        judge lost, in the second drawing those with a conflict; in the table a value opens its formula and proof, a
        number those lost.
      </Reading>
      <Forests
        title="PAcc with and without a conflict"
        short="PAcc"
        decimals={1}
        series={PARTS}
        splits={data.panels}
        of={({ prompts, conflictPrompts }) =>
          `${numberWords(prompts)} prompts, ${numberWords(conflictPrompts)} of them with a conflict`
        }
        panels={(panel) => panelsOf(panel, link)}
      />
      <Numbers
        of="PAcc with and without a conflict"
        columns={[
          'Split',
          'Judge',
          ...PARTS.flatMap(({ label }) => [`${label}, % [95 %]`, `n, ${label.toLowerCase()}`]),
        ]}
        rows={tableRows({ data, ...link })}
      />
    </>
  );
}

export const allOrNothingFigure: InstanceFigure<AllOrNothingData> = {
  id: 'pacc-conflict',
  title: 'Every criterion right: with and without a conflict',
  protocol: 'pairwise',
  topic: 'conflicts',
  view: AllOrNothing,
  reads: [],
  load: async (query, { where }, choices) => {
    const sums = await readSums(query, {
      metrics: [pacc],
      runs: shownRuns(choices, 'pairwise'),
      where,
    });
    if (sums.rows.length === 0) return null;
    const parts = {
      all: await trivialChances(query, where),
      conflict: await trivialChances(query, within(where, 'yes')),
      calm: await trivialChances(query, within(where, 'no')),
    };
    const panels = splitsOf(choices, sums.rows).map((split) => {
      const [all, conflict, calm] = [parts.all, parts.conflict, parts.calm].map((list) =>
        list.find((one) => one.split === split),
      );
      const reference = (label: string, value: (labels: Chance) => number): PaccReference => ({
        label,
        all: all === undefined ? null : value(all),
        conflict: conflict === undefined ? null : value(conflict),
        calm: calm === undefined ? null : value(calm),
      });
      const rows = runsWithRows(sums.rows).map((run) => ({
        run,
        label: labelOfRun(choices, run),
        all: estimated(valueOfRun(sums, pacc, { run, slice: { split } })),
        conflict: estimated(valueOfRun(sums, pacc, { run, slice: { split, conflict: 'yes' } })),
        calm: estimated(valueOfRun(sums, pacc, { run, slice: { split, conflict: 'no' } })),
      }));
      return {
        id: split,
        label: splitLabel(choices, split),
        prompts: all?.prompts ?? 0,
        conflictPrompts: all?.conflictPrompts ?? 0,
        references: [
          reference('Coin flip', ({ allRight }) => allRight),
          reference('One-verdict oracle', (labels) => 1 - labels.conflictPrompts / labels.prompts),
        ],
        rows: rows.filter((row) => row.all.value !== null).sort((a, b) => (b.all.value ?? 0) - (a.all.value ?? 0)),
      };
    });
    const drawn = panels.filter(({ conflictPrompts }) => conflictPrompts > 0);
    return drawn.length === 0 ? null : { panels: drawn };
  },
};
