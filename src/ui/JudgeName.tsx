import { keyed } from './keyed.ts';

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
