import type { z } from 'zod';
import type { Access } from '../schema/judge.ts';
import { ACCESS_WORDS } from '../schema/words.ts';

/** Shows a judge's kind of access by shape and colour, with its name for screen readers. */
export function Glyph({ access }: { readonly access: z.infer<typeof Access> }) {
  return <i className={`glyph ${access}`} role="img" aria-label={ACCESS_WORDS[access]} />;
}

/** Shows the same beside the word itself, hidden from screen readers. */
export function GlyphOfWord({ access }: { readonly access: z.infer<typeof Access> }) {
  return <i className={`glyph ${access}`} aria-hidden="true" />;
}
