import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { LIMITS, type Source, textSource } from '../../src/records/bytes.ts';
import { parseJson } from '../../src/records/json.ts';
import { formatProblem } from '../../src/schema/problem.ts';
import { collect, collectRows, toldCases } from './collect.ts';

const row = (instance: string, more = ''): string => `{"instance":"${instance}","parse":"ok","verdict":"a"${more}}`;

/** The same bytes, in chunks of a given size: line ends and characters fall anywhere. */
function chunked(source: Source, size: number): Source {
  return {
    ...source,
    stream: () =>
      source.stream().pipeThrough(
        new TransformStream<Uint8Array, Uint8Array>({
          transform(chunk, controller) {
            for (let i = 0; i < chunk.byteLength; i += size) controller.enqueue(chunk.slice(i, i + size));
          },
        }),
      ),
  };
}

describe('lines', () => {
  test('byte order mark, CRLF and blank lines keep exact numbers', async () => {
    const text = `\uFEFF${row('1')}\r\n\r\n   \r\n${row('ü')}\r\n\r\n${row('3')}`;
    for (const size of [1, 2, 3, 7, 1000]) {
      const { records, lines, problems, count } = await collect(
        'judgments',
        chunked(textSource('x.jsonl', text), size),
      );
      expect(records.map((r) => r.instance)).toEqual(['1', 'ü', '3']);
      expect(lines).toEqual([1, 4, 6]);
      expect(problems).toEqual([]);
      expect(count).toEqual({ file: 'x.jsonl', read: 3, accepted: 3, rejected: 0 });
    }
  });

  test('a last line that is cut off says so; a complete one without a line end is read', async () => {
    const cut = await collect('judgments', textSource('x.jsonl', `${row('1')}\n{"instance":"2","par`));
    expect(cut.problems).toMatchObject([{ line: 2, message: 'the last line is cut off' }]);
    expect(cut.count).toMatchObject({ read: 2, accepted: 1, rejected: 1 });
    expect((await collect('judgments', textSource('x.jsonl', row('1')))).records).toHaveLength(1);
  });

  test('invalid UTF-8 loses its line only', async () => {
    const bytes = new Uint8Array([
      ...new TextEncoder().encode(`${row('1')}\n{"instance":"`),
      0xff,
      0xfe,
      ...new TextEncoder().encode(`"}\n${row('ä')}\n`),
    ]);
    const { records, lines, problems, count } = await collect('judgments', textSource('x.jsonl', bytes));
    expect(records.map((r) => r.instance)).toEqual(['1', 'ä']);
    expect(lines).toEqual([1, 3]);
    expect(problems).toMatchObject([{ file: 'x.jsonl', line: 2, hint: 'save the file as UTF-8' }]);
    expect(count).toMatchObject({ read: 3, rejected: 1 });
  });

  test('a line above the limit is left out, wherever chunks end, and reading goes on', async () => {
    const text = `${row('1')}\n${row('2', `,"rationale":"${'x'.repeat(500)}"`)}\n\n${row('4')}\n`;
    for (const size of [10, 64, 10_000]) {
      const limits = { ...LIMITS, line: 200 };
      const { lines, problems, count } = await collect('judgments', chunked(textSource('x.jsonl', text), size), {
        limits,
      });
      expect(lines).toEqual([1, 4]);
      expect(problems).toMatchObject([{ line: 2, expected: 'at most 200 bytes' }]);
      expect(count).toMatchObject({ read: 3, accepted: 2, rejected: 1 });
    }
  });

  test('a rationale of 5 MB is read', async () => {
    const text = `${row('1', `,"rationale":"${'é'.repeat(2.5 * 2 ** 20)}"`)}\n${row('2')}\n`;
    const { records, problems } = await collect('judgments', textSource('x.jsonl', text));
    expect(records.map((r) => r.rationale.length)).toEqual([2.5 * 2 ** 20, 0]);
    expect(problems).toEqual([]);
  });
});

describe('JSON that JSON.parse hides or refuses', () => {
  const DEEP = `{"instance":"1","parse":"ok","raw":${'['.repeat(50_000)}${']'.repeat(50_000)}}`;
  const deep = { text: DEEP, says: [expect.stringContaining('nested')] };
  test.each([...toldCases('jsonl'), ['deep nesting', deep] as const])('%s', async (_, { text, says }) => {
    const { records, problems, count } = await collect('judgments', textSource('x.jsonl', `\n${text}\n`));
    expect(records).toEqual([]);
    expect(problems.map(formatProblem)).toEqual(says);
    expect(count).toMatchObject({ read: 1, accepted: 0, rejected: 1 });
  });

  test('bare numbers stand in the value where the text has them, and nothing else changes', () => {
    const text = '{"a.b":[1,{"y":-Infinity,"NaN":"NaN"}],"__proto__":{"z":NaN},"n":Infinity}';
    const { value, error } = parseJson(text);
    expect(error).toBe(null);
    expect(value).toMatchObject({
      'a.b': [1, { y: Number.NEGATIVE_INFINITY, NaN: 'NaN' }],
      n: Number.POSITIVE_INFINITY,
    });
    expect(Object.getOwnPropertyDescriptor(value, '__proto__')?.value).toEqual({ z: Number.NaN });
    expect(parseJson('NaN').value).toBeNaN();
    expect(parseJson('[NaN,]').error).not.toBe(null);
  });

  test('colons, quotes and NaN inside text are no trap', async () => {
    const text = JSON.stringify({ instance: '1', parse: 'ok', rationale: 'a: "b\\": NaN, {"score":1,"score":2} \\' });
    expect((await collect('judgments', textSource('x.jsonl', text))).records).toHaveLength(1);
  });
});

describe('gzip', () => {
  const text = Array.from({ length: 5000 }, (_, i) => row(String(i))).join('\n');
  const zipped = new Uint8Array(gzipSync(text));

  test('is known by its bytes, not by its name', async () => {
    expect((await collectRows(textSource('x.jsonl', zipped))).rows).toHaveLength(5000);
    expect((await collectRows(textSource('x.jsonl.gz', text))).rows).toHaveLength(5000);
  });

  test('a truncated archive gives what is sound and one problem for the file', async () => {
    const { records, problems } = await collect(
      'judgments',
      textSource('x.jsonl.gz', zipped.slice(0, zipped.length - 100)),
    );
    expect(records.length).toBeGreaterThan(0);
    expect(records.length).toBeLessThan(5000);
    expect(problems).toMatchObject([{ file: 'x.jsonl.gz', hint: expect.stringContaining('gzip -t') }]);
  });

  test('an exploding archive is stopped', async () => {
    const bomb = new Uint8Array(gzipSync(Buffer.alloc(20 * 2 ** 20, 10), { level: 9 }));
    const limits = { ...LIMITS, ratioFrom: 2 ** 20 };
    const { problems } = await collect('judgments', textSource('x.jsonl.gz', bomb), { limits });
    expect(problems).toMatchObject([{ message: expect.stringContaining('inflates') }]);
    const small = await collect('judgments', textSource('x.jsonl.gz', zipped), {
      limits: { ...LIMITS, inflated: 1000 },
    });
    expect(small.problems).toMatchObject([{ expected: expect.stringContaining('1000 bytes') }]);
  });
});
