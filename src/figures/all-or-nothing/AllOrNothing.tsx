import type { MarkKind } from '../../charts/mark-kinds.tsx';
import { pacc } from '../../metrics/pacc.ts';
import { numberWords } from '../../ui/number-words.ts';
import { type LinkScope, lossHref } from '../kit/cases-href.ts';
import { estimateWords, intervalWords, percent } from '../kit/estimated.ts';
import { type ForestPanel, Forests } from '../kit/Forest.tsx';
import type { DrawnFigure } from '../kit/figure-props.ts';
import { Numbers } from '../kit/Numbers.tsx';
import { Reading } from '../kit/Reading.tsx';
import { bySplit, itemWithMost } from '../kit/sentences.ts';
import type { AllOrNothingData, PaccReference, PaccRow } from './data.ts';

/** Names, in a line per split, the judge that is most often right on all criteria where they conflict. */
export const allOrNothingSentence = ({ panels }: AllOrNothingData): string =>
  bySplit(panels, ({ rows }) => {
    const first = itemWithMost(rows, ({ conflict }) => conflict.value);
    return first === null
      ? null
      : `${first.label} is right most often where criteria conflict, ${estimateWords(first.conflict)}`;
  });

type PaccPanel = AllOrNothingData['panels'][number];
type Part = 'all' | 'conflict' | 'calm';

const PARTS: readonly {
  readonly part: Part;
  readonly label: string;
  readonly mark: MarkKind;
  readonly conflict?: string;
}[] = [
  { part: 'all', label: 'All prompts', mark: 'square' },
  { part: 'conflict', label: 'With a conflict', mark: 'hollow', conflict: 'yes' },
  { part: 'calm', label: 'Without a conflict', mark: 'triangle', conflict: 'no' },
];

const references = (panel: PaccPanel): ForestPanel<PaccRow>['references'] =>
  panel.references.flatMap(({ label, all }) => (all === null ? [] : [{ at: all, label }]));

const shareWords = (value: number | null): string => (value === null ? '–' : percent(value, 1));

const lostHref = (
  link: LinkScope,
  panel: PaccPanel,
  { run, conflict }: { readonly run: string; readonly conflict?: string | undefined },
): string =>
  lossHref(link, {
    metric: pacc.id,
    run,
    slice: {
      ...(panel.id === '' ? {} : { split: panel.id }),
      ...(conflict === undefined ? {} : { conflict }),
    },
  });

const panelsOf = (panel: PaccPanel, link: LinkScope): readonly ForestPanel<PaccRow>[] => [
  {
    title: 'PAcc, all prompts, %',
    domain: [0, 1],
    references: references(panel),
    joined: false,
    marks: ({ all }) => [{ label: 'All prompts', mark: 'square', value: all }],
    text: ({ all }) => shareWords(all.value),
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
    joined: true,
    marks: ({ conflict, calm }) => [
      { label: 'With a conflict', mark: 'hollow', value: conflict },
      { label: 'Without a conflict', mark: 'triangle', value: calm },
    ],
    text: ({ conflict, calm }) => `${shareWords(conflict.value)} · ${shareWords(calm.value)}`,
    href: ({ run }) => lostHref(link, panel, { run, conflict: 'yes' }),
  },
];

function tableRows({ data, ...link }: DrawnFigure<AllOrNothingData>) {
  return data.panels.flatMap((panel) => {
    const judges = panel.rows.map((row) => ({
      key: `${panel.id} ${row.run}`,
      cells: [
        panel.label,
        row.label,
        ...PARTS.flatMap(({ part, label, conflict }) => [
          <a
            key={part}
            href={lostHref(link, panel, { run: row.run, conflict })}
            aria-label={`${row.label}, ${label}: ${intervalWords(row[part])}, opens the cases that it lost`}
          >
            {intervalWords(row[part])}
          </a>,
          row[part].n,
        ]),
      ],
    }));
    const trivial = panel.references.map((reference: PaccReference) => ({
      key: `${panel.id} ${reference.label}`,
      cells: [panel.label, reference.label, ...PARTS.flatMap(({ part }) => [shareWords(reference[part]), ''])],
    }));
    return [...judges, ...trivial];
  });
}

/** Shows PAcc of every judge, and what a conflict costs it. */
export function AllOrNothing({ data, ...link }: DrawnFigure<AllOrNothingData>) {
  return (
    <>
      <Reading says={allOrNothingSentence(data)}>
        <p className="about">
          The share of prompts on which a judge is right on every criterion, with and without a conflict of labels.
          Without one, a single impression answers every criterion; only conflicts show whether a judge weighs them one
          by one. A long line means that it does well only where criteria agree. Bars are 95 % intervals. Dashed lines
          are a coin flip, and an oracle that gives the best single verdict on every criterion. A row opens the prompts
          that the judge lost, in the second drawing those with a conflict.
        </p>
      </Reading>
      <Forests
        title="PAcc with and without a conflict"
        short="PAcc"
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
