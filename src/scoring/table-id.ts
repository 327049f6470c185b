import { hash32 } from '../schema/release-paths.ts';
import type { BoardPlan } from './computed-columns.ts';

/**
 * Gives the id of a board, which stands in addresses and names of files: a split's name is kept where it can, else a hash tells it from others.
 * Capitals get a hash as well, because many disks take `C` and `c` for one name.
 */
export function tableId({ protocol, split }: Pick<BoardPlan, 'protocol' | 'split'>): string {
  if (split === null || split === '') return protocol;
  if (/^[a-z0-9_-]{1,60}$/.test(split)) return `${protocol}-${split}`;
  const readable =
    split
      .match(/[\w-]+/g)
      ?.join('-')
      .slice(0, 40) ?? 'split';
  return `${protocol}-${readable}-${hash32(split).toString(16).padStart(8, '0')}`;
}
