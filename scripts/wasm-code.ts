import type { WasmReader } from './wasm-reader.ts';

/** What follows an instruction: numbers (LEB128), bytes, or a form of its own. */
type Operands = { readonly numbers: number } | { readonly bytes: number } | 'memory' | 'branches' | 'types' | 'catches';

const NONE: Operands = { numbers: 0 };
const ONE: Operands = { numbers: 1 };
const TWO: Operands = { numbers: 2 };

/** call, return_call and ref.func. */
const NAMES_FUNCTION: ReadonlySet<number> = new Set([0x10, 0x12, 0xd2]);
/** global.get and global.set. */
const NAMES_GLOBAL: ReadonlySet<number> = new Set([0x23, 0x24]);
const END = 0x0b;
/** Ends a try block whose exceptions an outer one handles. */
const DELEGATE = 0x18;
const BULK = 0xfc;

/** Opens a block that an `end` closes: block, loop, if, try and try_table. */
const BLOCKS: ReadonlySet<number> = new Set([0x02, 0x03, 0x04, 0x06, 0x1f]);

const isBetween = (value: number, from: number, to: number): boolean => value >= from && value <= to;

/** Of instructions with a single byte: (first, last, what follows). */
const PLAIN: readonly (readonly [number, number, Operands])[] = [
  [0x00, 0x01, NONE],
  [0x02, 0x04, ONE],
  [0x05, 0x05, NONE],
  [0x06, 0x09, ONE],
  [0x0b, 0x0b, NONE],
  [0x0c, 0x0d, ONE],
  [0x0e, 0x0e, 'branches'],
  [0x0f, 0x0f, NONE],
  [0x11, 0x11, TWO],
  [0x13, 0x13, TWO],
  [0x18, 0x18, ONE],
  [0x19, 0x1b, NONE],
  [0x1c, 0x1c, 'types'],
  [0x1f, 0x1f, 'catches'],
  [0x20, 0x22, ONE],
  [0x25, 0x26, ONE],
  [0x28, 0x3e, 'memory'],
  [0x3f, 0x42, ONE],
  [0x43, 0x43, { bytes: 4 }],
  [0x44, 0x44, { bytes: 8 }],
  [0x45, 0xc4, NONE],
  [0xd0, 0xd0, ONE],
  [0xd1, 0xd1, NONE],
];

/** Says which operands instructions after 0xfc have: conversions, then memory and tables. */
function bulkOperands(code: number): Operands | undefined {
  if (code <= 7) return NONE;
  if (code === 8 || code === 10 || code === 12 || code === 14) return TWO;
  return code <= 17 ? ONE : undefined;
}

const known = Array.from({ length: 256 }, (_, code) => PLAIN.find(([from, to]) => isBetween(code, from, to))?.[2]);

function skipOperands(reader: WasmReader, operands: Operands): void {
  if (operands === 'memory') {
    reader.skipNumber();
    reader.skipNumber();
  } else if (operands === 'branches') {
    for (let left = reader.number(); left >= 0; left -= 1) reader.skipNumber();
  } else if (operands === 'types') {
    for (let left = reader.number(); left > 0; left -= 1) reader.skip(1);
  } else if (operands === 'catches') {
    reader.skipNumber();
    for (let left = reader.number(); left > 0; left -= 1) {
      if (reader.byte() < 2) reader.skipNumber();
      reader.skipNumber();
    }
  } else if ('bytes' in operands) reader.skip(operands.bytes);
  else for (let left = operands.numbers; left > 0; left -= 1) reader.skipNumber();
}

/** Numbers of what instructions name: functions that they call or refer to, and globals. */
export interface CodeTargets {
  readonly functions: readonly number[];
  readonly globals: readonly number[];
}

/**
 * Reads instructions up to the `end` that belongs to none of their blocks. Throws for an instruction that is not known here; those of
 * vectors and threads are not, since the build of the engine has none.
 */
export function codeTargets(reader: WasmReader): CodeTargets {
  const [functions, globals]: [number[], number[]] = [[], []];
  for (let depth = 0; ; ) {
    const code = reader.byte();
    if (NAMES_FUNCTION.has(code)) {
      functions.push(reader.number());
      continue;
    }
    if (NAMES_GLOBAL.has(code)) {
      globals.push(reader.number());
      continue;
    }
    if (code === END) {
      if (depth === 0) return { functions, globals };
      depth -= 1;
      continue;
    }
    if (BLOCKS.has(code)) depth += 1;
    if (code === DELEGATE) depth -= 1;
    const operands = code === BULK ? bulkOperands(reader.number()) : known[code];
    if (operands === undefined) throw new Error(`the instruction 0x${code.toString(16)} is not known here`);
    skipOperands(reader, operands);
  }
}
