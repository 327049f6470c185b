import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, inject, test } from 'vitest';

const { folder } = inject('site');
const textOf = (file: string): string => readFileSync(join(folder, file), 'utf8');

test('the audit of a benchmark with printed cells begins with its cells by status, before any list of them', () => {
  const audits = globSync('*/audit/index.html', { cwd: folder }).map((file) => ({ file, html: textOf(file) }));
  const printed = audits.filter(({ html }) => html.includes('id="doubt"') || html.includes('id="doubt-'));
  expect(printed.length).toBeGreaterThan(2);
  for (const { file, html } of printed) {
    const picture = html.indexOf('class="status-bars"');
    expect(picture, file).toBeGreaterThan(0);
    expect(picture, file).toBeLessThan(html.indexOf('class="chapter"'));
  }
});

test('ready pairs say what their two marks mean', () => {
  const html = textOf('compare/index.html');
  const pairs = html.slice(html.indexOf('class="ready-pairs'));
  expect(pairs).toContain('mark-square');
  expect(pairs).toContain('significant at 5 %');
  expect(pairs).toContain('mark-hollow');
  expect(pairs).toContain('perhaps by chance, or not tested');
});
