import { number, type Query, type QueryRow, text } from '../../sql/query.ts';
import { dropSteps, runSteps } from '../../sql/step.ts';
import { STATUSES } from '../choices.ts';
import { caseRows, criterionRows, criterionSteps, judgedSteps, MASK_WORD, maskWords } from '../column-rows.ts';
import type { Summarised } from '../scope.ts';
import { type Bits, emptyBits, minusBits, orBits, setBit } from './bits.ts';
import { type ColumnBlock, type ColumnHead, encodeColumns, encodeNumbers, encodeTexts } from './layout.ts';
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

/** Makes sets of cases, one for each of `count` bits of a mask. */
const setsOf = (cases: number, count: number): Bits[] => Array.from({ length: count }, () => emptyBits(cases));

interface Masks {
  readonly row: QueryRow;
  readonly name: string;
}

/** Puts a case into the sets whose bits its row has in the columns `name_0`, `name_1`, … */
function addTo(sets: readonly Bits[], at: number, { row, name }: Masks): void {
  for (let word = 0; word < maskWords(sets.length); word += 1) {
    for (let mask = number(row, `${name}_${word}`); mask !== 0; mask &= mask - 1) {
      const set = sets[word * MASK_WORD + 31 - Math.clz32(mask & -mask)];
      if (set !== undefined) setBit(set, at);
    }
  }
}

/** Rows of all cases, read by the statement of a range at a time. */
interface AllRows {
  readonly cases: number;
  readonly sql: (from: number, to: number) => string;
}

async function eachRow(query: Query, { cases, sql }: AllRows, use: (row: QueryRow, at: number) => void): Promise<void> {
  for (let from = 0; from < cases; from += AT_ONCE) {
    const rows = await query(sql(from, from + AT_ONCE));
    for (const [i, row] of rows.entries()) use(row, from + i);
  }
}

/** The files of all cases: what filters, counts and rows need, and what they do not. */
interface CaseFiles {
  readonly columns: Uint8Array<ArrayBuffer>;
  readonly details: Uint8Array<ArrayBuffer>;
}

/**
 * Writes the files of all cases, from the current database with its table `stored.cases`, which `summarised` was made of. `query` may make
 * temporary tables.
 */
export async function writeCaseColumns(query: Query, summarised: Summarised, cases: number): Promise<CaseFiles> {
  const { runs, facets, criteria } = summarised;
  const texts = { instances: new Array<string>(cases).fill(''), clusters: new Array<string>(cases).fill('') };
  const codes = facets.map(() => new Uint8Array(cases).fill(NO_CODE));
  const numbers = {
    judgments: new Uint32Array(cases),
    longest: new Uint32Array(cases),
    prompt: new Uint32Array(cases),
  };
  const [status, criterion] = [setsOf(cases, STATUSES.length), setsOf(cases, criteria.length)];
  const [won, lost, judged] = [setsOf(cases, runs.length), setsOf(cases, runs.length), setsOf(cases, runs.length)];
  const steps = judgedSteps(runs);
  await runSteps(query, steps);
  await eachRow(query, { cases, sql: (from, to) => caseRows(summarised, from, to) }, (row, at) => {
    const [instance, cluster] = [text(row, 'instance'), text(row, 'cluster')];
    texts.instances[at] = instance;
    texts.clusters[at] = cluster === instance ? '' : cluster;
    for (const [k, list] of codes.entries()) list[at] = number(row, `_facet_${k}`);
    numbers.judgments[at] = number(row, '_judgments');
    numbers.longest[at] = number(row, '_longest');
    numbers.prompt[at] = number(row, '_prompt');
    for (const [sets, name] of [
      [status, 'parse'],
      [criterion, 'criterion'],
      [won, 'won'],
      [lost, 'lost'],
      [judged, 'judged'],
    ] as const) {
      addTo(sets, at, { row, name });
    }
  });
  await dropSteps(query, steps);
  const nothing = emptyBits(cases);
  const blocks: [string, ColumnBlock][] = [
    [COLUMN_BLOCKS.instances, encodeTexts(texts.instances)],
    ...codes.map((list, k): [string, ColumnBlock] => [COLUMN_BLOCKS.facet(k), list]),
    ...criterion.map((set, k): [string, ColumnBlock] => [COLUMN_BLOCKS.criterion(k), set]),
    ...status.map((set, k): [string, ColumnBlock] => [COLUMN_BLOCKS.status(k), set]),
    ...judged.map((set, k): [string, ColumnBlock] => [COLUMN_BLOCKS.judged(k), set]),
    ...won.map((set, k): [string, ColumnBlock] => [COLUMN_BLOCKS.asked(k), orBits(set, lost[k] ?? nothing)]),
    ...won.map((set, k): [string, ColumnBlock] => [COLUMN_BLOCKS.won(k), set]),
    [COLUMN_BLOCKS.judgments, encodeNumbers(numbers.judgments)],
    [COLUMN_BLOCKS.longest, encodeNumbers(numbers.longest)],
  ];
  const details: [string, ColumnBlock][] = [
    [COLUMN_BLOCKS.clusters, encodeTexts(texts.clusters)],
    [COLUMN_BLOCKS.prompt, encodeNumbers(numbers.prompt)],
  ];
  const head = headOf(summarised, cases);
  return { columns: encodeColumns(head, new Map(blocks)), details: encodeColumns(head, new Map(details)) };
}

/** Writes the file of answers per criterion; null where no judgment names one. */
export async function writeCriterionColumns(
  query: Query,
  summarised: Summarised,
  cases: number,
): Promise<Uint8Array<ArrayBuffer> | null> {
  const { runs, criteria } = summarised;
  if (criteria.length === 0) return null;
  const blocks = new Map<string, ColumnBlock>();
  for (const [k, { id }] of criteria.entries()) {
    const [asked, lost] = [setsOf(cases, runs.length), setsOf(cases, runs.length)];
    const steps = criterionSteps(runs, id);
    await runSteps(query, steps);
    await eachRow(query, { cases, sql: (from, to) => criterionRows(runs, from, to) }, (row, at) => {
      addTo(asked, at, { row, name: 'asked' });
      addTo(lost, at, { row, name: 'lost' });
    });
    await dropSteps(query, steps);
    for (const [run, set] of asked.entries()) {
      blocks.set(COLUMN_BLOCKS.asked(run, k), set);
      blocks.set(COLUMN_BLOCKS.won(run, k), minusBits(set, lost[run] ?? emptyBits(cases)));
    }
  }
  return encodeColumns(headOf(summarised, cases), blocks);
}
