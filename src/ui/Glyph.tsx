import type { z } from 'zod';
import type { Access } from '../schema/judge.ts';

/** Shows by shape and colour who may run a judge; the words are for those who see neither. */
export function Glyph({ access }: { readonly access: z.infer<typeof Access> }) {
  return <i className={`glyph ${access}`} role="img" aria-label={access} />;
}

/** Shows the same beside the word itself, for the eye alone. */
export function GlyphOfWord({ access }: { readonly access: z.infer<typeof Access> }) {
  return <i className={`glyph ${access}`} aria-hidden="true" />;
}
