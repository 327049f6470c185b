import type { Bytes } from '../src/client/fetch.ts';

/** Writes a whole number as WebAssembly writes it: seven bits a byte, the lowest first (unsigned LEB128). */
export function wasmNumber(value: number): Bytes {
  const bytes: number[] = [];
  let rest = value;
  do {
    bytes.push((rest % 128) + (rest >= 128 ? 128 : 0));
    rest = Math.floor(rest / 128);
  } while (rest > 0);
  return Uint8Array.from(bytes);
}

const UTF8 = new TextDecoder();

/** Reads the binary form of WebAssembly (core specification 2.0, chapter 5) from a place on. Throws RangeError past the end. */
export class WasmReader {
  at: number;
  readonly #bytes: Bytes;

  constructor(bytes: Bytes, at = 0) {
    this.#bytes = bytes;
    this.at = at;
  }

  get isAtEnd(): boolean {
    return this.at >= this.#bytes.length;
  }

  byte(): number {
    const byte = this.#bytes[this.at];
    if (byte === undefined) throw new RangeError('the module ends within a section');
    this.at += 1;
    return byte;
  }

  /** Reads unsigned LEB128. */
  number(): number {
    let [value, unit] = [0, 1];
    for (;;) {
      const byte = this.byte();
      value += (byte & 127) * unit;
      if (byte < 128) return value;
      unit *= 128;
    }
  }

  /** Passes over LEB128 of either kind. */
  skipNumber(): void {
    while (this.byte() >= 128);
  }

  skip(count: number): void {
    this.at += count;
  }

  bytes(count: number): Bytes {
    const found = this.#bytes.subarray(this.at, this.at + count);
    if (found.length !== count) throw new RangeError('the module ends within a section');
    this.at += count;
    return found;
  }

  text(): string {
    return UTF8.decode(this.bytes(this.number()));
  }

  #limits(): void {
    const flags = this.byte();
    this.skipNumber();
    if ((flags & 1) === 1) this.skipNumber();
  }

  /** Passes over a type of value and whether it can change. */
  globalType(): void {
    this.skip(2);
  }

  /** Passes over the description of an import: a function, table, memory, global or tag. */
  importType(kind: number): void {
    if (kind === 0) this.skipNumber();
    else if (kind === 3) this.globalType();
    else if (kind === 2) this.#limits();
    else if (kind === 1) {
      this.skip(1);
      this.#limits();
    } else if (kind === 4) {
      this.skip(1);
      this.skipNumber();
    } else throw new Error(`imports of kind ${kind} are not known here`);
  }

  /** Passes over the local variables of a body. */
  locals(): void {
    for (let left = this.number(); left > 0; left -= 1) {
      this.skipNumber();
      this.skip(1);
    }
  }
}
