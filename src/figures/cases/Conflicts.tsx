import { cmr } from '../../metrics/conflicts.ts';
import { type CriterionPair, criterionPairs } from '../../metrics/labels.ts';
import { readSums, type Sums } from '../../metrics/sums.ts';
import { valueOfRun } from '../../metrics/values.ts';
import { phi } from '../../stats/agreement.ts';
import { numberWords, signed } from '../../ui/number-words.ts';
import { chosenRun, type FigureChoices } from '../kit/case-figure.ts';
import { conflictHref, type DrawnFigure, type InstanceFigure, type LinkScope, lossHref } from '../kit/case-view.ts';
import { Abreast, type HeatCell, HeatPanel, headsOf } from '../kit/Heat.tsx';
import { Numbers, Reading } from '../kit/Parts.tsx';
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
  underLongestName,
} from '../kit/words.ts';

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

const inConflict = ({ ab, ba }: CriterionPair): boolean => ab + ba > 0;

export const conflictOf = ({ cells }: ConflictPanel, one: string, two: string): ConflictCell | undefined =>
  cells.find(({ criterion, other }) => (criterion === one && other === two) || (criterion === two && other === one));

export const conflictsSentence = ({ label, panels }: ConflictsData): string =>
  bySplit(panels, ({ criteria, cells, whole }) => {
    const apart = itemWithMost(cells, ({ phi }) => (phi === null ? null : -phi));
    if (apart === null || apart.phi === null || whole.value === null) return null;
    const name = labelIn(criteria);
    return `labels of ${name(apart.criterion)} and ${name(apart.other)} agree least (φ ${signed(apart.phi, SENTENCE_DIGITS)}); ${label} is right on both in ${percent(whole.value, 1)} % of conflicts`;
  });

type ConflictsProps = DrawnFigure<ConflictsData>;

interface PanelProps extends LinkScope {
  readonly data: ConflictsData;
  readonly panel: ConflictPanel;
}

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
  const { panel } = props;
  const heads = headsOf(panel.criteria);
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
      of={`${numberWords(conflicts)} conflicting pairs; CMR ${estimateWords(panel.whole)}`}
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

function Conflicts(props: ConflictsProps) {
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
    const pairs = (await criterionPairs(query, scope.where)).filter(inConflict);
    if (run === null || pairs.length === 0) return null;
    const sums = await readSums(query, { metrics: [cmr], where: scope.where, runs: [run.run] });
    return conflictsOf(choices, run, { pairs, sums });
  },
};
