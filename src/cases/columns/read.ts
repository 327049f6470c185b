import { QUEUES, type Queue, type QueueReason, STATUSES } from '../choices.ts';
import { type Bits, emptyBits } from './bits.ts';
import {
  type ColumnFile,
  type ColumnHead,
  decodeColumns,
  decodeNumbers,
  decodeTexts,
  type StoredNumbers,
  type StoredTexts,
  storedNumbers,
  storedTexts,
} from './layout.ts';

export interface RunVerdicts {
  /** Some answer of the run counts there. */
  readonly asked: Bits;
  /** The cases among them that it is right on. */
  readonly won: Bits;
}

/** All cases of a benchmark by columns, in the order of the release. */
export interface CaseColumns extends ColumnHead {
  readonly instances: StoredTexts;
  /** Per facet the place of each case's value in the facet's list. */
  readonly codes: readonly Uint8Array[];
  /** Cases by what their judgments have: one set per criterion, and one per parse status. */
  readonly withCriterion: readonly Bits[];
  readonly withStatus: readonly Bits[];
  /** Cases that each run has a judgment of. */
  readonly judged: readonly Bits[];
  readonly verdicts: readonly RunVerdicts[];
  readonly judgments: StoredNumbers;
  /** Characters of the longest rationale. */
  readonly longest: StoredNumbers;
}

/** Columns that no filter needs: for downloads, and to sort by. */
export interface CaseDetails {
  /** Empty for a case that is its own cluster. */
  readonly clusters: readonly string[];
  /** Characters of the prompt. */
  readonly prompt: Uint32Array;
  /** Why the case at a place is in a queue; null where it is not. */
  readonly queued: (queue: Queue, at: number) => QueueReason | null;
}

/** Right and wrong by each criterion alone, in the order of the head's criteria. */
export interface CriterionColumns extends ColumnHead {
  readonly verdicts: readonly (readonly RunVerdicts[])[];
}

export const QUEUE_BYTES = 5;

/** Names of the blocks of the three files; the numbers are places in the head's lists. */
export const COLUMN_BLOCKS = {
  instances: 'instances',
  clusters: 'clusters',
  facet: (facet: number): string => `facet ${facet}`,
  criterion: (criterion: number): string => `criterion ${criterion}`,
  status: (status: number): string => `parse ${status}`,
  judged: (run: number): string => `judged ${run}`,
  asked: (run: number, criterion: number | null = null): string => `asked ${run}${under(criterion)}`,
  won: (run: number, criterion: number | null = null): string => `won ${run}${under(criterion)}`,
  judgments: 'judgments',
  longest: 'longest',
  prompt: 'prompt',
  /** Bytes of each case (`QUEUE_BYTES`), of all cases the first, then the next: families that agree, those that could be read, 1 + the criterion's place, the weight, 1 for a pair. */
  queue: (queue: Queue): string => `queue ${queue}`,
} as const;

const under = (criterion: number | null): string => (criterion === null ? '' : ` under ${criterion}`);

function verdictsOf({ head, words }: ColumnFile<ColumnHead>, criterion: number | null): RunVerdicts[] {
  const size = emptyBits(head.cases).length;
  return head.runs.map((_, run) => ({
    asked: words(COLUMN_BLOCKS.asked(run, criterion), size),
    won: words(COLUMN_BLOCKS.won(run, criterion), size),
  }));
}

/** Reads the file of all cases. Throws RangeError or SyntaxError for bytes of another form. */
export function readCaseColumns(bytes: Uint8Array<ArrayBuffer>): CaseColumns {
  const file = decodeColumns<ColumnHead>(bytes);
  const { head, words } = file;
  const { cases, facets, runs, criteria } = head;
  const size = emptyBits(cases).length;
  const instances = storedTexts(file.bytes(COLUMN_BLOCKS.instances), cases);
  const numbers = (name: string): StoredNumbers => storedNumbers(file.bytes(name, 4 * cases));
  return {
    ...{ cases, facets, runs, criteria, instances },
    codes: facets.map((_, facet) => file.bytes(COLUMN_BLOCKS.facet(facet), cases)),
    withCriterion: criteria.map((_, criterion) => words(COLUMN_BLOCKS.criterion(criterion), size)),
    withStatus: STATUSES.map((_, status) => words(COLUMN_BLOCKS.status(status), size)),
    judged: runs.map((_, run) => words(COLUMN_BLOCKS.judged(run), size)),
    verdicts: verdictsOf(file, null),
    judgments: numbers(COLUMN_BLOCKS.judgments),
    longest: numbers(COLUMN_BLOCKS.longest),
  };
}

/** Reads the file of the details that no filter needs. Throws RangeError or SyntaxError for bytes of another form. */
export function readCaseDetails(bytes: Uint8Array<ArrayBuffer>): CaseDetails {
  const file = decodeColumns<ColumnHead>(bytes);
  const { cases, criteria } = file.head;
  const queues = new Map(QUEUES.map((queue) => [queue, file.bytes(COLUMN_BLOCKS.queue(queue), QUEUE_BYTES * cases)]));
  return {
    queued: (queue, at) => {
      const [agree = 0, readable = 0, criterion = 0, weight = 0, pair = 0] = Array.from(
        { length: QUEUE_BYTES },
        (_, plane) => queues.get(queue)?.[plane * cases + at],
      );
      if (agree === 0) return null;
      return { agree, readable, weight, criterion: criteria[criterion - 1] ?? '', isPair: pair === 1 };
    },
    clusters: decodeTexts(file.bytes(COLUMN_BLOCKS.clusters), cases),
    prompt: decodeNumbers(file.bytes(COLUMN_BLOCKS.prompt, 4 * cases)),
  };
}

/** Reads the file of answers per criterion. Throws RangeError or SyntaxError for bytes of another form. */
export function readCriterionColumns(bytes: Uint8Array<ArrayBuffer>): CriterionColumns {
  const file = decodeColumns<ColumnHead>(bytes);
  const { cases, facets, runs, criteria } = file.head;
  return { cases, facets, runs, criteria, verdicts: criteria.map((_, criterion) => verdictsOf(file, criterion)) };
}
