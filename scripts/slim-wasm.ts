const EXPORTS = 7;

/** Writes a whole number as WebAssembly does: seven bits a byte, the lowest first. */
function wasmNumber(value: number): readonly number[] {
  const low = value % 128;
  return value < 128 ? [low] : [low + 128, ...wasmNumber((value - low) / 128)];
}

/** Finds the exports that the engine's script uses, by its own names of functions (`_name`) or texts. */
function usedNames(script: string): ReadonlySet<string> {
  const named = script.matchAll(/wasmExports\.([\w$]+)|"([\w$]+)"|\b_([\w$]+)|\b(\w)\.([\w$]+)=\w\(\4\.\5\)/g);
  return new Set(
    [...named].map(([, own, text, ofFunction, , converted]) => own ?? text ?? ofFunction ?? converted ?? ''),
  );
}

/**
 * Leaves out what a module exports for extensions, which nothing here loads: of the engine 75 000 names, a fifth of its bytes. What its script
 * uses stays, and what it imports from itself.
 */
export async function slimWasm(module: Buffer, script: string): Promise<Uint8Array> {
  const imported = WebAssembly.Module.imports(await WebAssembly.compile(Uint8Array.from(module)));
  const used = new Set([...usedNames(script), ...imported.map(({ name }) => name)]);
  let at = 8;
  const number = (): number => {
    const byte = module.readUInt8(at);
    at += 1;
    return byte < 128 ? byte : byte - 128 + 128 * number();
  };
  const parts: Uint8Array[] = [module.subarray(0, at)];
  while (at < module.length) {
    const [from, id] = [at, module.readUInt8(at)];
    at += 1;
    const length = number();
    const end = at + length;
    const kept: Uint8Array[] = [];
    for (let left = id === EXPORTS ? number() : 0; left > 0; left -= 1) {
      const start = at;
      const size = number();
      const name = module.toString('utf8', at, at + size);
      at += size + 1;
      number();
      if (used.has(name)) kept.push(module.subarray(start, at));
    }
    const own = Buffer.concat([Uint8Array.from(wasmNumber(kept.length)), ...kept]);
    parts.push(
      ...(id === EXPORTS ? [Uint8Array.of(id, ...wasmNumber(own.length)), own] : [module.subarray(from, end)]),
    );
    at = end;
  }
  return Buffer.concat(parts);
}
