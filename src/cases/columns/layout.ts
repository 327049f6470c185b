/**
 * The form of a file of columns (docs/release.md describes it to the byte): 16 bytes that say what it is, a head in JSON, then blocks
 * of whole numbers. All numbers are little-endian, as they are in the memory of every device that runs a browser, so that a block is
 * read where it lies.
 */
const MAGIC = 0x4c4f434a;
/** Changes with the form: a page reads its own version only, and asks the engine where the file has another. */
const VERSION = 1;
const START = 16;
const ALIGNED = 8;

export type ColumnBlock = Uint8Array<ArrayBuffer> | Uint32Array<ArrayBuffer>;

/** What the blocks are about. */
export interface ColumnHead {
  /** Number of cases. */
  readonly cases: number;
  readonly facets: readonly { readonly name: string; readonly values: readonly string[] }[];
  /** Ids, in the order of the explorer's choices. */
  readonly runs: readonly string[];
  readonly criteria: readonly string[];
}

/** What a head says of the blocks, beside what they are about. */
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

/** The bytes of a file: 16 + head + blocks, each at a multiple of 8, in the order given. */
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

/** Reads the bytes of a file without copying its blocks. Throws RangeError or SyntaxError for what is no such file. */
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

/** Texts as one block: UTF-8, with a NUL between two. */
export function encodeTexts(texts: readonly string[]): Uint8Array<ArrayBuffer> {
  const wrong = texts.find((text) => text.includes('\0'));
  if (wrong !== undefined) throw new RangeError(`“${wrong}” holds a NUL character`);
  return new TextEncoder().encode(texts.join('\0'));
}

export function decodeTexts(block: Uint8Array, count: number): readonly string[] {
  const texts = count === 0 ? [] : new TextDecoder().decode(block).split('\0');
  if (texts.length !== count) throw new RangeError(`it has ${texts.length} texts where ${count} are expected`);
  return texts;
}
