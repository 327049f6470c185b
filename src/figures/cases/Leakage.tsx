import { leakage } from '../../metrics/conflicts.ts';
import { instanceColumns } from '../../metrics/items.ts';
import { contributionsOfRun } from '../../metrics/score.ts';
import { readSums, type Sums } from '../../metrics/sums.ts';
import { valueOfRun } from '../../metrics/values.ts';
import { parseSlice } from '../../schema/slice.ts';
import type { Query } from '../../sql/query.ts';
import { literal } from '../../sql/quote.ts';
import { numberWords } from '../../ui/number-words.ts';
import { chosenRun, type FigureChoices, type FigureScope } from '../kit/case-figure.ts';
import { type DrawnFigure, type InstanceFigure, lossHref } from '../kit/case-view.ts';
import { Abreast, type HeatCell, HeatPanel, headsOf } from '../kit/Heat.tsx';
import { Numbers, Reading } from '../kit/Parts.tsx';
import {
  bySplit,
  type Estimated,
  estimated,
  estimateWords,
  intervalWords,
  itemWithMost,
  type Labelled,
  labelIn,
  namedCriteria,
  percent,
  splitLabel,
  splitsOf,
  underLongestName,
} from '../kit/words.ts';

/** How often the verdict on `criterion` is the label of `other`, where the labels differ. */
interface LeakageCell {
  readonly criterion: string;
  readonly other: string;
  readonly leaked: Estimated;
}

interface LeakageData {
  readonly run: string;
  readonly label: string;
  readonly panels: readonly (Labelled & {
    readonly criteria: readonly Labelled[];
    readonly cells: readonly LeakageCell[];
    readonly whole: Estimated;
  })[];
}

async function sumsOf(query: Query, { where }: FigureScope, run: string): Promise<Sums> {
  const { sql, params } = contributionsOfRun(leakage, run, await instanceColumns(query));
  const from = { sql: `SELECT *, ${literal(leakage.id)} AS metric FROM (${sql})`, params };
  return readSums(query, { metrics: [leakage], where, from });
}

type LeakagePanel = LeakageData['panels'][number];

function panelOf(choices: FigureChoices, sums: Sums, { run, split }: { readonly run: string; readonly split: string }) {
  const slices = [...new Set(sums.rows.filter((row) => row.run === run).map(({ slice }) => slice))].map(parseSlice);
  const own = slices.filter((slice) => (slice.get('split') ?? '') === split);
  const pairs = new Map(own.map((s) => [`${s.get('criterion')}\n${s.get('other')}`, s]));
  const value = (slice: Readonly<Record<string, string>>): Estimated =>
    estimated(valueOfRun(sums, leakage, { run, slice: { split, ...slice } }));
  return {
    id: split,
    label: splitLabel(choices, split),
    criteria: namedCriteria(
      choices,
      own.map((s) => s.get('criterion') ?? ''),
    ),
    cells: [...pairs.values()].map((s) => {
      const pair = { criterion: s.get('criterion') ?? '', other: s.get('other') ?? '' };
      return { ...pair, leaked: value(pair) };
    }),
    whole: value({}),
  } satisfies LeakagePanel;
}

function dataOf(
  choices: FigureChoices,
  sums: Sums,
  { run, label }: Pick<LeakageData, 'run' | 'label'>,
): LeakageData | null {
  const rows = sums.rows.filter((row) => row.run === run);
  if (rows.length === 0) return null;
  return { run, label, panels: splitsOf(choices, rows).map((split) => panelOf(choices, sums, { run, split })) };
}

export const leakageSentence = ({ label, panels }: LeakageData): string =>
  bySplit(panels, ({ criteria, cells }) => {
    const first = itemWithMost(cells, ({ leaked }) => leaked.value);
    if (first === null) return null;
    const name = labelIn(criteria);
    return `${label} most often answers for ${name(first.other)} when asked for ${name(first.criterion)} (${estimateWords(first.leaked)})`;
  });

type LeakageProps = DrawnFigure<LeakageData>;

/** A share has this weight in a cell's colour: one that leaks as often as a coin, ½, has the full colour. */
const FULL_AT_COIN = 2;

function cellOf(
  { data, ...link }: LeakageProps,
  panel: LeakagePanel,
  [asked, answered]: readonly [Labelled | undefined, Labelled | undefined],
): HeatCell | null {
  const own = panel.cells.find(({ criterion, other }) => criterion === asked?.id && other === answered?.id);
  if (own === undefined || asked === undefined || answered === undefined) return null;
  const { leaked } = own;
  const value = leaked.value ?? 0;
  return {
    text: leaked.value === null ? '–' : `${percent(value)} %`,
    small: `of ${numberWords(leaked.n)}`,
    href:
      value === 0
        ? null
        : lossHref(link, {
            metric: leakage.id,
            run: data.run,
            slice: { split: panel.id, criterion: asked.id, other: answered.id },
          }),
    words: `Asked for ${asked.label}, ${data.label} answers as the labels do on ${answered.label}: ${estimateWords(leaked)}, prompts on which the two differ`,
    tone: 'down',
    weight: value * FULL_AT_COIN,
  };
}

function Leakage(props: LeakageProps) {
  const { data, choices } = props;
  return (
    <>
      <Reading says={leakageSentence(data)} room={leakageSentence(underLongestName(data, choices))}>
        How often <b>{data.label}</b>, asked for the criterion of a row, answers as the labels do on that of a column,
        where the two differ. A coin reaches 50 %, a perfect judge 0 %. A strong column is a criterion that stands in
        for all others. Unreadable answers follow neither. A cell opens its cases.
      </Reading>
      <Abreast columns={Math.max(...data.panels.map(({ criteria }) => criteria.length))}>
        {data.panels.map((panel) => (
          <HeatPanel
            key={panel.id}
            label={panel.label}
            of={`All pairs: ${estimateWords(panel.whole)}`}
            what="leakage"
            look="large"
            title={`Leakage between criteria, ${panel.label}`}
            corner={
              <>
                asked for × <br />
                answered as
              </>
            }
            rows={headsOf(panel.criteria)}
            columns={headsOf(panel.criteria)}
            cell={(row, column) => cellOf(props, panel, [panel.criteria[row], panel.criteria[column]])}
          />
        ))}
      </Abreast>
      <Numbers
        of="Leakage between criteria"
        columns={['Split', 'Asked for', 'Answered as', 'Share, % [95 %]', 'Prompts that differ']}
        rows={data.panels.flatMap(({ label, criteria, cells }) =>
          cells.map(({ criterion, other, leaked }) => {
            const pair = [criterion, other].map(labelIn(criteria));
            return [label, ...pair, intervalWords(leaked), leaked.n];
          }),
        )}
      />
    </>
  );
}

export const leakageFigure: InstanceFigure<LeakageData> = {
  id: 'leakage',
  title: 'Which criterion leaks into which',
  protocol: 'pairwise',
  topic: 'answers',
  half: true,
  view: Leakage,
  load: async (query, scope, choices) => {
    const run = chosenRun(choices, scope, 'pairwise');
    return run === null ? null : dataOf(choices, await sumsOf(query, scope, run.run), run);
  },
};
