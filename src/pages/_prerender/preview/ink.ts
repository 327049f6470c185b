import { readFileSync } from 'node:fs';
import path from 'node:path';

const TOKENS = path.join(process.cwd(), 'src/ui/tokens.css');

/** Reads the light colours of the pages by the names of their tokens: `rule-strong` → `#c9c4b9`. */
function lightColours(css: string): ReadonlyMap<string, string> {
  return new Map(
    [...css.matchAll(/--([\w-]+): light-dark\((#[\da-f]{6}),/g)].map(([, name = '', colour = '']) => [name, colour]),
  );
}

const COLOURS = lightColours(readFileSync(TOKENS, 'utf8'));

/** Gives a colour of the pages in the light theme. Throws where no token has the name. */
export function ink(name: string): string {
  const colour = COLOURS.get(name);
  if (colour === undefined) throw new Error(`src/ui/tokens.css has no colour --${name}.`);
  return colour;
}
