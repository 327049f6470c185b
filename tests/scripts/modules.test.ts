import { expect, test } from 'vitest';
import { withModules } from '../../scripts/modules.ts';

const graph = new Map([
  ['_astro/Case.js', { imports: ['_astro/kit.js'], length: 90 }],
  ['_astro/kit.js', { imports: ['_astro/deep.js', '_astro/react.js'], length: 8000 }],
  ['_astro/deep.js', { imports: ['_astro/kit.js'], length: 500 }],
  ['_astro/client.js', { imports: ['_astro/react.js'], length: 1900 }],
  ['_astro/react.js', { imports: [], length: 190_000 }],
]);
const island = (client: string): string =>
  `<astro-island uid="x" component-url="/base/_astro/Case.js" renderer-url="/base/_astro/client.js" props="{&quot;a&quot;:&quot;>&quot;}" client="${client}">`;
const page = (client: string): string =>
  `<html><head><title>T</title></head><body>${island(client)}</astro-island></body></html>`;

test.each([
  ['load', ''],
  ['case', ' fetchpriority="low"'],
])('an island that comes alive at once has all its modules in the page’s head, each once (%s)', (client, urgency) => {
  const html = withModules(page(client), graph, '/base/');
  const link = new RegExp(`<link rel="modulepreload" href="([^"]+)"${urgency}>`, 'g');
  const links = [...html.matchAll(link)].map(([, url]) => url);
  expect(links.toSorted()).toEqual(['Case', 'client', 'deep', 'kit', 'react'].map((name) => `/base/_astro/${name}.js`));
  expect(html.indexOf('modulepreload')).toBeLessThan(html.indexOf('</head>'));
  expect(html).toContain(island(client));
});

test('one that waits names what would come in a third layer after what is long, and nothing is fetched before', () => {
  const html = withModules(page('interaction'), graph, '/base/');
  expect(html).not.toContain('modulepreload');
  expect(/ data-modules="([^"]*)"/.exec(html)?.[1]).toBe('/base/_astro/react.js /base/_astro/deep.js');
});

test('a page without islands stays as it is', () => {
  expect(withModules('<html><head></head></html>', graph, '/')).toBe('<html><head></head></html>');
});
