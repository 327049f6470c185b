import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { creditWords, TextCredit } from '../../src/explore/TextCredit.tsx';

const texts = {
  repository: 'https://example.org/them/bench',
  commit: 'a'.repeat(40),
  licence: 'MIT',
  attribution: 'Bench, by Them',
};
const shown = (present: boolean): string =>
  renderToStaticMarkup(<TextCredit benchmark="bench" texts={{ ...texts, present }} />);

test('texts of others stand with whose they are, the licence and the pinned source', () => {
  expect(shown(true)).toContain('Bench, by Them. MIT licence');
  expect(shown(true)).toContain(`href="https://example.org/them/bench/tree/${'a'.repeat(40)}"`);
  expect(shown(true)).not.toContain('fetch');
  expect(creditWords({ ...texts, present: true })).toBe(
    `Bench, by Them. MIT licence, https://example.org/them/bench at ${'a'.repeat(40)}`,
  );
});

test('a build without them says so, whose they are, and the command that brings them', () => {
  expect(shown(false)).toContain('not in this build');
  expect(shown(false)).toContain('Bench, by Them (MIT licence');
  expect(shown(false)).toContain('npm run judgeboard -- fetch bench');
});
