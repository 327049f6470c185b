import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { withOwnHashes } from '../../scripts/own-hashes.ts';

const hash = (text: string): string => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
const page = (script: string, style: string, body: string): string =>
  `<head><meta http-equiv="content-security-policy" content="default-src 'self'; script-src 'self' ${script}; style-src-elem 'self' ${style};"></head>${body}`;

test('the policy of a page keeps the hashes of what stands inline in it, whatever its attributes, and loses all others', () => {
  const body = `<script>a("<b>")</script><script type="module">let “b” = 1;\n</script><style>p{}</style><script src="/a.js"></script>`;
  const own = [hash('a("<b>")'), hash('let “b” = 1;\n')];
  const given = page([hash('other'), own[0], hash(''), own[1]].join(' '), `${hash('p{}')} ${hash('q{}')}`, body);
  expect(withOwnHashes(given)).toBe(page(own.join(' '), `${hash('p{}')} `, body));
});

test('a page without a policy, or with nothing inline, is not broken', () => {
  expect(withOwnHashes('<p>sha256</p>')).toBe('<p>sha256</p>');
  expect(withOwnHashes(page(hash('x'), hash('y'), ''))).not.toContain('sha256');
});
