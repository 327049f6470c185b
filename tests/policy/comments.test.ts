import { expect, test } from 'vitest';
import { read, source } from './tree.ts';

/** The comment that stands right before an exported function, and the function's name. */
const COMMENTED =
  /\/\*\*((?:(?!\*\/)[\s\S])*)\*\/\nexport (?:default )?(?:(?:async )?function\*? (\w+)|const (\w+) = (?:async )?(?:<[^>\n]*>)?\()/g;
const VERB = /^[A-Z][a-z]+s\b/;
/** Nouns that end like verbs, and words that are nouns where "of", "that" or the like follows. */
const NOUN =
  /^(?:Rows|Columns|Cells|Ids|Files|Folders|Labels|Levels|Lines|Masks|Parts|Panels|Values|Entries|Ends|Defects|Judgments|Raters|Signs)\b|^(?:Answers|Digests|Figures|Groups|Names|Numbers|Orders|Places|Points|Runs|Scores|Sums|Tests) (?:of|that|which|in|with|whose)\b/;

/** Functions whose comment does not begin with what they do: `Gives …`, `Says …`. */
function withoutVerb(text: string): string[] {
  return [...text.matchAll(COMMENTED)].flatMap(([, comment = '', declared, assigned]) => {
    const first = comment.replaceAll('*', ' ').trim();
    const isSaid = VERB.test(first) && !NOUN.test(first);
    return isSaid ? [] : [`${declared ?? assigned}: ${first.slice(0, 60)}`];
  });
}

test('a comment that names what a function gives, and not what it does, would be found', () => {
  const verb =
    '/** Gives the mean. */\nexport function mean() {}\n/**\n * Says that\n * it is far.\n */\nexport const far = (a) => a;\n';
  const nouns = [
    '/** The mean of values. */\nexport function mean() {}\n',
    '/** Null without one. */\nexport const far = async (a) => a;\n',
    '/** Rows that are judges. */\nexport const judges = <T>(a) => a;\n',
  ].join('');
  expect(withoutVerb(verb)).toEqual([]);
  expect(withoutVerb(nouns)).toEqual([
    'mean: The mean of values.',
    'far: Null without one.',
    'judges: Rows that are judges.',
  ]);
});

test('the comment of an exported function says what it does, in a sentence that begins with its verb', () => {
  const found = source
    .filter((file) => !file.endsWith('.astro'))
    .flatMap((file) => withoutVerb(read(file)).map((one) => `${file}: ${one}`));
  expect(found).toEqual([]);
});
