import type { AskedFor } from '../explore/asked.ts';
import type { Case } from '../schema/shard.ts';
import type { CaseFacts } from './facts.ts';
import { type MatrixCell, type MatrixRow, matrixRows } from './matrix.ts';
import { type CaseAnswer, type CasePart, isOf, runsOfCase } from './parts.ts';

/** Gives the share of a run's contributions that the case cost it, over all metrics; 0 for none. */
function lossOf({ contributions }: Case, run: string): number {
  const own = contributions.filter((row) => row.run === run);
  const rows = own.reduce((sum, row) => sum + row.rows, 0);
  return rows === 0 ? 0 : own.reduce((sum, row) => sum + row.lost, 0) / rows;
}

const answered = ({ shown }: MatrixCell): boolean => shown.outcome !== 'not-asked' && shown.outcome !== 'missing';

const isLost = ({ shown }: MatrixCell): boolean => !['right', 'given', 'not-asked'].includes(shown.outcome);

/** Gives a run's place among all of its benchmark, from 0; those without a value stand last. */
export function placeOnBenchmark({ order }: Pick<CaseFacts, 'order'>, run: string): number {
  const at = order.indexOf(run);
  return at < 0 ? order.length : at;
}

/** Gives the run that was asked for if it answered here, else ''. */
export function askedRun(data: Case, { run }: Pick<AskedFor, 'run' | 'criterion'>): string {
  return runsOfCase(data).includes(run) ? run : '';
}

/** Picks the part to begin with: the criterion that was asked for, else the first that the run asked for lost, else the first with an answer. */
export function pickPart(
  rows: readonly MatrixRow[],
  parts: readonly CasePart[],
  { run, criterion }: Pick<AskedFor, 'run' | 'criterion'>,
): CasePart | undefined {
  const lost = rows.find((row) => row.gold !== null && row.cells.some((cell) => cell.run === run && isLost(cell)));
  const read = rows.find((row) => row.cells.some(answered));
  return parts.find((part) => part.criterion === criterion && criterion !== '') ?? (lost ?? read)?.part ?? parts[0];
}

interface Picking {
  readonly data: Case;
  readonly facts: CaseFacts;
  readonly part: CasePart | undefined;
  /** The run asked for; '' for none. */
  readonly asked: string;
}

/** Fewer characters give no reason: `[[A>B]]`. */
const REASON = 40;

const isReason = ({ rationale, rationale_length: length = 0 }: CaseAnswer): boolean =>
  Math.max(rationale.length, length) >= REASON;

/**
 * Picks two runs worth reading beside each other, those that give a reason before those that do not. Where one was asked for: that one, and of
 * those that were right the one that stands best on the benchmark. Otherwise the one with the best results on this part and on the case as
 * a whole, and the one with the worst.
 */
export function pickRuns({ data, facts, part, asked: run }: Picking): readonly string[] {
  const runs = runsOfCase(data);
  const row = matrixRows(data, facts).find((one) => one.part.key === part?.key);
  const reasons = data.judgments.filter((one) => part !== undefined && isOf(part)(one) && isReason(one));
  const all = (row?.cells.filter(answered) ?? [])
    .map((cell) => ({ run: cell.run, cost: lossOf(data, cell.run) + (cell.shown.outcome === 'wrong' ? 1 : 0), cell }))
    .toSorted((a, b) => a.cost - b.cost);
  const ranked = all.filter((one) => reasons.some((own) => own.run === one.run));
  if (runs.includes(run)) {
    const best = [ranked, all].flatMap((some) =>
      some
        .filter((one) => one.run !== run && one.cell.shown.outcome === 'right')
        .toSorted((a, b) => placeOnBenchmark(facts, a.run) - placeOnBenchmark(facts, b.run)),
    )[0];
    return [run, ...[best ?? all.find((one) => one.run !== run)].flatMap((one) => one?.run ?? [])];
  }
  const wanted = [ranked[0], ranked.at(-1), all[0], all.at(-1)].flatMap((one) => one?.run ?? []);
  const two = [...new Set([...wanted, ...runs])].slice(0, 2);
  return runs.filter((one) => two.includes(one));
}
