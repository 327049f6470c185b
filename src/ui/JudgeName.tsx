import type { z } from 'zod';
import type { Access } from '../schema/judge.ts';
import { ACCESS_WORDS } from '../schema/words.ts';
import { keyed } from './lists.ts';

/** Shows a judge's kind of access by shape and colour, with its name for screen readers. */
export function Glyph({ access }: { readonly access: z.infer<typeof Access> }) {
  return <i className={`glyph ${access}`} role="img" aria-label={ACCESS_WORDS[access]} />;
}

/** Shows the same beside the word itself, hidden from screen readers. */
export function GlyphOfWord({ access }: { readonly access: z.infer<typeof Access> }) {
  return <i className={`glyph ${access}`} aria-hidden="true" />;
}

/** A word of more letters is broken at its hyphens where there is no room for it. */
const WHOLE = 12;

/** Writes a judge's name where room is short: it is broken at its spaces alone, but within a very long word. `GPT-4o` stays whole. */
export function JudgeName({ name }: { readonly name: string }) {
  return keyed(name.split(/(?<=\s)/), String).map(({ key, item }) =>
    item.length > WHOLE || !item.includes('-') ? (
      item
    ) : (
      <span key={key} className="unbroken">
        {item}
      </span>
    ),
  );
}
