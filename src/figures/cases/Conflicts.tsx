import { cmr, leakage } from '../../metrics/conflicts.ts';
import { instanceColumns } from '../../metrics/items.ts';
import { type CriterionPair, criterionPairs } from '../../metrics/labels.ts';
import { contributionsOfRun } from '../../metrics/score.ts';
import { readSums, type Sums } from '../../metrics/sums.ts';
import { valueOfRun } from '../../metrics/values.ts';
import { parseSlice } from '../../schema/slice.ts';
import type { Query } from '../../sql/query.ts';
import { literal } from '../../sql/quote.ts';
import { phi } from '../../stats/agreement.ts';
import { numberWords, signed } from '../../ui/number-words.ts';
import {
  chosenRun,
  conflictHref,
  type DrawnFigure,
  type FigureChoices,
  type FigureScope,
  type InstanceFigure,
  type LinkScope,
  lossHref,
} from '../kit/case-figure.ts';
import { Abreast, type HeatCell, HeatPanel, headsOf } from '../kit/Heat.tsx';
import { Numbers, ProvedValue, Reading } from '../kit/Parts.tsx';
import {
  bySplit,
  type Estimated,
  estimated,
  estimateWords,
  inListedOrder,
  intervalWords,
  itemWithMost,
  type Labelled,
  labelIn,
  namedCriteria,
  percent,
  SENTENCE_DIGITS,
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

/** What is known of two criteria of a split; `criterion` stands before `other` in the alphabet. */
export interface ConflictCell {
  readonly criterion: string;
  readonly other: string;
  /** Cases on which people prefer different responses, of `n` with labels on both. */
  readonly conflicts: number;
  readonly n: number;
  readonly phi: number | null;
  readonly noPhi: string;
  /** How often the judge is right on both, where they conflict. */
  readonly matched: Estimated;
}

export interface ConflictPanel extends Labelled {
  readonly criteria: readonly Labelled[];
  readonly cells: readonly ConflictCell[];
  readonly whole: Estimated;
}

export interface ConflictsData {
  readonly run: string;
  readonly label: string;
  readonly panels: readonly ConflictPanel[];
}

function labelled(
  pair: CriterionPair,
): Pick<ConflictCell, 'criterion' | 'other' | 'conflicts' | 'n' | 'phi' | 'noPhi'> {
  const { criterion, other, aa, ab, ba, bb } = pair;
  const { value, reason } = phi({ both: aa, first: ab, second: ba, neither: bb });
  return { criterion, other, conflicts: ab + ba, n: aa + ab + ba + bb, phi: value, noPhi: reason };
}

function conflictsOf(
  choices: FigureChoices,
  { run, label }: FigureChoices['runs'][number],
  { pairs, sums }: { readonly pairs: readonly CriterionPair[]; readonly sums: Sums },
): ConflictsData {
  const bySplit = Map.groupBy(pairs, ({ split }) => split);
  const panels = inListedOrder(choices, 'split', bySplit.keys()).map((split): ConflictPanel => {
    const own = bySplit.get(split) ?? [];
    const value = (of: { readonly criterion?: string; readonly other?: string }): Estimated =>
      estimated(valueOfRun(sums, cmr, { run, slice: { split, ...of } }));
    return {
      id: split,
      label: splitLabel(choices, split),
      criteria: namedCriteria(
        choices,
        own.flatMap(({ criterion, other }) => [criterion, other]),
      ),
      cells: own.map((pair) => ({
        ...labelled(pair),
        matched: value({ criterion: pair.criterion, other: pair.other }),
      })),
      whole: value({}),
    };
  });
  return { run, label, panels };
}

export const conflictOf = ({ cells }: ConflictPanel, one: string, two: string): ConflictCell | undefined =>
  cells.find(({ criterion, other }) => (criterion === one && other === two) || (criterion === two && other === one));

export const conflictsSentence = ({ label, panels }: ConflictsData): string =>
  bySplit(panels, ({ criteria, cells, whole }) => {
    const apart = itemWithMost(cells, ({ phi }) => (phi === null ? null : -phi));
    if (apart === null || apart.phi === null || whole.value === null) return null;
    const name = labelIn(criteria);
    return `labels of ${name(apart.criterion)} and ${name(apart.other)} agree least (φ ${signed(apart.phi, SENTENCE_DIGITS)}); ${label} is right on both in ${percent(whole.value, 1)} % of conflicts`;
  });

type PanelProps = LinkScope & { readonly data: ConflictsData; readonly panel: ConflictPanel };

const DECIMALS = 2;

const phiWords = ({ phi }: ConflictCell): string => (phi === null ? 'φ –' : `φ ${signed(phi, DECIMALS)}`);

function goldCell({ panel, ...link }: PanelProps, cell: ConflictCell, names: readonly [string, string]): HeatCell {
  const most = Math.max(1, ...panel.cells.map(({ conflicts }) => conflicts));
  return {
    text: numberWords(cell.conflicts),
    small: phiWords(cell),
    href: conflictHref(link, { split: panel.id, criterion: cell.criterion, other: cell.other }),
    words: `${names.join(' and ')}: the labels prefer different responses on ${numberWords(cell.conflicts)} of ${numberWords(cell.n)} prompts, ${phiWords(cell)}`,
    tone: 'count',
    weight: cell.conflicts / most,
  };
}

/** Says how often the judge is right on both criteria where they conflict; the cell is blue above its mean, orange below. */
function judgeCell(
  { data, panel, ...link }: PanelProps,
  { criterion, other, matched }: ConflictCell,
  names: readonly [string, string],
): HeatCell {
  const value = matched.value ?? 0;
  const gap = value - (panel.whole.value ?? 0);
  return {
    text: matched.value === null ? '–' : `${percent(value)} %`,
    small: matched.value === null ? matched.reason : `of ${numberWords(matched.n)}`,
    href:
      matched.value === null
        ? null
        : lossHref(link, {
            metric: cmr.id,
            run: data.run,
            slice: { split: panel.id, criterion, other },
          }),
    words: `${names.join(' and ')}: ${data.label} is right on both in ${estimateWords(matched)}; opens those that it lost`,
    tone: gap < 0 ? 'down' : 'up',
    weight: matched.value === null ? 0 : 0.12 + 2 * Math.abs(gap),
  };
}

function ConflictDrawing(props: PanelProps) {
  const { data, panel, ...links } = props;
  const heads = headsOf(panel.criteria);
  const whole = { run: data.run, split: panel.id, column: cmr.id, words: estimateWords(panel.whole) };
  const cell = (i: number, j: number): HeatCell | null => {
    const [row, column] = [heads[i], heads[j]];
    const own = conflictOf(panel, row?.key ?? '', column?.key ?? '');
    if (row === undefined || column === undefined || own === undefined) return null;
    const names = [row.label, column.label] as const;
    return i < j ? goldCell(props, own, names) : judgeCell(props, own, names);
  };
  const conflicts = panel.cells.reduce((sum, one) => sum + one.conflicts, 0);
  return (
    <HeatPanel
      label={panel.label}
      of={
        <>
          {`${numberWords(conflicts)} conflicting pairs; CMR `}
          <ProvedValue links={links} {...whole} />
        </>
      }
      what="conflicts"
      look="large"
      title={`Conflicts between criteria, ${panel.label}`}
      corner={
        <>
          above: the labels, <br />
          below: the judge
        </>
      }
      rows={heads}
      columns={heads}
      cell={cell}
    />
  );
}

function Conflicts(props: DrawnFigure<ConflictsData>) {
  const { data, ...link } = props;
  const { choices } = link;
  return (
    <>
      <Reading says={conflictsSentence(data)} room={conflictsSentence(underLongestName(data, choices))}>
        Above the diagonal: prompts on which the labels of two criteria differ, with φ of the labels (below 0: they tend
        to differ). Below it: how often <b>{data.label}</b> is right on both there; blue is above its CMR, orange below,
        a coin reaches 25 %. A cell opens these prompts, below the diagonal those that the judge lost.
      </Reading>
      <Abreast columns={Math.max(...data.panels.map(({ criteria }) => criteria.length))}>
        {data.panels.map((panel) => (
          <ConflictDrawing key={panel.id} data={data} panel={panel} {...link} />
        ))}
      </Abreast>
      <Numbers
        of="Conflicts between criteria"
        columns={[
          'Split',
          'Criterion',
          'Other',
          'Prompts',
          'Conflicts',
          'φ',
          `CMR of ${data.label}, % [95 %]`,
          'Pairs judged',
        ]}
        rows={data.panels.flatMap((panel) =>
          panel.cells.map((cell) => {
            const label = labelIn(panel.criteria);
            const phi = cell.phi === null ? cell.noPhi : signed(cell.phi, DECIMALS);
            const pair = [label(cell.criterion), label(cell.other)];
            return [panel.label, ...pair, cell.n, cell.conflicts, phi, intervalWords(cell.matched), cell.matched.n];
          }),
        )}
      />
    </>
  );
}

export const conflictsFigure: InstanceFigure<ConflictsData> = {
  id: 'conflicts',
  title: 'Which criteria conflict, and how the judge resolves it',
  protocol: 'pairwise',
  topic: 'answers',
  half: true,
  view: Conflicts,
  load: async (query, scope, choices) => {
    const run = chosenRun(choices, scope, 'pairwise');
    const pairs = (await criterionPairs(query, scope.where)).filter(({ ab, ba }) => ab + ba > 0);
    if (run === null || pairs.length === 0) return null;
    const sums = await readSums(query, { metrics: [cmr], where: scope.where, runs: [run.run] });
    return conflictsOf(choices, run, { pairs, sums });
  },
};
