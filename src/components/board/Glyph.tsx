import type { SlimRow } from './slim.ts';

/** Shape and colour for who may run a judge; the words are for those who see neither. */
export function Glyph({ access }: { readonly access: NonNullable<SlimRow['access']> }) {
  return <i className={`glyph ${access}`} role="img" aria-label={access} />;
}
