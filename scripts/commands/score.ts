import os from 'node:os';
import { correctedWords } from '../../src/board/corrected.ts';
import { OFFICIAL_SETTINGS, type Settings } from '../../src/metrics/query.ts';
import { machineMessage } from '../../src/release/input-writer.ts';
import { ConditionError, type ScoredRun, scoreFolder } from '../../src/release/instances/score-run.ts';
import { problemLines, withSigns } from '../../src/release/progress.ts';
import type { ScoreRow } from '../../src/scoring/score-rows.ts';
import { correctedRate, type ObservedShare } from '../../src/stats/intervals.ts';
import { meanTau } from '../../src/stats/ranks.ts';
import { assertFolder, commandOf, option, ROOT_OPTION, UsageError } from './command.ts';

interface Options {
  readonly root: string;
  readonly json?: true;
  readonly where?: string;
  readonly missing: Settings['missing'];
  readonly zeros: Settings['zeros'];
  readonly observed?: string;
}

const COLUMNS = ['run', 'metric', 'slice', 'value', 'num', 'den', 'n', 'missing', 'se', 'lo', 'hi'] as const;

type Printed = ScoreRow & { readonly benchmark: string };

function cell(row: Printed, column: keyof Printed): string {
  const value = row[column];
  if (value === null) return '–';
  if (typeof value === 'string') return value;
  return Number.isInteger(value) && column !== 'value' ? String(value) : value.toFixed(4);
}

/** Writes aligned columns: text to the left, numbers to the right, and at the end the reason where there is no value or interval. */
function table(rows: readonly Printed[], columns: readonly (keyof Printed)[]): string[] {
  const lines: string[][] = [[...columns], ...rows.map((row) => columns.map((column) => cell(row, column)))];
  const widths = columns.map((_, i) => lines.reduce((most, line) => Math.max(most, line[i]?.length ?? 0), 0));
  const texts = columns.indexOf('value');
  return lines.map((line, at) => {
    const cells = line.map((text, i) => (i < texts ? text.padEnd(widths[i] ?? 0) : text.padStart(widths[i] ?? 0)));
    return [...cells, rows[at - 1]?.reason ?? ''].join('  ').trimEnd();
  });
}

const OBSERVED = /^(\d+)\/(\d+)$/;

/** Reads `300/400`. */
function observedOf({ observed, where }: Options): ObservedShare | null {
  if (observed === undefined) return null;
  const [, k, n] = (OBSERVED.exec(observed) ?? []).map(Number);
  if (k === undefined || n === undefined || n < 1 || k > n)
    throw new UsageError(`--observed: found "${observed}", expected how many of how many, for example 300/400`);
  if (where !== undefined) throw new UsageError('--observed needs all labelled pairs: leave out --where');
  return { share: k / n, n };
}

/** Gives the rates of pairwise runs, and what the share that was observed would be by people. */
function ratesTold({ rates, ingest: { benchmark } }: ScoredRun, observed: ObservedShare | null) {
  return rates.map(({ run, split, rates: own }) => ({
    ...{ benchmark, run, split, ...own },
    ...(observed === null
      ? {}
      : { observed, corrected: correctedRate(own, observed), words: correctedWords(own, observed) }),
  }));
}

/** Gives how runs rank those who made the responses, by split and criterion, under the names of the metrics; or why there is no ranking. */
function rankingsTold({ rankings, ingest: { benchmark } }: ScoredRun) {
  return rankings.map(({ ranking: { value, reason }, ...of }) => {
    if (value === null) return { benchmark, ...of, reason };
    const { same, tau, taus: _, probability, needed, ...own } = value;
    const { value: order, reason: noInterval } = meanTau([value]);
    const { lo = null, hi = null } = order ?? {};
    return {
      ...{ benchmark, ...of, same_winner: same, rank_tau: { value: tau, lo, hi }, winner_probability: probability },
      ...{ clusters_needed: needed, ...own, reason: noInterval },
    };
  });
}

async function scoreAll(folders: readonly string[], options: Options): Promise<ScoredRun[]> {
  const { root, where = null, missing, zeros } = options;
  const settings = { ...OFFICIAL_SETTINGS, missing, zeros };
  const scored: ScoredRun[] = [];
  for (const folder of folders) {
    assertFolder(folder);
    scored.push(await withSigns(`Scoring ${folder}`, () => scoreFolder(folder, root, { where, settings })));
  }
  return scored;
}

async function score(options: Options, folders: readonly string[]): Promise<boolean> {
  const observed = observedOf(options);
  const scored = await scoreAll(folders, options).catch((error: unknown) => {
    throw error instanceof ConditionError ? new UsageError(`--where: ${error.message}`) : error;
  });
  // Runs of several benchmarks may have one name.
  const rows = scored.flatMap(({ rows: own, ingest: { benchmark } }) => own.map((row) => ({ benchmark, ...row })));
  const rates = scored.flatMap((one) => ratesTold(one, observed));
  if (options.json === true) {
    const problems = scored.flatMap(({ ingest }) => ingest.problems);
    const runs = scored.flatMap(({ facts }) => facts);
    const { missing, zeros } = options;
    const found = { scores: rows, rates, rankings: scored.flatMap(rankingsTold), runs, problems };
    console.log(JSON.stringify({ counting: { missing, zeros }, ...found }, null, 2));
  } else {
    for (const { ingest } of scored)
      for (const line of problemLines({ ...ingest, kept: [...ingest.problems] }, 50)) console.error(line);
    const several = new Set(rows.map(({ benchmark }) => benchmark)).size > 1;
    if (rows.length > 0) console.log(table(rows, several ? ['benchmark', ...COLUMNS] : COLUMNS).join('\n'));
    for (const { run, split, words = [] } of rates)
      if (words.length > 0)
        console.log(`\n${[run, split].filter((name) => name !== '').join(', ')}: ${words.join(' ')}`);
    if (observed !== null && rates.length === 0)
      console.error('--observed: no run judged labelled pairs of both answers, so no share can be corrected');
  }
  for (const { folder } of scored.filter((one) => one.rows.length === 0))
    console.error(`${folder}: nothing to score: no sound judgment of a chosen instance, or the run was left out`);
  if (observed !== null && rates.length === 0) return false;
  return scored.every((one) => one.ingest.errors === 0 && one.rows.length > 0);
}

function explain(error: unknown): string | null {
  const message = machineMessage(error);
  const place = `Scratch files go to ${os.tmpdir()}; TMPDIR=FOLDER names another place.`;
  return message?.startsWith('The disk is full') ? `${message} ${place}` : message;
}

/** Exit code 1 when records had to be left out or a run gave no value, 2 for a condition that cannot be used. */
export const registerScore = commandOf<Options, string[]>({
  name: 'score',
  about: 'metrics of run folders, with standard errors and 95 % intervals, without building a site',
  argument: ['<dir...>', 'run folders'],
  options: [
    ROOT_OPTION(),
    option('--where <condition>', `only instances that fulfil it, for example "task = 'math'"`),
    option('--missing <how>', 'judgments that the run should hold and does not', {
      choices: ['left-out', 'wrong'],
      usual: OFFICIAL_SETTINGS.missing,
    }),
    option('--zeros <how>', 'bias types with scored pairs of which none could lose', {
      choices: ['none', 'official'],
      usual: OFFICIAL_SETTINGS.zeros,
    }),
    option(
      '--observed <k/n>',
      'pairs without labels in which a judge of pairs preferred A, of how many: gives the share that people would',
    ),
    option('--json', 'one JSON document: scores and problems'),
  ],
  run: score,
  explain,
});
