import type { SwitchedValues } from '../schema/page-files.ts';
import { fetchJson } from './fetch.ts';
import { SwitchedValuesForm } from './forms.ts';
import { validated } from './manifest.ts';

/**
 * Loads what a board of runs holds under a switch, from the file at `address`: its columns and, in the order of the official board, its rows.
 * Throws ClientFailure.
 */
export async function loadSwitched(address: string): Promise<SwitchedValues> {
  const { href } = new URL(address, location.href);
  return validated(SwitchedValuesForm, await fetchJson(href, { freshness: 'immutable' }), address);
}
