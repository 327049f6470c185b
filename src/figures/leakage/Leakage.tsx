import { leakage } from '../../metrics/leakage.ts';
import { numberWords } from '../../ui/number-words.ts';
import { Abreast } from '../kit/Abreast.tsx';
import { lossHref } from '../kit/cases-href.ts';
import { estimateWords, intervalWords, percent } from '../kit/estimated.ts';
import type { DrawnFigure } from '../kit/figure-props.ts';
import { HeatPanel } from '../kit/HeatTable.tsx';
import { type HeatCell, headsOf } from '../kit/heat-look.ts';
import { type Labelled, labelIn } from '../kit/labelled.ts';
import { underLongestName } from '../kit/longest-name.ts';
import { Numbers } from '../kit/Numbers.tsx';
import { Reading } from '../kit/Reading.tsx';
import { bySplit, itemWithMost } from '../kit/sentences.ts';
import type { LeakageData, LeakagePanel } from './data.ts';

/** Names, in a line per split, the pair of criteria that the judge mixes up most. */
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
            slice: {
              ...(panel.id === '' ? {} : { split: panel.id }),
              criterion: asked.id,
              other: answered.id,
            },
          }),
    words: `Asked for ${asked.label}, ${data.label} answers as the labels do on ${answered.label}: ${estimateWords(leaked)}, prompts on which the two differ`,
    tone: 'down',
    weight: value * FULL_AT_COIN,
  };
}

/** Draws criterion asked for × criterion that the answer follows instead. */
export function Leakage(props: LeakageProps) {
  const { data, choices } = props;
  return (
    <>
      <Reading says={leakageSentence(data)} room={leakageSentence(underLongestName(data, choices))}>
        <p className="about">
          How often <b>{data.label}</b>, asked for the criterion of a row, answers as the labels do on that of a column,
          where the two differ. A coin reaches 50 %, a perfect judge 0 %. A strong column is a criterion that stands in
          for all others. Unreadable answers follow neither. A cell opens its cases.
        </p>
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
        rows={data.panels.flatMap((panel) =>
          panel.cells.map(({ criterion, other, leaked }) => {
            const label = labelIn(panel.criteria);
            return {
              key: `${panel.id} ${criterion} ${other}`,
              cells: [panel.label, label(criterion), label(other), intervalWords(leaked), leaked.n],
            };
          }),
        )}
      />
    </>
  );
}
