import { deflateSync, inflateSync } from 'fflate';

/** Characters that are packed together: enough to pack well, few enough to unpack at once. */
const TOGETHER = 2 ** 18;

/** Texts that are packed together. */
interface Block {
  /** Number of its first text. */
  readonly first: number;
  /** Length of each text in UTF-16 units. */
  readonly lengths: Uint32Array;
  readonly packed: Uint8Array;
}

export interface TextPart {
  readonly first: number;
  readonly texts: readonly string[];
}

const encoder = new TextEncoder();
const decoder = new TextDecoder('utf-8', { ignoreBOM: true });

function sealed(first: number, texts: readonly string[]): Block {
  const lengths = Uint32Array.from(texts, ({ length }) => length);
  return { first, lengths, packed: deflateSync(encoder.encode(texts.join('')), { level: 1 }) };
}

function unpacked({ lengths, packed }: Block): readonly string[] {
  const all = decoder.decode(inflateSync(packed));
  let at = 0;
  return Array.from(lengths, (length) => {
    const from = at;
    at += length;
    return all.slice(from, at);
  });
}

/**
 * The texts of judgments, numbered as they arrive; a number is a row of the working database's table of judgments. Packed here they take a
 * quarter of their size; in the engine they would take more than everything else, so it gets only those that are shown.
 */
export class TextStore {
  private blocks: Block[] = [];
  private open: string[] = [];
  private length = 0;
  private first = 0;

  clear(): void {
    this.blocks = [];
    this.open = [];
    this.length = 0;
    this.first = 0;
  }

  /** What UTF-8 cannot hold becomes U+FFFD. */
  add(text: string): void {
    this.open.push(text.toWellFormed());
    this.length += text.length;
    if (this.length >= TOGETHER) this.seal();
  }

  private seal(): void {
    this.blocks.push(sealed(this.first, this.open));
    this.first += this.open.length;
    this.open = [];
    this.length = 0;
  }

  read(numbers: readonly number[]): ReadonlyMap<number, string> {
    const wanted = numbers.toSorted((a, b) => a - b);
    const found = new Map<number, string>();
    let next = 0;
    for (const { first, texts } of this.parts((end) => (wanted[next] ?? Number.POSITIVE_INFINITY) < end)) {
      for (let n = wanted[next]; n !== undefined && n < first + texts.length; n = wanted[++next])
        found.set(n, texts[n - first] ?? '');
    }
    return found;
  }

  /** Reads all texts, part by part, each with the number of its first; `wants` is asked of each part by the number after its last. */
  *parts(wants: (end: number) => boolean = () => true): Generator<TextPart> {
    for (const block of this.blocks)
      if (wants(block.first + block.lengths.length)) yield { first: block.first, texts: unpacked(block) };
    if (wants(this.first + this.open.length)) yield { first: this.first, texts: this.open };
  }
}
