import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { counted } from './places.ts';
import { siteDatabase } from './site-database.ts';

/** The explorer of Shapes, and what it must show, worked out from the database in Node. */

export const EXPLORE = '/shapes/explore/';
export const RIGHT = 'noisy-checker-pairwise';
export const WRONG = 'longest-pairwise';

export const query = siteDatabase();

/** Instances on which the pairwise judge was wrong, worked out from its losses: half of its repeats or more hold one. */
const byRepeats = (run: string, having: string): string => `SELECT instance FROM (
  SELECT instance, list_filter(string_split(slice, ';'), lambda pair: starts_with(pair, 'repeat=')) AS own, bool_or(num < den) AS bad
  FROM contributions WHERE run = '${run}' AND metric IN ('criterion_accuracy', 'position_robustness', 'verbosity_robustness') GROUP BY ALL)
GROUP BY instance HAVING ${having}`;
export const lost = (run: string): string => byRepeats(run, 'count_if(bad) >= count(*) / 2');
export const right = (run: string): string => byRepeats(run, 'count_if(bad) < count(*) / 2');

export const idsOf = async (where: string): Promise<string[]> =>
  (await query(`SELECT instance FROM instances WHERE ${where} ORDER BY rowid`)).map(({ instance }) => String(instance));

export const words = (n: number): string => n.toLocaleString('en-GB').replaceAll(',', '\u202f');

/** Waits until the page says how many cases there are. */
export async function expectCount(page: Page, n: number): Promise<void> {
  const all = words((await idsOf('true')).length);
  const text = words(n) === all ? `${all} cases` : `${words(n)} of ${all} cases`;
  await expect.poll(() => counted(page).textContent()).toBe(text);
}
