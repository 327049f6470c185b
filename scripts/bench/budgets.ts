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

export interface BudgetVerdict {
  readonly budget: string;
  readonly limit: number;
  readonly unit: string;
  /** The worst figure, and where; null if nothing could be measured, which does not keep the budget. */
  readonly worst: number | null;
  readonly where: string;
  readonly kept: boolean;
}

interface Budget {
  readonly budget: string;
  readonly limit: number;
  readonly unit: '' | 'B' | 'ms' | 's' | '×';
  /** The part of a run that it is about: without it there is no verdict. */
  readonly of: keyof Measured;
  readonly figures: (measured: Measured) => readonly BudgetLine[];
}

type Pick = (visit: Visit) => number | null;
const placeOf = ({ path, width, network }: Visit): string =>
  `${path} at ${width} px${network === 'none' ? '' : `, ${network}`}`;

/** The figures of visits of some kinds on one network. */
const visited =
  (kinds: readonly Visit['kind'][] | null, network: Visit['network'], pick: Pick): Budget['figures'] =>
  ({ visits }) =>
    visits
      .filter((one) => one.network === network && (kinds === null || kinds.includes(one.kind)))
      .map((one) => ({ value: pick(one), where: placeOf(one) }));

/** Times of single visits to one build differ by a factor of two: the median visit of each page and width. */
const medianVisit =
  (kind: Visit['kind'], pick: Pick): Budget['figures'] =>
  ({ visits }) => {
    const own = visits.filter((one) => one.kind === kind && one.network === '4G');
    return [...Map.groupBy(own, placeOf)].map(([place, list]) => {
      const times = list.flatMap((one) => pick(one) ?? []);
      return { value: times.length === 0 ? null : median(times), where: `${place}, ${times.length} visits` };
    });
  };

/** How much of the time of an answer by the engine the first filter's takes, on the same page. */
const toEngine = ({ visits }: Measured): BudgetLine[] =>
  visits
    .filter(({ kind }) => kind === 'engine')
    .map((slow) => {
      const quick = visits.flatMap(({ kind, network, width, first }) =>
        kind === 'explorer' && network === slow.network && width === slow.width ? (first ?? []) : [],
      );
      const value = slow.first === null || quick.length === 0 ? null : median(quick) / slow.first;
      return { value, where: `${placeOf(slow)}: ${Math.round(slow.first ?? Number.NaN)} ms` };
    });

/** The budgets of docs/performance.md. */
const BUDGETS: readonly Budget[] = [
  {
    budget: 'leaderboard: before interaction',
    limit: 30_000,
    unit: 'B',
    of: 'visits',
    figures: visited(['board'], 'none', (one) => one.bytes),
  },
  {
    budget: 'leaderboard: requests',
    limit: 5,
    unit: '',
    of: 'visits',
    figures: visited(['board'], 'none', (one) => one.requests),
  },
  {
    budget: 'leaderboard: scripts',
    limit: 4000,
    unit: 'B',
    of: 'visits',
    figures: visited(['board'], 'none', (one) => one.scriptBytes),
  },
  {
    budget: 'leaderboard: engine or chart code',
    limit: 0,
    unit: '',
    of: 'visits',
    figures: visited(['board'], 'none', (one) => one.heavy),
  },
  {
    budget: 'leaderboard: more at the first sort',
    limit: 110_000,
    unit: 'B',
    of: 'visits',
    figures: visited(['board'], 'none', (one) => one.more),
  },
  {
    budget: 'layout shift, every kind of page',
    limit: 0.02,
    unit: '',
    of: 'visits',
    figures: visited(null, '4G', (one) => one.shift),
  },
  {
    budget: 'layout shift, every leaderboard',
    limit: 0.02,
    unit: '',
    of: 'visits',
    figures: visited(['board'], 'none', (one) => one.shift),
  },
  {
    budget: 'case by link: largest paint',
    limit: 900,
    unit: 'ms',
    of: 'visits',
    figures: visited(['case'], '4G', (one) => one.paint),
  },
  {
    budget: 'case by link: data requests',
    limit: 3,
    unit: '',
    of: 'visits',
    figures: visited(['case'], '4G', (one) => one.dataRequests),
  },
  {
    budget: 'case by link: data',
    limit: 48_000,
    unit: 'B',
    of: 'visits',
    figures: visited(['case'], '4G', (one) => one.dataBytes),
  },
  {
    budget: 'case by link: engine',
    limit: 0,
    unit: '',
    of: 'visits',
    figures: visited(['case'], '4G', (one) => one.heavy),
  },
  {
    budget: 'first filter, median visit',
    limit: 800,
    unit: 'ms',
    of: 'visits',
    figures: medianVisit('explorer', (one) => one.first),
  },
  {
    budget: 'first filter: engine',
    limit: 0,
    unit: '',
    of: 'visits',
    figures: visited(['explorer'], '4G', (one) => one.heavyInAll),
  },
  {
    budget: 'first filter: all until its answer, Shapes',
    limit: 150_000,
    unit: 'B',
    of: 'visits',
    figures: visited(['explorer'], '4G', (one) => (one.path.startsWith('/shapes/') ? one.sent : null)),
  },
  { budget: 'first filter to an answer by the engine', limit: 0.125, unit: '×', of: 'visits', figures: toEngine },
  {
    budget: "another judge's figures",
    limit: 800,
    unit: 'ms',
    of: 'visits',
    figures: visited(['figures'], '4G', (one) => one.first),
  },
  {
    budget: 'sort painted, 100 × 14',
    limit: 100,
    unit: 'ms',
    of: 'paints',
    figures: ({ paints }) => paints.map((one) => ({ value: one.sort, where: one.path })),
  },
  {
    budget: 'filter painted, 100 × 14',
    limit: 100,
    unit: 'ms',
    of: 'paints',
    figures: ({ paints }) => paints.map((one) => ({ value: one.filter, where: one.path })),
  },
  {
    budget: 'own results: drop to board',
    limit: 10,
    unit: 's',
    of: 'own',
    figures: ({ own }) => [{ value: own?.drop ?? null, where: own?.size ?? '' }],
  },
  {
    budget: 'own results: page held by one task',
    limit: 100,
    unit: 'ms',
    of: 'own',
    figures: ({ own }) => [{ value: own?.held ?? null, where: own?.size ?? '' }],
  },
  {
    budget: 'own results: 1 000 judgments, engine warm',
    limit: 1,
    unit: 's',
    of: 'own',
    figures: ({ own }) => [{ value: own === null ? null : median(own.warm), where: `${own?.warm.length} drops` }],
  },
  {
    budget: 'own results: engine before files',
    limit: 0,
    unit: '',
    of: 'own',
    figures: ({ own }) => [{ value: own?.early ?? null, where: '/your-results/' }],
  },
  {
    budget: 'data and pages from clean',
    limit: 120,
    unit: 's',
    of: 'build',
    figures: ({ build }) => [
      { value: build === null ? null : build.data + build.pages, where: 'a copy of the project' },
    ],
  },
];

function judge({ budget, limit, unit, figures }: Budget, measured: Measured): BudgetVerdict {
  const found = figures(measured);
  const known = found.flatMap(({ value, where }) => (value === null || Number.isNaN(value) ? [] : [{ value, where }]));
  const [worst] = known.toSorted((a, b) => b.value - a.value);
  const kept = worst !== undefined && worst.value <= limit;
  return { budget, limit, unit, worst: worst?.value ?? null, where: worst?.where ?? 'not measured', kept };
}

/** Whether a part of a run was asked for. */
const isAsked = (part: Measured[keyof Measured]): boolean => (Array.isArray(part) ? part.length > 0 : part !== null);

/** Checks the budgets of what was measured, each against its worst figure. */
export const judgeBudgets = (measured: Measured): readonly BudgetVerdict[] =>
  BUDGETS.filter(({ of }) => isAsked(measured[of])).map((budget) => judge(budget, measured));

/** How much slower a site may be than the one before, in times taken by turns. */
const SLOWER = 1.1;

/** Compares the times of two sites that were measured by turns in one run: of each kind of page the median. */
export function judgeAgainst(now: Measured, before: Measured): readonly BudgetVerdict[] {
  const times = ({ visits, paints, own }: Measured): Readonly<Record<string, readonly (number | null)[]>> => {
    const of = (kind: Visit['kind'], pick: Pick) =>
      visits.filter((one) => one.kind === kind && one.network === '4G').map(pick);
    return {
      'first filter': of('explorer', (one) => one.first),
      "another judge's figures": of('figures', (one) => one.first),
      'largest paint of a case': of('case', (one) => one.paint),
      'sort of a leaderboard': paints.map((one) => one.sort),
      'filter of a leaderboard': paints.map((one) => one.filter),
      'own results: drop': own === null ? [] : [own.drop],
    };
  };
  const [own, others] = [times(now), times(before)];
  return Object.entries(own).flatMap(([what, list]) => {
    const [mine, theirs] = [list, others[what] ?? []].map((all) => median(all.filter((time) => time !== null)));
    const value = (mine ?? Number.NaN) / (theirs ?? Number.NaN);
    if (list.length === 0) return [];
    const where = `${mine?.toFixed(1)} after ${theirs?.toFixed(1)}, medians`;
    return [
      judge(
        { budget: `${what}: to before`, limit: SLOWER, unit: '×', of: 'visits', figures: () => [{ value, where }] },
        now,
      ),
    ];
  });
}
