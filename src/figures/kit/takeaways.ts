import { bc } from '../../metrics/bc.ts';
import { bd } from '../../metrics/bd.ts';
import type { Metric } from '../../metrics/metric.ts';
import { signed } from '../../ui/number-words.ts';
import type { AllOrNothingData } from '../all-or-nothing/data.ts';
import type { ConflictsData, Named } from '../conflicts/data.ts';
import type { DiscriminationData } from '../discrimination/data.ts';
import type { MatrixData } from '../instance-matrix/data.ts';
import type { LeakageData } from '../leakage/data.ts';
import type { ScorePairsData } from '../score-pairs/data.ts';
import type { SelfEnhancementData } from '../self-enhancement/data.ts';
import { estimateWords, percent } from './estimate-words.ts';
import type { Estimated } from './estimated.ts';

/** What a figure says at a glance, in a sentence or two made of its own numbers. '' where it says nothing. */
type Takeaway<Data> = (data: Data) => string;

const DECIMALS = 2;

/** The item with the largest number; those without one are passed over. */
function most<T>(items: readonly T[], value: (item: T) => number | null): T | null {
  const known = items.filter((item) => value(item) !== null);
  return known.reduce<T | null>(
    (best, item) => (best === null || (value(item) ?? 0) > (value(best) ?? 0) ? item : best),
    null,
  );
}

const labelIn =
  (named: readonly Named[]) =>
  (id: string): string =>
    named.find((one) => one.id === id)?.label ?? id;

/** A line per split, each begun with its name; a split with nothing to say is left out. */
function bySplit<P extends Named>(panels: readonly P[], words: (panel: P) => string | null): string {
  return panels
    .flatMap((panel) => {
      const own = words(panel);
      return own === null ? [] : [`${panel.label}: ${own}.`];
    })
    .join('\n');
}

export const conflictsTakeaway: Takeaway<ConflictsData> = ({ label, panels }) =>
  bySplit(panels, ({ criteria, cells, whole }) => {
    const apart = most(cells, ({ phi }) => (phi === null ? null : -phi));
    if (apart === null || apart.phi === null || whole.value === null) return null;
    const name = labelIn(criteria);
    return `people pull apart most on ${name(apart.criterion)} and ${name(apart.other)} (φ ${signed(apart.phi, DECIMALS)}); ${label} is right on both in ${percent(whole.value, 1)} % of conflicts`;
  });

const best = <R extends { readonly label: string }>(
  rows: readonly R[],
  value: (row: R) => Estimated,
): string | null => {
  const first = most(rows, (row) => value(row).value);
  return first === null ? null : `${first.label}, ${estimateWords(value(first))}`;
};

export const allOrNothingTakeaway: Takeaway<AllOrNothingData> = ({ panels }) =>
  bySplit(panels, ({ rows }) => {
    const first = best(rows, ({ conflict }) => conflict);
    return first === null ? null : `most often right where criteria conflict: ${first}`;
  });

export const discriminationTakeaway: Takeaway<DiscriminationData> = ({ panels }) =>
  bySplit(panels, ({ rows }) => {
    const first = most(rows, ({ j }) => j.value);
    return first === null || first.j.value === null
      ? null
      : `${first.label} tells criteria apart best (J ${percent(first.j.value, 1)} points)`;
  });

export const leakageTakeaway: Takeaway<LeakageData> = ({ label, panels }) =>
  bySplit(panels, ({ criteria, cells }) => {
    const first = most(cells, ({ leaked }) => leaked.value);
    if (first === null) return null;
    const name = labelIn(criteria);
    return `${label} mixes up most when asked for ${name(first.criterion)}, answered as ${name(first.other)} (${estimateWords(first.leaked)})`;
  });

export const scorePairsTakeaway: Takeaway<ScorePairsData> = ({ label, panels }) => {
  const lowest = (metric: Metric): string | null => {
    const first = most(
      panels.filter((panel) => panel.metric === metric.id),
      ({ value }) => (value.value === null ? null : -value.value),
    );
    return first === null || first.value.value === null
      ? null
      : `${first.label} (${metric.label}\u00a0${first.value.value.toFixed(DECIMALS)})`;
  };
  const [blind, unsteady] = [lowest(bd), lowest(bc)];
  const parts = [
    blind === null ? [] : [`notices ${blind} least`],
    unsteady === null ? [] : [`is least steady under ${unsteady}`],
  ].flat();
  return parts.length === 0 ? '' : `${label} ${parts.join(' and ')}.`;
};

export const selfEnhancementTakeaway: Takeaway<SelfEnhancementData> = ({ generators, rows }) => {
  const cells = rows.flatMap(({ label, cells: own }) => own.map((cell) => ({ ...cell, label })));
  const first = most(cells, ({ favour }) => favour);
  return first === null
    ? ''
    : `The strongest favour: ${first.label} for ${labelIn(generators)(first.generator)}, ${signed(first.favour, DECIMALS)} points.`;
};

export const matrixTakeaway: Takeaway<MatrixData> = ({ rows }) => {
  const known = rows.flatMap(({ label, wrongShare }) =>
    wrongShare === null ? [] : [{ label, share: wrongShare.value }],
  );
  const [first, last] = [known[0], known.at(-1)];
  return first === undefined || last === undefined || known.length < 2
    ? ''
    : `${first.label} errs least (${percent(first.share, 1)} % of its answers), ${last.label} most (${percent(last.share, 1)} %).`;
};
