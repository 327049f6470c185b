import { median } from './acts.ts';
import type { BuildTimes } from './build.ts';
import type { OwnTimes } from './own.ts';
import type { PaintTimes } from './paints.ts';
import type { Visit } from './visit.ts';

/** Everything that a run of the bench measured of one site; what was not asked for is empty. */
export interface Measured {
  readonly visits: readonly Visit[];
  readonly paints: readonly PaintTimes[];
  readonly build: BuildTimes | null;
  readonly own: OwnTimes | null;
}

/** A figure and where it was measured; null if it could not be. */
interface BudgetLine {
  readonly value: number | null;
  readonly where: string;
}

type Unit = '' | 'B' | 'ms' | 's' | '×';

export interface BudgetVerdict {
  readonly budget: string;
  readonly limit: number;
  readonly unit: Unit;
  /** The worst figure, and where; null if nothing could be measured, which does not keep the budget. */
  readonly worst: number | null;
  readonly where: string;
  readonly kept: boolean;
}

/** `of`: the part of a run that it is about, without which there is no verdict. */
type Budget = readonly [
  budget: string,
  limit: number,
  unit: Unit,
  of: keyof Measured,
  figures: (measured: Measured) => readonly BudgetLine[],
];

type Pick = (visit: Visit) => number | null;
const placeOf = ({ path, width, network }: Visit): string =>
  `${path} at ${width} px${network === 'none' ? '' : `, ${network}`}`;

/** The figures of visits of a kind, or of all, on one network. */
const visited =
  (kind: Visit['kind'] | null, network: Visit['network'], pick: Pick): Budget[4] =>
  ({ visits }) =>
    visits
      .filter((one) => one.network === network && (kind === null || kind === one.kind))
      .map((one) => ({ value: pick(one), where: placeOf(one) }));
const board = (pick: Pick): Budget[4] => visited('board', 'none', pick);
const onCase = (pick: Pick): Budget[4] => visited('case', '4G', pick);
const explorer = (pick: Pick): Budget[4] => visited('explorer', '4G', pick);

/** Times of single visits to one build differ by a factor of two: the median first answer of each explorer and width. */
const medianAnswer: Budget[4] = ({ visits }) => {
  const own = visits.filter((one) => one.kind === 'explorer' && one.network === '4G');
  return [...Map.groupBy(own, placeOf)].map(([place, list]) => {
    const times = list.flatMap(({ first }) => first ?? []);
    return { value: times.length === 0 ? null : median(times), where: `${place}, ${times.length} visits` };
  });
};

/** How much of the time of an answer by the engine the first filter's takes, on the same page. */
const toEngine: Budget[4] = ({ visits }) =>
  visits
    .filter(({ kind }) => kind === 'engine')
    .map((slow) => {
      const quick = visits.flatMap(({ kind, network, width, first }) =>
        kind === 'explorer' && network === slow.network && width === slow.width ? (first ?? []) : [],
      );
      const value = slow.first === null || quick.length === 0 ? null : median(quick) / slow.first;
      return { value, where: `${placeOf(slow)}: ${Math.round(slow.first ?? Number.NaN)} ms` };
    });

const painted =
  (what: 'sort' | 'filter'): Budget[4] =>
  ({ paints }) =>
    paints.map((one) => ({ value: one[what], where: one.path }));
const ofOwn =
  (pick: (own: OwnTimes) => number, where = ({ size }: OwnTimes) => size): Budget[4] =>
  ({ own }) =>
    own === null ? [] : [{ value: pick(own), where: where(own) }];
const built =
  (pick: (build: BuildTimes) => number, where: string): Budget[4] =>
  ({ build }) =>
    build === null ? [] : [{ value: pick(build), where }];

/** The budgets of docs/performance.md. */
const BUDGETS: readonly Budget[] = [
  ['leaderboard: before interaction', 30_000, 'B', 'visits', board((one) => one.bytes)],
  ['leaderboard: requests', 5, '', 'visits', board((one) => one.requests)],
  ['leaderboard: scripts', 4000, 'B', 'visits', board((one) => one.scriptBytes)],
  ['leaderboard: engine or chart code', 0, '', 'visits', board((one) => one.heavy)],
  ['leaderboard: more at the first sort', 110_000, 'B', 'visits', board((one) => one.more)],
  ['layout shift, every kind of page', 0.02, '', 'visits', visited(null, '4G', (one) => one.shift)],
  ['layout shift, every leaderboard', 0.02, '', 'visits', board((one) => one.shift)],
  ['case by link: largest paint', 900, 'ms', 'visits', onCase((one) => one.paint)],
  ['case by link: data requests', 3, '', 'visits', onCase((one) => one.dataRequests)],
  ['case by link: data', 48_000, 'B', 'visits', onCase((one) => one.dataBytes)],
  ['case by link: engine', 0, '', 'visits', onCase((one) => one.heavy)],
  ['first filter, median visit', 800, 'ms', 'visits', medianAnswer],
  ['first filter: engine', 0, '', 'visits', explorer((one) => one.heavyInAll)],
  [
    'first filter: all until its answer, Shapes',
    150_000,
    'B',
    'visits',
    explorer((one) => (one.path.startsWith('/shapes/') ? one.sent : null)),
  ],
  ['first filter to an answer by the engine', 0.125, '×', 'visits', toEngine],
  ["another judge's figures", 800, 'ms', 'visits', visited('figures', '4G', (one) => one.first)],
  ['sort painted, 100 × 14', 100, 'ms', 'paints', painted('sort')],
  ['filter painted, 100 × 14', 100, 'ms', 'paints', painted('filter')],
  ['own results: drop to board', 10, 's', 'own', ofOwn((own) => own.drop)],
  ['own results: page held by one task', 100, 'ms', 'own', ofOwn((own) => own.held)],
  [
    'own results: 1 000 judgments, engine warm',
    1,
    's',
    'own',
    ofOwn(
      (own) => median(own.warm),
      ({ warm }) => `${warm.length} drops`,
    ),
  ],
  [
    'own results: engine before files',
    0,
    '',
    'own',
    ofOwn(
      (own) => own.early,
      () => '/your-results/',
    ),
  ],
  ['data and pages from clean', 120, 's', 'build', built((one) => one.data + one.pages, 'a copy of the project')],
  [
    'rankings by 17 judges, 1 000 samples',
    2,
    's',
    'build',
    built((one) => one.ranking, '1 111 clusters, 5 generators'),
  ],
];

function judge([budget, limit, unit, , figures]: Budget, measured: Measured): BudgetVerdict {
  const known = figures(measured).flatMap(({ value, where }) =>
    value === null || Number.isNaN(value) ? [] : [{ value, where }],
  );
  const [worst] = known.toSorted((a, b) => b.value - a.value);
  const kept = worst !== undefined && worst.value <= limit;
  return { budget, limit, unit, worst: worst?.value ?? null, where: worst?.where ?? 'not measured', kept };
}

/** Whether a part of a run was asked for. */
const isAsked = (part: Measured[keyof Measured]): boolean => (Array.isArray(part) ? part.length > 0 : part !== null);

/** Checks the budgets of what was measured, each against its worst figure. `chosen`: of some pages alone, which need not be of every kind. */
export const judgeBudgets = (measured: Measured, chosen = false): readonly BudgetVerdict[] =>
  BUDGETS.filter(([, , , of, figures]) => isAsked(measured[of]) && !(chosen && figures(measured).length === 0)).map(
    (budget) => judge(budget, measured),
  );

/** How much slower a site may be than the one before, in times taken by turns. */
const SLOWER = 1.1;

/** Compares the times of two sites that were measured by turns in one run: of each kind of page the median. */
export function judgeAgainst(now: Measured, before: Measured): readonly BudgetVerdict[] {
  const figures: Readonly<Record<string, Budget[4]>> = {
    'first filter': explorer((one) => one.first),
    "another judge's figures": visited('figures', '4G', (one) => one.first),
    'largest paint of a case': onCase((one) => one.paint),
    'sort of a leaderboard': painted('sort'),
    'filter of a leaderboard': painted('filter'),
    'own results: drop': ofOwn((own) => own.drop),
  };
  return Object.entries(figures).flatMap(([what, of]) => {
    if (of(now).length === 0) return [];
    const [mine, theirs] = [now, before].map((site) => median(of(site).flatMap(({ value }) => value ?? [])));
    const value = (mine ?? Number.NaN) / (theirs ?? Number.NaN);
    const where = `${mine?.toFixed(1)} after ${theirs?.toFixed(1)}, medians`;
    return [judge([`${what}: to before`, SLOWER, '×', 'visits', () => [{ value, where }]], now)];
  });
}
