import { describe, expect, test } from 'vitest';
import { slimWasm } from '../../scripts/slim-wasm.ts';

const [WORD, END, CALL, CONST, READ_GLOBAL] = [0x7f, 0x0b, 0x10, 0x41, 0x23];
const text = (name: string): number[] => [name.length, ...new TextEncoder().encode(name)];
const list = (...parts: readonly (readonly number[])[]): number[] => [parts.length, ...parts.flat()];
const section = (id: number, content: readonly number[]): number[] => [id, content.length, ...content];
const body = (...code: readonly number[]): number[] => [code.length + 2, 0, ...code, END];

/**
 * Imports `env.given`, and has the functions 1 `used` (3 + global 0 + function 2), 2 (5 + given()), 3 `other` (function 4), 4 (9), 5 (in the
 * table, 7) and 6 `trial` (a try block whose handler is outside, then function 2); each takes nothing and gives a word. Globals: 40 and
 * 50; the latter is exported as `address`.
 */
function sample(odd: readonly number[] = []): Uint8Array<ArrayBuffer> {
  const bodies = [
    body(CONST, 3, READ_GLOBAL, 0, 0x6a, CALL, 2, 0x6a),
    body(CONST, 5, CALL, 0, 0x6a),
    body(...odd, CALL, 4),
    body(CONST, 9),
    body(CONST, 7),
    body(0x06, WORD, 0x06, WORD, CALL, 2, 0x18, 0, 0x19, CONST, 1, END),
  ];
  return Uint8Array.from([
    ...[0x00, 0x61, 0x73, 0x6d, 1, 0, 0, 0],
    ...section(1, list([0x60, 0, 0], [0x60, 0, 1, WORD])),
    ...section(2, list([...text('env'), ...text('given'), 0, 1])),
    ...section(3, list(...bodies.map(() => [1]))),
    ...section(4, list([0x70, 0, 1])),
    ...section(6, list([WORD, 0, CONST, 40, END], [WORD, 0, CONST, 50, END])),
    ...section(
      7,
      list(
        [...text('used'), 0, 1],
        [...text('other'), 0, 3],
        [...text('table'), 1, 0],
        [...text('address'), 3, 1],
        [...text('trial'), 0, 6],
        [...text('given'), 0, 4],
      ),
    ),
    ...section(9, list([0, CONST, 0, END, 1, 5])),
    ...section(10, list(...bodies)),
  ]);
}

type Exports = Readonly<Record<string, () => number>> & { readonly table: WebAssembly.Table };

async function running(module: Uint8Array<ArrayBuffer>): Promise<Exports> {
  const { instance } = await WebAssembly.instantiate(module, { env: { given: () => 100 } });
  return instance.exports as unknown as Exports;
}

const count = (module: Uint8Array, part: readonly number[]): number => module.join().split(part.join()).length - 1;

describe('an engine without what is never used', () => {
  test('the exports that are used answer as before; the others are gone, but what the module imports by its name', async () => {
    const whole = await running(sample());
    const slim = await running(slimWasm(sample(), (name) => name === 'used' || name === 'table' || name === 'trial'));
    expect(Object.keys(whole)).toEqual(['used', 'other', 'table', 'address', 'trial', 'given']);
    expect(Object.keys(slim)).toEqual(['used', 'table', 'trial', 'given']);
    for (const own of [whole, slim]) {
      expect([own['used']?.(), own['trial']?.(), own['given']?.(), own.table.get(0)?.()]).toEqual([148, 105, 9, 7]);
    }
  });

  test('what nothing reaches has no body and no value any more; what calls, the table and globals reach has', () => {
    const slim = slimWasm(sample(), (name) => name === 'used');
    expect(slim.length).toBeLessThan(sample().length);
    // `other` and `trial` are gone; function 4 is exported under the name of an import.
    expect(count(slim, [3, 0, 0x00, END])).toBe(2);
    expect(count(slim, [WORD, 0, CONST, 0, END])).toBe(1);
    expect(count(slim, [WORD, 0, CONST, 40, END])).toBe(1);
    const kept = slimWasm(sample(), () => true);
    expect(kept).toEqual(sample());
  });

  test.each([
    ['a file of another kind', Uint8Array.from([1, 2, 3, 4, 5, 6, 7, 8]), /no WebAssembly module/],
    ['an instruction that is not known', sample([0xfe, 0x03, 0x00]), /instruction 0xfe is not known/],
    ['a module that ends early', sample().subarray(0, -3), /ends within a section/],
  ])('%s is refused', (_, module, message) => {
    expect(() => slimWasm(Uint8Array.from(module), () => true)).toThrow(message);
  });
});
