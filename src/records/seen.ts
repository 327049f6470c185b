const PAGE_BITS = 2 ** 16;

/** A set of whole numbers from 0, a bit each, in pages, so that a few large ones cost little. */
class BitSet {
  private readonly pages: (Uint32Array | undefined)[] = [];

  /** Gives true when `n` was not in the set yet. */
  add(n: number): boolean {
    const at = Math.floor(n / PAGE_BITS);
    const within = n % PAGE_BITS;
    let page = this.pages[at];
    if (page === undefined) {
      page = new Uint32Array(PAGE_BITS / 32);
      this.pages[at] = page;
    }
    const word = page[within >>> 5] ?? 0;
    const bit = 1 << (within & 31);
    page[within >>> 5] = word | bit;
    return (word & bit) === 0;
  }

  has(n: number): boolean {
    const within = n % PAGE_BITS;
    return (((this.pages[Math.floor(n / PAGE_BITS)]?.[within >>> 5] ?? 0) >>> (within & 31)) & 1) === 1;
  }
}

/**
 * Finds repeated keys of two parts: a number (which instance or response) and a label that takes few values (criterion, stage, …). It is
 * exact and takes about a bit per key, so that a million judgments need no million strings.
 */
export class SeenKeys {
  private readonly byLabel = new Map<string, BitSet>();

  /** Gives true when this key is new. */
  add(subject: number, label: string): boolean {
    let bits = this.byLabel.get(label);
    if (bits === undefined) {
      bits = new BitSet();
      this.byLabel.set(label, bits);
    }
    return bits.add(subject);
  }

  has(subject: number, label: string): boolean {
    return this.byLabel.get(label)?.has(subject) ?? false;
  }
}
