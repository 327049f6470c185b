import { number, type Query, type QueryRow, text } from '../../sql/query.ts';
import { dropSteps, runSteps, type Step } from '../../sql/step.ts';
import { STATUSES } from '../choices.ts';
import { caseRows, criterionRows, criterionSteps, judgedSteps, MASK_WORD, maskWords } from '../column-rows.ts';
import type { Summarised } from '../scope.ts';
import { type Bits, emptyBits, setBit } from './bits.ts';
import {
  type ColumnBlock,
  type ColumnHead,
  decodeNumbers,
  encodeColumns,
  encodeNumbers,
  encodeTexts,
} from './layout.ts';
import { COLUMN_BLOCKS } from './read.ts';

/** Cases read at a time, so that rows are never all in memory. */
const AT_ONCE = 2 ** 15;
/** The place of a facet's value where a case has none that is listed: no list is as long. */
const NO_CODE = 255;

const headOf = ({ runs, facets, criteria }: Summarised, cases: number): ColumnHead => ({
  cases,
  facets: facets.map(({ name, values }) => ({ name, values })),
  runs: runs.map(({ run }) => run),
  criteria: criteria.map(({ id }) => id),
});

/** Blocks of zeros, in the order in which they are asked for. */
class NewBlocks {
  readonly made = new Map<string, ColumnBlock>();

  private add<T extends ColumnBlock>(name: string, block: T): T {
    this.made.set(name, block);
    return block;
  }

  readonly bytes = (name: string, length = 0) => this.add(name, new Uint8Array(length));
  readonly words = (name: string, length: number) => this.add(name, new Uint32Array(length));
}

/** Sets whose bits rows have in the columns `name_0`, `name_1`, … */
interface MaskedSets {
  readonly name: string;
  readonly sets: readonly Bits[];
}

/** Puts a case into the sets that its row names. */
function putInto({ name, sets }: MaskedSets, row: QueryRow, at: number): void {
  for (let word = 0; word < maskWords(sets.length); word += 1) {
    for (let mask = number(row, `${name}_${word}`); mask !== 0; mask &= mask - 1) {
      const set = sets[word * MASK_WORD + 31 - Math.clz32(mask & -mask)];
      if (set !== undefined) setBit(set, at);
    }
  }
}

/** Rows of cases after some steps. */
interface CellRows {
  readonly cases: number;
  readonly steps: readonly Step[];
  /** By a condition on `_place`. */
  readonly sql: (where: string) => string;
}

async function eachRow(
  query: Query,
  { cases, steps, sql }: CellRows,
  use: (row: QueryRow, at: number) => void,
): Promise<void> {
  await runSteps(query, steps);
  for (let from = 0; from < cases; from += AT_ONCE)
    for (const row of await query(sql(`_place >= ${from} AND _place < ${from + AT_ONCE}`)))
      use(row, number(row, '_place'));
  await dropSteps(query, steps);
}

/** A block of numbers as it is written. */
interface NumberBlock {
  readonly name: string;
  readonly block: Uint8Array;
  readonly numbers: Uint32Array;
}

function numbersIn({ bytes }: NewBlocks, name: string, cases: number): NumberBlock {
  const block = bytes(name, 4 * cases);
  return { name, block, numbers: decodeNumbers(block) };
}

/** The two files of all cases: what filters, counts and rows need, and the rest. */
interface CaseFiles {
  readonly columns: Uint8Array<ArrayBuffer>;
  readonly details: Uint8Array<ArrayBuffer>;
}

/** Says how rows are written into the blocks of both files, which are asked for in their order. */
function caseCells(
  { columns, details }: { readonly columns: NewBlocks; readonly details: NewBlocks },
  { runs, facets, criteria }: Summarised,
  cases: number,
): { readonly put: (row: QueryRow, at: number) => void; readonly end: () => void } {
  const size = emptyBits(cases).length;
  const codes = facets.map((_, k) => columns.bytes(COLUMN_BLOCKS.facet(k), cases));
  const setsOf = (name: string, count: number, block: (k: number) => string): MaskedSets => ({
    name,
    sets: Array.from({ length: count }, (_, k) => columns.words(block(k), size)),
  });
  const masked = [
    setsOf('criterion', criteria.length, COLUMN_BLOCKS.criterion),
    setsOf('parse', STATUSES.length, COLUMN_BLOCKS.status),
    setsOf('judged', runs.length, COLUMN_BLOCKS.judged),
    setsOf('asked', runs.length, (k) => COLUMN_BLOCKS.asked(k)),
    setsOf('won', runs.length, (k) => COLUMN_BLOCKS.won(k)),
  ];
  const numbers = [
    numbersIn(columns, COLUMN_BLOCKS.judgments, cases),
    numbersIn(columns, COLUMN_BLOCKS.longest, cases),
    numbersIn(details, COLUMN_BLOCKS.prompt, cases),
  ];
  return {
    put: (row, at) => {
      for (const [k, list] of codes.entries())
        list[at] = row[`_facet_${k}`] === null ? NO_CODE : number(row, `_facet_${k}`);
      for (const sets of masked) putInto(sets, row, at);
      for (const own of numbers) own.numbers[at] = number(row, `_${own.name}`);
    },
    end: () => {
      for (const own of numbers) own.block.set(encodeNumbers(own.numbers));
    },
  };
}

/**
 * Writes the files of all cases, from the current database with its table `stored.cases`, which `summarised` was made of. `query` may make
 * temporary tables.
 */
export async function writeCaseColumns(query: Query, summarised: Summarised, cases: number): Promise<CaseFiles> {
  const blocks = { columns: new NewBlocks(), details: new NewBlocks() };
  const texts = { instances: new Array<string>(cases).fill(''), clusters: new Array<string>(cases).fill('') };
  blocks.columns.bytes(COLUMN_BLOCKS.instances);
  blocks.details.bytes(COLUMN_BLOCKS.clusters);
  const { put, end } = caseCells(blocks, summarised, cases);
  const rows = { cases, steps: judgedSteps(summarised.runs), sql: (where: string) => caseRows(summarised, where) };
  await eachRow(query, rows, (row, at) => {
    const [instance, cluster] = [text(row, 'instance'), text(row, 'cluster')];
    texts.instances[at] = instance;
    texts.clusters[at] = cluster === instance ? '' : cluster;
    put(row, at);
  });
  end();
  const head = headOf(summarised, cases);
  blocks.columns.made.set(COLUMN_BLOCKS.instances, encodeTexts(texts.instances));
  blocks.details.made.set(COLUMN_BLOCKS.clusters, encodeTexts(texts.clusters));
  return { columns: encodeColumns(head, blocks.columns.made), details: encodeColumns(head, blocks.details.made) };
}

async function criterionCells(
  query: Query,
  { words }: NewBlocks,
  { summarised: { runs, criteria }, cases }: { readonly summarised: Summarised; readonly cases: number },
): Promise<void> {
  const size = emptyBits(cases).length;
  for (const [k, { id }] of criteria.entries()) {
    const sets = runs.map((_, run) => ({
      asked: words(COLUMN_BLOCKS.asked(run, k), size),
      won: words(COLUMN_BLOCKS.won(run, k), size),
    }));
    const rows = { cases, steps: criterionSteps(runs, id), sql: (where: string) => criterionRows(runs, where) };
    const masked = (['asked', 'won'] as const).map((name) => ({ name, sets: sets.map((own) => own[name]) }));
    await eachRow(query, rows, (row, at) => {
      for (const own of masked) putInto(own, row, at);
    });
  }
}

/** Writes the file of answers per criterion; null where no judgment names one. */
export async function writeCriterionColumns(
  query: Query,
  summarised: Summarised,
  cases: number,
): Promise<Uint8Array<ArrayBuffer> | null> {
  if (summarised.criteria.length === 0) return null;
  const blocks = new NewBlocks();
  await criterionCells(query, blocks, { summarised, cases });
  return encodeColumns(headOf(summarised, cases), blocks.made);
}
