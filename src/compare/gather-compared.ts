import type { PageBoard } from '../board/page-board.ts';
import { type LabelsBy, variantWords } from '../cases/labels.ts';
import { listLabels } from '../explore/gather-list.ts';
import { type Benchmark, Protocol } from '../schema/benchmark.ts';
import type { ComparedBenchmark, ComparedRun } from '../schema/release-paths.ts';
import { number, type Query, text } from '../sql/query.ts';
import { meanOf } from '../stats/intervals.ts';
import { type ComparableRun, placeWords, runLabel, standardRun } from './choice.ts';
import {
  type DifferenceTally,
  type HeadlineDifference,
  type HeadlineSide,
  headlineBoards,
  headlineDifferences,
  isSure,
  tallyHeadlines,
  tallyWords,
} from './differences.ts';

export interface ReadyPair {
  readonly judges: readonly [base: string, other: string];
  readonly names: readonly [base: string, other: string];
  readonly words: string;
  readonly marks: readonly ReadyMark[];
  /** The benchmarks of these tables, in their order, each with its number of tables. */
  readonly benchmarks: readonly (readonly [name: string, tables: number])[];
}

/** A difference as `HeadlineDifference.share`, in percent, and whether it is sure. */
type ReadyMark = readonly [value: number, lo: number | null, hi: number | null, sure: 0 | 1];

interface Weighed {
  readonly base: HeadlineSide;
  readonly other: HeadlineSide;
  readonly lines: readonly HeadlineDifference[];
  readonly tally: DifferenceTally;
  readonly tested: number;
  /** Number of benchmarks in which the two are tested against each other. */
  readonly benchmarks: number;
  /** Where the weaker one stands between the worst judge (0) and the best (1), on average. */
  readonly strength: number;
}

type PairKind = (pair: Weighed) => boolean;

/** Fewer tables than this are no pattern. */
const LEAST = 2;

const disagreement = ({ ahead, behind }: DifferenceTally): number => Math.min(ahead, behind);

const KINDS: readonly PairKind[] = [
  ({ tally, tested }) => tally.ahead === tested || tally.behind === tested,
  ({ tally, tested }) => tally.open === tested,
  ({ tally }) => disagreement(tally) > 0,
];

const wholePercent = (share: number | null): number | null => (share === null ? null : Math.round(100 * share));

const markOf = (line: HeadlineDifference): ReadyMark => {
  const { value, lo, hi } = line.share;
  return [wholePercent(value) ?? 0, wholePercent(lo), wholePercent(hi), isSure(line) ? 1 : 0];
};

const byWorth = (a: Weighed, b: Weighed): number =>
  b.benchmarks - a.benchmarks || disagreement(b.tally) - disagreement(a.tally) || b.strength - a.strength;

function weighed(base: HeadlineSide, other: HeadlineSide, lines: readonly HeadlineDifference[]): Weighed {
  const tally = tallyHeadlines(lines);
  const strength = meanOf(lines.map(({ weaker }) => weaker));
  const tested = lines.filter(({ difference }) => difference.significant !== null);
  const benchmarks = new Set(tested.map(({ board }) => board.benchmark)).size;
  return { base, other, lines, tally, tested: tested.length, benchmarks, strength };
}

/** Up to three pairs to begin with: one ahead everywhere, one too close to call, one whose tables disagree; among candidates the pair tested in most benchmarks, then the strongest. */
export function readyPairs(boards: readonly PageBoard[], judges: readonly HeadlineSide[]): ReadyPair[] {
  const headlines = headlineBoards(boards);
  const pairs = judges.flatMap((base, i) =>
    judges.slice(i + 1).map((other) => weighed(base, other, headlineDifferences(headlines, base, other))),
  );
  const tested = pairs.filter((pair) => pair.tested >= LEAST);
  return KINDS.flatMap((fits) => {
    const [best] = tested.filter(fits).toSorted(byWorth);
    if (best === undefined) return [];
    const { base, other, lines, tally } = best;
    return {
      judges: [base.judge, other.judge],
      names: [base.name, other.name],
      words: tallyWords(tally, base.name, other.name),
      marks: lines.map(markOf),
      benchmarks: [...Map.groupBy(lines, ({ board }) => board.benchmarkName)].map(([name, own]) => [name, own.length]),
    };
  });
}

const RUNS = 'SELECT run, judge, protocol, variant, repeats FROM runs ORDER BY run';

async function runsIn(query: Query, labels: LabelsBy): Promise<ComparedRun[]> {
  const runs = (await query(RUNS)).map((row) => ({
    run: text(row, 'run'),
    judge: text(row, 'judge'),
    protocol: Protocol.parse(row['protocol']),
    variant: variantWords(labels, text(row, 'variant')),
    repeats: number(row, 'repeats'),
  }));
  // The protocols stand in the order of the methods page.
  return runs.sort((a, b) => Protocol.options.indexOf(a.protocol) - Protocol.options.indexOf(b.protocol));
}

export async function gatherCompared(query: Query, benchmark: Benchmark): Promise<ComparedBenchmark> {
  const known = await listLabels(query, benchmark);
  const { id, name, synthetic } = benchmark;
  // These are plain copies, because the file's type is mutable.
  const labels = Object.fromEntries(Object.entries(known).map(([of, own]) => [of, { ...own }]));
  return { benchmark: id, name, synthetic, labels, runs: await runsIn(query, known) };
}

export function comparableRuns(cases: readonly ComparedBenchmark[], judge: string): ComparableRun[] {
  return cases.flatMap((benchmark) => {
    const own = Map.groupBy(
      benchmark.runs.filter((run) => run.judge === judge),
      ({ protocol }) => protocol,
    );
    return [...own].flatMap(([protocol, runs]) =>
      runs.map((run) => ({
        run: run.run,
        label: runs.length < 2 ? '' : runLabel(run, runs),
        place: placeWords(benchmark, protocol),
        standard: run === standardRun(runs),
      })),
    );
  });
}
