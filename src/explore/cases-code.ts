import { fileAddress } from '../client/file-list.ts';
import type { CodedTable, TableCondition, TableSource } from '../client/table-code.ts';
import { facetColumn } from '../schema/attribute.ts';
import type { AskedCases, CaseSelection } from './case-selection.ts';
import { facetParameter } from './state.ts';
import { chipsOf } from './words.ts';

/** At most this many ids are written into the code. */
const MOST_IDS = 1000;

const oneOf = (column: string, values: readonly string[]): TableCondition[] =>
  values.length === 0 ? [] : [{ column, oneOf: values }];

/** What the generated code asks of the release's tables. */
interface TableAsked {
  readonly instances: readonly TableCondition[];
  readonly judgments: readonly TableCondition[];
  /** Parts of the selection, in words, that no filter of the tables can express. Where there are any, the code lists ids instead. */
  readonly rest: readonly string[];
}

/** Finds what of a selection the columns of the tables can say. */
function tableAsked({ choices, state, facets }: AskedCases): TableAsked {
  const instances = choices.facets.flatMap(({ name }) => oneOf(facetColumn(name), facets[facetParameter(name)] ?? []));
  const run = state.metric === '' ? oneOf('run', state.run === '' ? [] : [state.run]) : [];
  const judgments = [...run, ...oneOf('criterion', state.criterion === '' ? [] : [state.criterion])];
  const said = new Set(
    chipsOf(choices, { ...state, criterion: '', ...(run.length > 0 ? { run: '' } : {}) }, {}).map(({ words }) => words),
  );
  return { instances, judgments, rest: [...said] };
}

interface Coded extends AskedCases {
  readonly selection: CaseSelection;
  readonly total: number;
  readonly shown: string;
}

async function idsOf(selection: CaseSelection): Promise<readonly string[]> {
  const ids: string[] = [];
  for await (const rows of selection.download(new AbortController().signal))
    ids.push(...rows.map((row) => String(row['instance'])));
  return ids;
}

async function instancesOf(benchmark: string, keep: readonly TableCondition[]): Promise<TableSource[]> {
  if (keep.length === 0) return [];
  return [{ name: 'instances', address: await fileAddress(`${benchmark}/instances.parquet`), keep }];
}

/** Says what code must read to have the answers to the cases shown. Throws what `fileAddress` and the selection throw. */
export async function casesCode(asked: Coded): Promise<CodedTable> {
  const { choices, selection, total, shown } = asked;
  const { instances, judgments, rest } = tableAsked(asked);
  const listed = rest.length > 0 && total <= MOST_IDS;
  const notes = [
    `${choices.name}, answers to ${total} cases: ${shown}`,
    `Release ${choices.release}, from ${window.location.href}`,
    ...(rest.length > 0 && !listed
      ? [`Not in this code: ${rest.join('; ')}. The page's CSV holds exactly these cases.`]
      : []),
  ];
  return {
    name: 'judgments',
    address: await fileAddress(`${choices.benchmark}/judgments.parquet`),
    keep: [...judgments, ...(listed ? [{ column: 'instance', oneOf: await idsOf(selection) }] : [])],
    among: listed ? [] : await instancesOf(choices.benchmark, instances),
    notes,
  };
}
