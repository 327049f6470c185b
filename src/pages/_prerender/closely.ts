import { createHash } from 'node:crypto';
import type { InstanceFigure } from '../../figures/kit/case-view.ts';
import { CASE_FIGURES, isOfOneRun, type PrerenderedFigures } from '../../figures/page/case-figures.ts';
import { scopeOf, UNTOUCHED } from '../../figures/state.ts';
import type { Query } from '../../sql/query.ts';

/** Digits of the hash in a file's name. */
const HASH = 12;
/** More digits than any figure prints or draws. */
const DIGITS = 6;

/** Gives the hash in a file's name: part of the content's SHA-256, hex. */
export const nameHash = (content: string): string => createHash('sha256').update(content).digest('hex').slice(0, HASH);

/** Writes the data of figures as JSON, its numbers without invisible digits; the hash goes into the file's name. */
export function hashedJson(data: unknown): { readonly json: string; readonly hash: string } {
  const json = JSON.stringify(data, (_, value: unknown) =>
    typeof value === 'number' && !Number.isInteger(value) ? Number(value.toPrecision(DIGITS)) : value,
  );
  return { json, hash: nameHash(json) };
}

/** A page of figures before its runs are looked at one by one. */
type Page = Pick<PrerenderedFigures, 'page' | 'choices' | 'opening' | 'data'>;

/**
 * Works out the data of a figure of one run, over all cases, for each run that can be looked at; a run of which the figure holds nothing
 * has none.
 */
async function eachRun(query: Query, figure: InstanceFigure, { choices, opening, page }: Page) {
  const scope = scopeOf(choices, opening, UNTOUCHED);
  const found = new Map<string, unknown>();
  for (const { run } of choices.runs) {
    const data = await figure.load(query, { ...scope, runs: { ...scope.runs, [page.protocol]: run } }, choices);
    if (data !== null) found.set(run, data);
  }
  return found;
}

/**
 * Gives the data of the figures of one run over all cases, as JSON by run. The run that the page opens with is left out, since the page's
 * own data have it.
 */
export async function closelyOf(query: Query, page: Page): Promise<ReadonlyMap<string, Record<string, unknown>>> {
  const first = page.opening[page.page.protocol];
  const byRun = new Map<string, Record<string, unknown>>();
  for (const figure of CASE_FIGURES.filter((one) => isOfOneRun(one) && Object.hasOwn(page.data, one.id))) {
    const found = await eachRun(query, figure, page);
    for (const { run } of page.choices.runs) {
      if (run !== first) byRun.set(run, { ...byRun.get(run), [figure.id]: found.get(run) ?? null });
    }
  }
  return byRun;
}
