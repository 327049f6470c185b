import type { Choices } from '../cases/choices.ts';
import { faredBy, faredUnder, type RunsFared } from '../cases/columns/fared.ts';
import type { ColumnHead } from '../cases/columns/layout.ts';
import {
  type CaseColumns,
  type CaseDetails,
  type CriterionColumns,
  readCaseColumns,
  readCaseDetails,
  readCriterionColumns,
} from '../cases/columns/read.ts';
import { damaged, reasonOf } from '../client/failure.ts';
import { localCases } from '../client/local-cases.ts';
import { dataAddress, fetchReleaseBytes, loadInstanceData } from '../client/manifest.ts';
import { sharedByKey } from '../client/shared.ts';
import type { InstanceData } from '../schema/release.ts';

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

/** Says where the columns of a benchmark's cases lie; undefined where the release has none. */
const columnFiles = async (benchmark: string): Promise<InstanceData['columns']> =>
  localCases(benchmark) === undefined ? (await loadInstanceData(benchmark)).columns : undefined;

/** Reads the file of all cases. Its ids are read as they are needed; where the browser gives no hashes only reading all of them tells that none is missing. */
function wholeColumns(bytes: Uint8Array<ArrayBuffer>): CaseColumns {
  const columns = readCaseColumns(bytes);
  if (!isSecureContext) columns.instances.all();
  return columns;
}

/** Fetches the columns of a benchmark's cases once; null where the release has none. Throws ClientFailure. */
export async function loadColumns(benchmark: string): Promise<CaseColumns | null> {
  const columns = await columnFiles(benchmark);
  if (columns === undefined) return null;
  return ofCases(columns.cases, () => columnsAt(columns.cases, wholeColumns));
}

/** Fetches once what downloads and the order of prompts need beside the columns; null where the release has none. Throws ClientFailure. */
export async function loadDetails(benchmark: string): Promise<CaseDetails | null> {
  const columns = await columnFiles(benchmark);
  if (columns === undefined) return null;
  return ofDetails(columns.details, () => columnsAt(columns.details, readCaseDetails));
}

/** Gives the answers per criterion, fetched once; null where the benchmark has none. Throws ClientFailure. */
export async function loadCriteria(benchmark: string): Promise<CriterionColumns | null> {
  const path = (await columnFiles(benchmark))?.criteria ?? null;
  return path === null ? null : ofCriteria(path, () => columnsAt(path, readCriterionColumns));
}

/** Writes what a page and a file of columns must agree on: bits and places are numbered by these lists. */
const listsOf = ({ cases, facets, runs, criteria }: ColumnHead): string =>
  JSON.stringify([cases, facets.map(({ name, values }) => [name, values]), runs, criteria]);

const headOf = ({ cases, facets, runs, criteria }: Choices): ColumnHead => ({
  cases,
  facets,
  runs: runs.map(({ run }) => run),
  criteria: criteria.map(({ id }) => id),
});

/** Who was right and wrong, by criterion ('' for all in all), worked out once for each file. */
const fared = new WeakMap<CaseColumns, Map<string, RunsFared>>();

async function faredOf(columns: CaseColumns, benchmark: string, criterion: string): Promise<RunsFared | null> {
  const known = fared.get(columns) ?? new Map<string, RunsFared>();
  fared.set(columns, known);
  const found = known.get(criterion);
  if (found !== undefined) return found;
  const under = criterion === '' ? null : await loadCriteria(benchmark);
  if (criterion !== '' && under === null) return null;
  const worked = under === null ? faredBy(columns.cases, columns.verdicts) : faredUnder(under, criterion);
  known.set(criterion, worked);
  return worked;
}

export interface FittingColumns {
  readonly columns: CaseColumns;
  readonly fared: RunsFared;
}

/** Gives the columns that fit the page, under a criterion; null where the release has none. Throws ClientFailure, also where they do not fit. */
export async function fittingColumns(choices: Choices, criterion: string): Promise<FittingColumns | null> {
  const columns = await loadColumns(choices.benchmark);
  if (columns === null) return null;
  if (listsOf(columns) !== listsOf(headOf(choices))) {
    throw damaged(dataAddress(choices.benchmark), 'The columns of cases belong to another release than the page.');
  }
  const own = await faredOf(columns, choices.benchmark, criterion);
  return own === null ? null : { columns, fared: own };
}
