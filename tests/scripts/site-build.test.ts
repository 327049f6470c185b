import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { withCaseAskedFirst, withModules, withOwnHashes } from '../../scripts/site-build.ts';

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

test('an island that comes alive at once has all its modules in the page’s head, each once', () => {
  const html = withModules(page('load'), graph, '/base/');
  const links = [...html.matchAll(/<link rel="modulepreload" href="([^"]+)">/g)].map(([, url]) => url);
  expect(links.toSorted()).toEqual(['Case', 'client', 'deep', 'kit', 'react'].map((name) => `/base/_astro/${name}.js`));
  expect(html.indexOf('modulepreload')).toBeLessThan(html.indexOf('</head>'));
  expect(html).toContain(island('load'));
});

test.each(['interaction', 'case'])(
  'one that waits names all that it imports, the longest first, and nothing is fetched before (%s)',
  (client) => {
    const html = withModules(page(client), graph, '/base/');
    expect(html).not.toContain('modulepreload');
    expect(/ data-modules="([^"]*)"/.exec(html)?.[1]).toBe(
      '/base/_astro/react.js /base/_astro/kit.js /base/_astro/deep.js',
    );
  },
);

test('the script that asks for a case is the first to run', () => {
  const asking = '<script>(()=>{self.Astro.case=1;dispatchEvent(new Event("astro:case"))})();</script>';
  const other = '<script>let a="<b>"</script>';
  const sheets = '<link rel="stylesheet" href="/a.css"><link rel="stylesheet" href="/b.css">';
  const built = (before: string, after: string): string =>
    `<html><head><script>theme</script>${before}${sheets}</head><body>${other}${after}</body></html>`;
  expect(withCaseAskedFirst(built('', asking))).toBe(built(asking, ''));
  expect(withCaseAskedFirst(built('', other))).toBe(built('', other));
});

test('a page without islands stays as it is', () => {
  expect(withModules('<html><head></head></html>', graph, '/')).toBe('<html><head></head></html>');
});

const hash = (text: string): string => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
const pageWith = (script: string, style: string, body: string): string =>
  `<head><meta http-equiv="content-security-policy" content="default-src 'self'; script-src 'self' ${script}; style-src-elem 'self' ${style};"></head>${body}`;

test('the policy of a page keeps the hashes of what stands inline in it, whatever its attributes, and loses all others', () => {
  const body = `<script>a("<b>")</script><script type="module">let “b” = 1;\n</script><style>p{}</style><script src="/a.js"></script>`;
  const own = [hash('a("<b>")'), hash('let “b” = 1;\n')];
  const given = pageWith([hash('other'), own[0], hash(''), own[1]].join(' '), `${hash('p{}')} ${hash('q{}')}`, body);
  expect(withOwnHashes(given)).toBe(pageWith(own.join(' '), `${hash('p{}')} `, body));
});

test('a page without a policy, or with nothing inline, is not broken', () => {
  expect(withOwnHashes('<p>sha256</p>')).toBe('<p>sha256</p>');
  expect(withOwnHashes(pageWith(hash('x'), hash('y'), ''))).not.toContain('sha256');
});
