import { cmr } from '../../metrics/cmr.ts';
import { numberWords, signed } from '../../ui/number-words.ts';
import { Abreast } from '../kit/Abreast.tsx';
import { conflictHref, type LinkScope, lossHref } from '../kit/cases-href.ts';
import { estimateWords, intervalWords, percent } from '../kit/estimated.ts';
import type { DrawnFigure } from '../kit/figure-props.ts';
import { HeatPanel } from '../kit/HeatTable.tsx';
import { type HeatCell, headsOf } from '../kit/heat-look.ts';
import { labelIn } from '../kit/labelled.ts';
import { underLongestName } from '../kit/longest-name.ts';
import { Numbers } from '../kit/Numbers.tsx';
import { Reading } from '../kit/Reading.tsx';
import type { ConflictCell, ConflictPanel, ConflictsData } from './data.ts';
import { conflictOf, conflictsSentence } from './sentence.ts';

type ConflictsProps = DrawnFigure<ConflictsData>;

interface PanelProps extends LinkScope {
  readonly data: ConflictsData;
  readonly panel: ConflictPanel;
}

const DECIMALS = 2;

const phiWords = ({ phi }: ConflictCell): string => (phi === null ? 'φ –' : `φ ${signed(phi, DECIMALS)}`);

/** Says how often people's labels of two criteria conflict. */
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
            slice: { ...(panel.id === '' ? {} : { split: panel.id }), criterion, other },
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

/** Draws criterion × criterion: how often labels conflict above the diagonal, how one judge fares there below it. */
export function Conflicts(props: ConflictsProps) {
  const { data, ...link } = props;
  const { choices } = link;
  return (
    <>
      <Reading says={conflictsSentence(data)} room={conflictsSentence(underLongestName(data, choices))}>
        <p className="about">
          Above the diagonal: prompts on which the labels of two criteria differ, with φ of the labels (below 0: they
          tend to differ). Below it: how often <b>{data.label}</b> is right on both there; blue is above its CMR, orange
          below, a coin reaches 25 %. A cell opens these prompts, below the diagonal those that the judge lost.
        </p>
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
            return {
              key: `${panel.id} ${cell.criterion} ${cell.other}`,
              cells: [
                panel.label,
                label(cell.criterion),
                label(cell.other),
                cell.n,
                cell.conflicts,
                phi,
                intervalWords(cell.matched),
                cell.matched.n,
              ],
            };
          }),
        )}
      />
    </>
  );
}
