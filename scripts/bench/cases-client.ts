import { openDatabase } from '../../src/client/database.ts';
import { AGREEMENT } from '../../src/figures/agreement/data.ts';
import { conflictsFigure } from '../../src/figures/conflicts/data.ts';
import type { FigureChoices } from '../../src/figures/kit/instance-figure.ts';
import { EVERYWHERE } from '../../src/metrics/query.ts';
import type { Query, Statement } from '../../src/sql/query.ts';
import { countsByColumns, matricesBySheets } from './columns-client.ts';

/** A different text each time, since a session remembers answers. */
let asked = 0;
function anew(sql: string): string {
  asked += 1;
  return `${sql}\n-- ${asked}`;
}

/** Runs statements one after the other in the explorer's own session; returns the milliseconds of each. */
async function run(statements: readonly Statement[]): Promise<number[]> {
  const database = await openDatabase('shapes');
  const times: number[] = [];
  for (const { sql, params } of statements) {
    const started = performance.now();
    await database.query(anew(sql), params);
    times.push(performance.now() - started);
  }
  return times;
}

/**
 * Cancels a statement after some ms and asks something else; returns the milliseconds from the cancellation to the other's answer, null
 * where the statement ended before.
 */
async function cancel({ sql, params }: Statement, after: number): Promise<number | null> {
  const database = await openDatabase('shapes');
  const controller = new AbortController();
  const work = database.query(sql, params, { signal: controller.signal }).then(
    () => 'finished',
    () => 'given up',
  );
  await new Promise((resolve) => setTimeout(resolve, after));
  const started = performance.now();
  controller.abort();
  await database.query(`SELECT ${started}::DOUBLE AS answer`);
  const time = performance.now() - started;
  return (await work) === 'given up' ? time : null;
}

/** Loads the matrices of the pairwise judges from another database, `rounds` times after a first; the least milliseconds of each. */
async function matrices(choices: FigureChoices, rounds: number): Promise<Record<string, number>> {
  const database = await openDatabase(choices.benchmark);
  const query: Query = (sql, params = []) => database.query(anew(sql), params);
  const least: Record<string, number> = {};
  for (const figure of [conflictsFigure, ...AGREEMENT].filter(({ protocol }) => protocol === 'pairwise')) {
    const load = () => figure.load(query, { where: EVERYWHERE, runs: {} }, choices);
    if ((await load()) === null) throw new Error(`${figure.id} has nothing to show`);
    for (let round = 0; round < rounds; round += 1) {
      const started = performance.now();
      await load();
      least[figure.id] = Math.min(least[figure.id] ?? Number.POSITIVE_INFINITY, performance.now() - started);
    }
  }
  return least;
}

const bench = { run, cancel, matrices, matricesBySheets, countsByColumns };

declare global {
  interface Window {
    bench: typeof bench;
  }
}

window.bench = bench;
