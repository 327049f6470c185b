import { globSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { inject } from 'vitest';
import { drawn } from '../drawn.ts';

/** A page of the built site: `/`, `/audit/`, … or `/404.html`. */
export interface BuiltPage {
  readonly path: string;
  readonly bytes: number;
  readonly kind: string;
}

const ALONE = ['methods', 'data', 'judge', 'sql', 'embed'];

function kindOf(path: string): string {
  const [first = '', second = '', third = ''] = path.split('/').slice(1);
  if (first === '') return 'home';
  if (first === 'audit') return second === '' ? 'audit' : 'check';
  if (ALONE.includes(first)) return first;
  if (second === 'audit') return 'audit of a benchmark';
  if (second === 'explore') return 'explorer';
  if (['about', 'figures', 'case'].includes(second)) return second;
  return ['judges', 'compare', 'submit', 'your-results', '404.html'].includes(first) || third !== ''
    ? 'other'
    : 'board';
}

/** All built pages, the smallest first. */
export function builtPages(): readonly BuiltPage[] {
  const { folder } = inject('site');
  return globSync('**/*.html', { cwd: folder })
    .map((file) => {
      const path = `/${file.replaceAll('\\', '/').replace(/(^|\/)index\.html$/, '$1')}`;
      return { path, bytes: statSync(join(folder, file)).size, kind: kindOf(path) };
    })
    .toSorted((a, b) => a.bytes - b.bytes);
}

/** What pages are alike in: what else is on a page of this kind depends on its benchmark (boards) or its protocol (figures). */
function likeness({ kind, path }: BuiltPage): string {
  const [, benchmark = '', , part = ''] = path.split('/');
  return [kind, kind === 'board' ? benchmark : kind === 'figures' ? part : kind === 'other' ? path : ''].join(' ');
}

/** In bytes. A page that is larger has more rows of what others have, too. */
const LARGE = drawn(300_000, 130_000);

/** Of pages that are alike the largest: the others are built of the same parts. */
export function someOfEachKind(
  pages: readonly BuiltPage[],
  alikeIn: (page: BuiltPage) => string = likeness,
): readonly BuiltPage[] {
  const alike = [...Map.groupBy(pages, alikeIn).values()];
  const some = new Set(alike.map((of) => of.findLast(({ bytes }) => bytes < LARGE) ?? of[0]));
  return pages.filter((page) => some.has(page));
}
