import { globSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { inject } from 'vitest';

/** A page of the built site: `/`, `/audit/`, … or `/404.html`. */
export interface BuiltPage {
  readonly path: string;
  readonly bytes: number;
  readonly kind: string;
}

const ALONE = ['methods', 'data', 'judge'];

function kindOf(path: string): string {
  const [first = '', second = '', third = ''] = path.split('/').slice(1);
  if (first === '') return 'home';
  if (first === 'audit') return second === '' ? 'audit' : 'check';
  if (ALONE.includes(first)) return first;
  if (second === 'audit') return 'audit of a benchmark';
  if (second === 'explore') return 'explorer';
  if (['about', 'figures', 'case'].includes(second)) return second;
  return ['judges', 'compare', 'your-results', '404.html'].includes(first) || third !== '' ? 'other' : 'board';
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

/** Of the pages of each kind that a benchmark (or the site) has the largest: the others of that kind are built of the same parts. */
export function someOfEachKind(pages: readonly BuiltPage[]): readonly BuiltPage[] {
  const groups = Map.groupBy(pages, ({ kind, path }) => `${kind} ${kind === 'other' ? path : path.split('/')[1]}`);
  const some = new Set([...groups.values()].flatMap((alike) => alike.slice(-1)));
  return pages.filter((page) => some.has(page));
}
