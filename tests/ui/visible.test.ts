import { describe, expect, test, vi } from 'vitest';
import { headingOf } from '../../src/case/parts.ts';
import { CHUNK, chunksOf } from '../../src/case/sides.ts';
import { visiblePieces, visibleText, whiteSpaceOnly } from '../../src/ui/visible.ts';

const labels = (text: string): string[] =>
  visiblePieces(text).flatMap((piece) => (piece.kind === 'sign' ? [`${piece.label}:${piece.count}`] : []));

describe('what would not be seen', () => {
  test('is named, and nothing of it is left in the text', () => {
    const text = 'a\u202eb\u0000c\u001b[1;31md\u001b]0;title\u0007e\ud800f\u2066g\u{e0041}h\u200bi';
    expect(labels(text)).toEqual([
      'RLO:1',
      'NUL:1',
      'ESC[1;31m:1',
      'ESC]0;title:1',
      'U+D800:1',
      'LRI:1',
      'U+E0041:1',
      'ZWSP:1',
    ]);
    expect(visibleText(text)).not.toMatch(/(?![\n\t])[\p{Cc}\p{Cf}\p{Cs}]/u);
  });

  test('keeps what writing needs: tabs, breaks, joiners in emoji and Persian, soft hyphens', () => {
    const text = 'a\tb\nc 👩‍🚀 می‌خواهم co\u00adop';
    expect(visiblePieces(text)).toEqual([{ kind: 'text', text }]);
  });

  test('any line ending is a break', () => {
    expect(visibleText('a\r\nb\rc')).toBe('a\nb\nc');
  });

  test('many in a row become one, with their number', () => {
    expect(labels('\u200b'.repeat(300))).toEqual(['ZWSP:300']);
    expect(labels('\u202a\u202c'.repeat(50))).toEqual(['control characters:100']);
  });

  test('an unfinished terminal sequence hides nothing', () => {
    expect(visibleText('\u001b]8;;all of this stays')).toBe('‹ESC›]8;;all of this stays');
  });

  test('a chunk of nothing but unfinished sequences stays whole', () => {
    for (const piece of ['\u001b]', '\u001b[1']) {
      const count = Math.floor(CHUNK / piece.length);
      expect(visibleText(piece.repeat(count))).toBe(piece.replace('\u001b', '‹ESC›').repeat(count));
    }
  });
});

test('a text without anything to see is told from none', () => {
  expect(whiteSpaceOnly('')).toBe('');
  expect(whiteSpaceOnly(' \n ')).toBe('2 spaces and 1 line break');
  expect(whiteSpaceOnly(' . ')).toBeNull();
});

describe('pieces of a long text', () => {
  test('are the text, cut after breaks or spaces', () => {
    const text = Array.from({ length: 20_000 }, (_, i) => `word${i}`).join(' ');
    const chunks = chunksOf(text);
    expect(chunks.length).toBeGreaterThan(5);
    expect(chunks.join('')).toBe(text);
    expect(chunks.slice(0, -1).every((chunk) => chunk.endsWith(' ') && chunk.length <= CHUNK)).toBe(true);
  });

  test('without a blank take steps that grow with the length: characters looked through are counted', () => {
    const lastIndexOf = String.prototype.lastIndexOf;
    let looked = 0;
    const spy = vi.spyOn(String.prototype, 'lastIndexOf').mockImplementation(function (this: string, mark, from) {
      const at = lastIndexOf.call(this, mark, from);
      looked += Math.min(from ?? this.length, this.length) - Math.max(at, 0);
      return at;
    });
    const stepsOf = (length: number): number => {
      looked = 0;
      chunksOf('0123456789'.repeat(length / 10));
      return looked;
    };
    try {
      const [one, five] = [stepsOf(1_000_000), stepsOf(5_000_000)];
      expect(one).toBeLessThan(1_000_000);
      expect(five / one).toBeCloseTo(5, 0);
    } finally {
      spy.mockRestore();
    }
  });

  test('never cut a character in two, and end', () => {
    const text = `x${'😀'.repeat(CHUNK)}`;
    const chunks = chunksOf(text);
    expect(chunks.join('')).toBe(text);
    expect(chunks.every((chunk) => !/\p{Cs}/u.test(chunk))).toBe(true);
    expect(chunksOf('')).toEqual([]);
  });
});

describe('the heading', () => {
  const heading = (prompt: string) => headingOf({ prompt, instance: 'case-7' });
  test('is the prompt where it is short', () => {
    expect(heading('How many?')).toEqual({ text: 'How many?', rest: '' });
  });
  test('is its first line, cut at a word, where it is long', () => {
    const prompt = `${'long '.repeat(100)}\nmore`;
    const { text, rest } = heading(prompt);
    expect(text.length).toBeLessThan(290);
    expect(text).toMatch(/long …$/);
    expect(rest).toMatch(/^… long .*\nmore$/);
    expect(heading('One.\nTwo.')).toEqual({ text: 'One.', rest: 'Two.' });
    expect(heading(`${'x'.repeat(139)}😀${'y'.repeat(300)}`).text).not.toMatch(/\p{Cs}|U\+D8/u);
  });
  test('is the id where there is no prompt', () => {
    expect(heading('')).toEqual({ text: 'Case case-7', rest: '' });
    expect(heading(' \n')).toEqual({ text: 'Case case-7', rest: ' \n' });
  });
});
