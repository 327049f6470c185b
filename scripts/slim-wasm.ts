import type { Bytes } from '../src/client/fetch.ts';
import { type CodeTargets, codeTargets } from './wasm-code.ts';
import { WasmReader, wasmNumber } from './wasm-reader.ts';

/** Ids of the sections that are read or written here; the others are copied as they are. */
const SECTION = { import: 2, function: 3, global: 6, export: 7, start: 8, element: 9, code: 10, data: 11 } as const;
/** Kinds of imports and exports. */
const FUNCTION = 0;
const GLOBAL = 3;
/** The type i32, and an expression of it: `i32.const 0`, `end`. */
const WORD = 0x7f;
const ZERO = Uint8Array.of(0x41, 0, 0x0b);
const NOTHING: CodeTargets = { functions: [], globals: [] };
/** A body that was never reached: no locals, `unreachable`, `end`. */
const NEVER = Uint8Array.of(3, 0, 0x00, 0x0b);

interface Section {
  readonly id: number;
  readonly content: Bytes;
}

interface Export {
  readonly name: string;
  readonly kind: number;
  readonly index: number;
  /** As it stands in the module. */
  readonly bytes: Bytes;
}

/** First bytes of every module: its magic number and version 1. */
const START = Uint8Array.of(0x00, 0x61, 0x73, 0x6d, 0x01, 0x00, 0x00, 0x00);

function sectionsOf(module: Bytes): readonly Section[] {
  if (START.some((byte, i) => module[i] !== byte)) throw new Error('this is no WebAssembly module of version 1');
  const reader = new WasmReader(module, START.length);
  const sections: Section[] = [];
  while (!reader.isAtEnd) {
    const id = reader.byte();
    sections.push({ id, content: reader.bytes(reader.number()) });
  }
  return sections;
}

const contentOf = (sections: readonly Section[], id: number): Bytes =>
  sections.find((section) => section.id === id)?.content ?? Uint8Array.of(0);

function exportsOf(sections: readonly Section[]): readonly Export[] {
  const content = contentOf(sections, SECTION.export);
  const reader = new WasmReader(content);
  return Array.from({ length: reader.number() }, () => {
    const from = reader.at;
    const name = reader.text();
    const [kind, index] = [reader.byte(), reader.number()];
    return { name, kind, index, bytes: content.subarray(from, reader.at) };
  });
}

/** Lists the names of what a module imports, and how many of them are functions and globals: these have the first numbers. */
function importsOf(sections: readonly Section[]) {
  const reader = new WasmReader(contentOf(sections, SECTION.import));
  const names = new Set<string>();
  let [functions, globals] = [0, 0];
  for (let left = reader.number(); left > 0; left -= 1) {
    reader.text();
    names.add(reader.text());
    const kind = reader.byte();
    if (kind === FUNCTION) functions += 1;
    if (kind === GLOBAL) globals += 1;
    reader.importType(kind);
  }
  return { names, functions, globals };
}

interface Global {
  /** Its type, and whether it can change: two bytes. */
  readonly type: Bytes;
  /** As it stands in the module. */
  readonly bytes: Bytes;
  /** What the value that it begins with refers to. */
  readonly targets: CodeTargets;
}

function globalsOf(sections: readonly Section[]): readonly Global[] {
  const content = contentOf(sections, SECTION.global);
  const reader = new WasmReader(content);
  return Array.from({ length: reader.number() }, () => {
    const from = reader.at;
    const type = reader.bytes(2);
    const targets = codeTargets(reader);
    return { type, targets, bytes: content.subarray(from, reader.at) };
  });
}

/** Says what the functions of the table are, and where in it they stand. */
function elementsOf(sections: readonly Section[]): readonly CodeTargets[] {
  const reader = new WasmReader(contentOf(sections, SECTION.element));
  return Array.from({ length: reader.number() }, () => {
    // A segment of kind 0 has its place in table 0, then numbers of functions. This compiler writes no other kind.
    const kind = reader.number();
    if (kind !== 0) throw new Error(`elements of kind ${kind} are not known here`);
    const { globals } = codeTargets(reader);
    return { globals, functions: Array.from({ length: reader.number() }, () => reader.number()) };
  });
}

/** Says where in memory data begin. */
function dataOf(sections: readonly Section[]): readonly CodeTargets[] {
  const reader = new WasmReader(contentOf(sections, SECTION.data));
  return Array.from({ length: reader.number() }, () => {
    const kind = reader.number();
    if (kind > 1) throw new Error(`data of kind ${kind} are not known here`);
    const targets = kind === 0 ? codeTargets(reader) : NOTHING;
    reader.bytes(reader.number());
    return targets;
  });
}

/** Finds what something other than a function's body reaches: by export, at the start, from the table, from globals and data. */
function rootsOf(sections: readonly Section[], kept: readonly Export[]): CodeTargets {
  const isStarted = sections.some(({ id }) => id === SECTION.start);
  const start = isStarted ? [new WasmReader(contentOf(sections, SECTION.start)).number()] : [];
  const others = [...globalsOf(sections).map(({ targets }) => targets), ...elementsOf(sections), ...dataOf(sections)];
  const ofKind = (wanted: number): number[] => kept.filter(({ kind }) => kind === wanted).map(({ index }) => index);
  return {
    functions: [...ofKind(FUNCTION), ...start, ...others.flatMap(({ functions }) => functions)],
    globals: [...ofKind(GLOBAL), ...others.flatMap(({ globals }) => globals)],
  };
}

function bodiesOf(sections: readonly Section[]): readonly Bytes[] {
  const reader = new WasmReader(contentOf(sections, SECTION.code));
  return Array.from({ length: reader.number() }, () => reader.bytes(reader.number()));
}

/** Gives the number of the type of each function that the module defines. */
function typesOf(sections: readonly Section[]): readonly number[] {
  const reader = new WasmReader(contentOf(sections, SECTION.function));
  return Array.from({ length: reader.number() }, () => reader.number());
}

/** Finds what of a module stays: the functions and globals that its roots reach by calls, by their numbers. */
function reached(bodies: readonly Bytes[], roots: CodeTargets, imported: number) {
  const [functions, globals] = [new Set(roots.functions), new Set(roots.globals)];
  const waiting = [...functions];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const body = bodies[next - imported];
    if (body === undefined) continue;
    const reader = new WasmReader(body);
    reader.locals();
    const targets = codeTargets(reader);
    if (!reader.isAtEnd) throw new Error(`function ${next} goes on after its end`);
    for (const global of targets.globals) globals.add(global);
    for (const target of targets.functions) {
      if (functions.has(target)) continue;
      functions.add(target);
      waiting.push(target);
    }
  }
  return { functions, globals };
}

const joined = (parts: readonly Bytes[]): Bytes => Uint8Array.from(Buffer.concat(parts));
const counted = (parts: readonly Bytes[]): Bytes => joined([wasmNumber(parts.length), ...parts]);

/** Gives a global that nobody reads the value 0, where its type is i32. */
const unread = ({ type, bytes }: Global): Bytes => (type[0] === WORD ? joined([type, ZERO]) : bytes);

/**
 * Writes the module with those of its exports that `isUsed` or that it imports itself under the same name. What nothing reaches any more keeps its
 * number, so that no instruction has to be written anew: bodies of functions become one instruction that is never run, of the first type,
 * and globals 0. The module is the same for whoever uses only these exports. Throws for what is no module, or holds what is not known here.
 */
export function slimWasm(module: Bytes, isUsed: (name: string) => boolean): Bytes {
  const sections = sectionsOf(module);
  const imports = importsOf(sections);
  const kept = exportsOf(sections).filter(({ name }) => isUsed(name) || imports.names.has(name));
  const bodies = bodiesOf(sections);
  const { functions, globals } = reached(bodies, rootsOf(sections, kept), imports.functions);
  const isAlive = (i: number): boolean => functions.has(i + imports.functions);
  const isRead = (i: number): boolean => globals.has(i + imports.globals);
  const code = bodies.map((body, i) => (isAlive(i) ? joined([wasmNumber(body.length), body]) : NEVER));
  const types = typesOf(sections).map((type, i) => wasmNumber(isAlive(i) ? type : 0));
  const values = globalsOf(sections).map((global, i) => (isRead(i) ? global.bytes : unread(global)));
  const rewritten = new Map<number, Bytes>([
    [SECTION.function, counted(types)],
    [SECTION.global, counted(values)],
    [SECTION.export, counted(kept.map(({ bytes }) => bytes))],
    [SECTION.code, counted(code)],
  ]);
  return joined([
    START,
    ...sections.flatMap(({ id, content }) => {
      const own = rewritten.get(id) ?? content;
      return [Uint8Array.of(id), wasmNumber(own.length), own];
    }),
  ]);
}
