import { z } from 'zod';
import { Status } from '../schema/published.ts';
import { fetchJson } from './fetch.ts';
import { validated } from './manifest.ts';

const Cell = z.object({
  printed: z.string(),
  value: z.number().nullable(),
  status: Status,
  note: z.string(),
  n: z.number().nullable(),
  interval: z.object({ lo: z.number(), hi: z.number(), kind: z.enum(['wilson', 'at most']) }).nullable(),
  se: z.number().nullable(),
  noInterval: z.string(),
  rank: z.object({ best: z.number(), worst: z.number(), couldBeFirst: z.boolean(), tier: z.number() }).nullable(),
});
const Switched = z.object({
  columns: z.array(z.object({ key: z.string(), n: z.number().nullable() })),
  rows: z.array(z.object({ id: z.string(), cells: z.record(z.string(), Cell) })),
});

export type SwitchedValues = z.output<typeof Switched>;

/**
 * What a board of runs holds under a switch, from the file at `address`: its columns and, in the order of the official board, its rows.
 * Throws ClientFailure.
 */
export async function loadSwitched(address: string): Promise<SwitchedValues> {
  const { href } = new URL(address, location.href);
  return validated(Switched, await fetchJson(href, { freshness: 'immutable' }), address);
}
