import { type Bits, countBits } from '../../cases/columns/bits.ts';
import type { CaseColumns } from '../../cases/columns/read.ts';
import { casesWithFacets } from '../../cases/columns/select.ts';
import { type AnswerSheet, decodeSheet } from '../../cases/columns/sheet.ts';
import type { ClientFailure } from '../../client/failure.ts';
import { damaged, failureOf, reasonOf } from '../../client/failure.ts';
import { fetchBytes } from '../../client/fetch.ts';
import { abortable, sharedByKey } from '../../client/shared.ts';
import { loadColumns } from '../../explore/case-columns.ts';
import { EVERYWHERE } from '../../metrics/query.ts';
import type { FigureScope, InstanceFigure } from '../kit/instance-figure.ts';
import { NOT_WORKED_OUT } from '../kit/not-worked-out.ts';
import { choicesFor } from '../kit/side-by-side.ts';
import type { PrerenderedFigures } from './prerendered.ts';
import { sheetFile } from './prerendered.ts';

const fetched = sharedByKey<AnswerSheet>(4);

/** Fetches a stored sheet beside the page's data, verified by the hash in its name. Throws ClientFailure. */
function sheetAt(address: string, hash: string): Promise<AnswerSheet> {
  const { href } = new URL(address.replace(/[^/]*$/, sheetFile(hash)), location.href);
  return fetched(href, async () => {
    const bytes = await fetchBytes(href, { freshness: 'immutable', sha256: hash });
    try {
      return decodeSheet(bytes);
    } catch (error) {
      throw damaged(href, `It cannot be read: ${reasonOf(error)}.`, error);
    }
  });
}

async function columnsOf({ benchmark, cases }: PrerenderedFigures['choices']): Promise<CaseColumns> {
  const columns = await loadColumns(benchmark);
  if (columns?.cases === cases) return columns;
  throw damaged(location.href, 'The columns of cases belong to another release than the page.');
}

export interface SheetsAsked {
  /** The address of the page's data. */
  readonly address: string;
  readonly known: PrerenderedFigures;
  readonly scope: FigureScope;
  readonly signal: AbortSignal;
}

/**
 * Says whether a figure of a scope needs no SQL. This is the one rule: it has a way to be drawn from a stored sheet, the page has that
 * sheet, and the cases are chosen by nothing but facets, which the columns of cases hold.
 */
export const sheetHolds = (
  { known, scope }: Pick<SheetsAsked, 'known' | 'scope'>,
  { quick }: InstanceFigure,
): boolean =>
  quick !== undefined &&
  known.sheets[quick.sheet] !== undefined &&
  (scope.where === EVERYWHERE || scope.facets !== undefined);

async function selectedCases({ known, scope, signal }: SheetsAsked): Promise<Bits | null> {
  if (scope.where === EVERYWHERE) return null;
  return casesWithFacets(await abortable(columnsOf(known.choices), signal), scope.facets ?? {});
}

interface DrawnBySheets {
  /** How many cases are selected. */
  readonly cases: number;
  readonly data: ReadonlyMap<string, unknown>;
}

/** Gives the data of figures for which `sheetHolds`; a failure where a file does not come, cannot be read, or does not fit the page. */
export async function drawBySheets(
  asked: SheetsAsked,
  figures: readonly InstanceFigure[],
): Promise<DrawnBySheets | ClientFailure> {
  const { address, known, scope, signal } = asked;
  const { choices } = known;
  try {
    const selected = await selectedCases(asked);
    const data = new Map<string, unknown>();
    for (const figure of figures) {
      const { quick } = figure;
      const hash = quick === undefined ? undefined : known.sheets[quick.sheet];
      if (quick === undefined || hash === undefined) continue;
      const sheet = await abortable(sheetAt(address, hash), signal);
      const instances = async () => (await columnsOf(choices)).instances.all();
      const own = choicesFor(figure, { scope, choices });
      data.set(figure.id, await abortable(quick.load({ sheet, selected, instances }, scope, own), signal));
    }
    return { data, cases: selected === null ? choices.cases : countBits(selected) };
  } catch (error) {
    signal.throwIfAborted();
    return failureOf(error, NOT_WORKED_OUT);
  }
}
