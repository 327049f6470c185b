import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { SqlResult } from '../../src/prove/SqlResult.tsx';

test('a statement that gives no rows says so: no table, no chart and no file, which would be empty', () => {
  const html = renderToStaticMarkup(<SqlResult answer={{ rows: [], isCut: false }} on="made" note="" />);
  expect(html).toMatch(/<p role="status">0 rows\.\s*<\/p>/);
  expect(html).not.toMatch(/<table|<button|<svg/);
});
