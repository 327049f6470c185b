import type { Choices } from '../cases/choices.ts';
import type { ColumnHead } from '../cases/columns/layout.ts';
import {
  type CaseColumns,
  type CaseDetails,
  type CriterionColumns,
  readCaseColumns,
  readCaseDetails,
  readCriterionColumns,
} from '../cases/columns/layout.ts';
import { damaged, reasonOf } from '../client/failure.ts';
import { dataAddress, fetchReleaseBytes, loadInstanceData } from '../client/manifest.ts';
import { sharedByKey } from '../client/shared.ts';

const ofCases = sharedByKey<CaseColumns>(4);
const ofDetails = sharedByKey<CaseDetails>(4);
const ofCriteria = sharedByKey<CriterionColumns>(4);

/** Fetches a file of columns. Throws ClientFailure for what does not come, or cannot be read. */
async function columnsAt<T>(path: string, read: (bytes: Uint8Array<ArrayBuffer>) => T): Promise<T> {
  const bytes = await fetchReleaseBytes(path);
  try {
    return read(bytes);
  } catch (error) {
    throw damaged(dataAddress(path), `It cannot be read: ${reasonOf(error)}.`, error);
  }
}

/** Reads the file of all cases. Its ids are read as they are needed; where the browser gives no hashes only reading all of them tells that none is missing. */
function wholeColumns(bytes: Uint8Array<ArrayBuffer>): CaseColumns {
  const columns = readCaseColumns(bytes);
  if (globalThis.isSecureContext === false) columns.instances.all();
  return columns;
}

/** Fetches the columns of a benchmark's cases once. Throws ClientFailure. */
export async function loadColumns(benchmark: string): Promise<CaseColumns> {
  const { cases } = (await loadInstanceData(benchmark)).columns;
  return ofCases(cases, () => columnsAt(cases, wholeColumns));
}

/** Fetches once what downloads and the order of prompts need beside the columns. Throws ClientFailure. */
export async function loadDetails(benchmark: string): Promise<CaseDetails> {
  const { details } = (await loadInstanceData(benchmark)).columns;
  return ofDetails(details, () => columnsAt(details, readCaseDetails));
}

/** Gives the answers per criterion, fetched once; null where the benchmark has none. Throws ClientFailure. */
export async function loadCriteria(benchmark: string): Promise<CriterionColumns | null> {
  const { criteria } = (await loadInstanceData(benchmark)).columns;
  return criteria === null ? null : ofCriteria(criteria, () => columnsAt(criteria, readCriterionColumns));
}

/** Writes what a page and a file of columns must agree on: sets and places are numbered by these lists. */
const listsOf = ({ cases, facets, runs, criteria }: ColumnHead): string =>
  JSON.stringify([cases, facets.map(({ name, values }) => [name, values]), runs, criteria]);

const headOf = ({ cases, facets, runs, criteria }: Choices): ColumnHead => ({
  cases,
  facets,
  runs: runs.map(({ run }) => run),
  criteria: criteria.map(({ id }) => id),
});

/** Gives the columns that fit the page. Throws ClientFailure, also where they do not fit. */
export async function fittingColumns(choices: Choices): Promise<CaseColumns> {
  const columns = await loadColumns(choices.benchmark);
  if (listsOf(columns) === listsOf(headOf(choices))) return columns;
  throw damaged(dataAddress(choices.benchmark), 'The columns of cases belong to another release than the page.');
}
