import { QUEUES, type Queue, type QueueReason, STATUSES } from '../choices.ts';
import { type Bits, emptyBits } from './bits.ts';

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

/** A file of columns: 16 bytes that say what it is, a head in JSON, then blocks of whole numbers, all little-endian, so that a block is read where it lies. */
const MAGIC = 0x4c4f434a;
/** Version of the form. A page reads only its own. */
const VERSION = 2;
const START = 16;
const ALIGNED = 8;

export type ColumnBlock = Uint8Array<ArrayBuffer> | Uint32Array<ArrayBuffer>;

export interface ColumnHead {
  readonly cases: number;
  readonly facets: readonly { readonly name: string; readonly values: readonly string[] }[];
  /** Ids, in the order of the explorer's choices. */
  readonly runs: readonly string[];
  readonly criteria: readonly string[];
}

interface BlockList {
  readonly blocks: readonly (readonly [name: string, type: 'u8' | 'u32', length: number])[];
}

export interface ColumnFile<Head> {
  readonly head: Head;
  /** Throws RangeError for a block that the file does not have, or has in another length. */
  readonly bytes: (name: string, length?: number) => Uint8Array<ArrayBuffer>;
  readonly words: (name: string, length: number) => Uint32Array<ArrayBuffer>;
}

const aligned = (size: number): number => Math.ceil(size / ALIGNED) * ALIGNED;

/** Writes the bytes of a file: 16 + head + blocks, each at a multiple of 8, in the order given. */
export function encodeColumns(head: object, blocks: ReadonlyMap<string, ColumnBlock>): Uint8Array<ArrayBuffer> {
  const stored: BlockList = {
    ...head,
    blocks: [...blocks].map(([name, block]) => [name, block instanceof Uint8Array ? 'u8' : 'u32', block.length]),
  };
  const text = new TextEncoder().encode(JSON.stringify(stored));
  const size = [...blocks.values()].reduce(
    (sum, block) => sum + aligned(block.byteLength),
    START + aligned(text.length),
  );
  const bytes = new Uint8Array(size);
  const start = new DataView(bytes.buffer);
  for (const [i, number] of [MAGIC, VERSION, text.length, 0].entries()) start.setUint32(4 * i, number, true);
  bytes.set(text, START);
  let at = START + aligned(text.length);
  for (const block of blocks.values()) {
    bytes.set(new Uint8Array(block.buffer, block.byteOffset, block.byteLength), at);
    at += aligned(block.byteLength);
  }
  return bytes;
}

function headOf<Head>(bytes: Uint8Array): { readonly head: Head & BlockList; readonly at: number } {
  if (bytes.length < START) throw new RangeError('it is shorter than its first 16 bytes');
  const start = new DataView(bytes.buffer, bytes.byteOffset, START);
  const [magic, version, length] = [0, 4, 8].map((at) => start.getUint32(at, true));
  if (magic !== MAGIC) throw new RangeError('it does not begin like a file of columns');
  if (version !== VERSION)
    throw new RangeError(`it has the form of version ${version}, this page reads version ${VERSION}`);
  const end = START + (length ?? 0);
  if (end > bytes.length) throw new RangeError('it ends within its head');
  // What follows the first bytes was written by the build that wrote this page: the file's name holds its hash.
  const head = JSON.parse(new TextDecoder().decode(bytes.subarray(START, end))) as Head & BlockList;
  return { head, at: START + aligned(length ?? 0) };
}

/** Reads a file without copying its blocks. Throws RangeError or SyntaxError for bytes of another form. */
export function decodeColumns<Head>(given: Uint8Array<ArrayBuffer>): ColumnFile<Head> {
  const bytes = given.byteOffset % ALIGNED === 0 ? given : new Uint8Array(given);
  const { head, at: first } = headOf<Head>(bytes);
  const blocks = new Map<string, ColumnBlock>();
  let at = first;
  for (const [name, type, length] of head.blocks) {
    const size = type === 'u8' ? length : 4 * length;
    if (at + size > bytes.length) throw new RangeError(`it ends before “${name}”`);
    const Numbers = type === 'u8' ? Uint8Array : Uint32Array;
    blocks.set(name, new Numbers(bytes.buffer, bytes.byteOffset + at, length));
    at += aligned(size);
  }
  function block(name: string, length: number | undefined): ColumnBlock {
    const found = blocks.get(name);
    if (found === undefined) throw new RangeError(`it has no block “${name}”`);
    if (length !== undefined && found.length !== length) {
      throw new RangeError(`“${name}” has ${found.length} numbers where ${length} are expected`);
    }
    return found;
  }
  return {
    head,
    bytes: (name, length) => {
      const found = block(name, length);
      if (found instanceof Uint8Array) return found;
      throw new RangeError(`“${name}” is no block of bytes`);
    },
    words: (name, length) => {
      const found = block(name, length);
      if (found instanceof Uint32Array) return found;
      throw new RangeError(`“${name}” is no block of words`);
    },
  };
}

/** Counts the UTF-16 units that a text shares with the beginning of the one before, at most 255; a surrogate pair is never split. */
function sharedStart(text: string, before: string): number {
  let n = 0;
  while (n < MOST_SHARED && n < text.length && text[n] === before[n]) n += 1;
  return /[\uD800-\uDBFF]/.test(text[n - 1] ?? '') ? n - 1 : n;
}
const MOST_SHARED = 255;

/** For each text a byte: how many UTF-16 units it shares with the start of the one before; then what is left of each in UTF-8, with a NUL between two. */
export function encodeTexts(texts: readonly string[]): Uint8Array<ArrayBuffer> {
  const wrong = texts.find((text) => text.includes('\0'));
  if (wrong !== undefined) throw new RangeError(`“${wrong}” holds a NUL character`);
  const shared = texts.map((text, i) => sharedStart(text, texts[i - 1] ?? ''));
  const rest = new TextEncoder().encode(texts.map((text, i) => text.slice(shared[i])).join('\0'));
  const block = new Uint8Array(texts.length + rest.length);
  block.set(shared);
  block.set(rest, texts.length);
  return block;
}

/** Texts of a block: each is read with those before it when it is first asked for, since a page's first rows need few of thousands. */
export interface StoredTexts {
  readonly length: number;
  /** Undefined where there is none. Throws RangeError where the block holds other than `length` texts. */
  readonly at: (place: number) => string | undefined;
  readonly all: () => readonly string[];
}

const TEXT_CHUNK = 8192;

/** Reads `length` texts. */
function storedTexts(block: Uint8Array, length: number): StoredTexts {
  const decoder = new TextDecoder();
  const texts: string[] = [];
  let from = length;
  let before = '';
  const readChunk = (): void => {
    const nul = block.indexOf(0, from + TEXT_CHUNK);
    const end = nul < 0 ? block.length : nul;
    for (const rest of decoder.decode(block.subarray(from, end)).split('\0')) {
      before = before.slice(0, block[texts.length]) + rest;
      texts.push(before);
    }
    from = end + 1;
    if (from > block.length !== texts.length >= length || texts.length > length)
      throw new RangeError(`it has ${texts.length} texts where ${length} are expected`);
  };
  const readTo = (count: number): void => {
    while (texts.length < count) readChunk();
  };
  return {
    length,
    at: (place) => {
      readTo(Math.min(place + 1, length));
      return texts[place];
    },
    all: () => {
      readTo(length);
      return texts;
    },
  };
}

/** Reads all texts of a block. Throws RangeError where it holds other than `count` texts. */
export const decodeTexts = (block: Uint8Array, count: number): readonly string[] => storedTexts(block, count).all();

/** Writes whole numbers as one block that gzip makes smaller than words: the lowest bytes of all, then the next ones, four in all. */
export function encodeNumbers(numbers: Uint32Array): Uint8Array<ArrayBuffer> {
  const block = new Uint8Array(4 * numbers.length);
  for (let i = 0; i < block.length; i += 1) {
    const plane = Math.floor(i / numbers.length);
    block[i] = (numbers[i % numbers.length] ?? 0) >>> (8 * plane);
  }
  return block;
}

/** Reads 32-bit numbers that are stored byte plane by byte plane, the lowest bytes first. */
export function decodeNumbers(block: Uint8Array): Uint32Array<ArrayBuffer> {
  const count = block.length / 4;
  const numbers = new Uint32Array(count);
  // Plain loops: a page waits for this right after its code is loaded, and destructuring is slow until it is compiled.
  for (let plane = 0; plane < 4; plane += 1) {
    const from = plane * count;
    for (let i = 0; i < count; i += 1) numbers[i] = (numbers[i] ?? 0) | ((block[from + i] ?? 0) << (8 * plane));
  }
  return numbers;
}

/** Whole numbers of a block: put together when all of them are asked for, since a page's first rows need few of thousands. */
interface StoredNumbers {
  readonly length: number;
  readonly at: (place: number) => number;
  readonly all: () => Uint32Array<ArrayBuffer>;
}

function storedNumbers(block: Uint8Array): StoredNumbers {
  const length = block.length / 4;
  let numbers: Uint32Array<ArrayBuffer> | null = null;
  return {
    length,
    at: (place) =>
      ((block[place] ?? 0) |
        ((block[length + place] ?? 0) << 8) |
        ((block[2 * length + place] ?? 0) << 16) |
        ((block[3 * length + place] ?? 0) << 24)) >>>
      0,
    all: () => {
      numbers ??= decodeNumbers(block);
      return numbers;
    },
  };
}
