import { wordsOfId } from '../cases/labels.ts';
import type { Case } from '../schema/shard.ts';
import { visibleText } from '../ui/visible.ts';
import { attributeLabel, type CaseFacts } from './facts.ts';

const LONGEST = 140;

/** Writes the prompt as a heading: its first line, cut at a word; null where there is none to show. */
function firstLine(prompt: string): string | null {
  const line = visibleText(prompt.slice(0, LONGEST * 4))
    .split('\n')
    .map((text) => text.trim())
    .find((text) => text !== '');
  if (line === undefined) return null;
  if (line.length <= LONGEST) return line;
  const cut = line.slice(0, LONGEST);
  return `${cut.slice(0, Math.max(cut.lastIndexOf(' '), LONGEST / 2)).trimEnd()} …`;
}

/** Gives the heading of a case, and whether it holds the whole prompt. */
export function headingOf({ prompt, instance }: Pick<Case, 'prompt' | 'instance'>): {
  readonly text: string;
  readonly whole: boolean;
} {
  const text = firstLine(prompt);
  if (text === null) return { text: `Case ${instance}`, whole: prompt === '' };
  return { text, whole: text === prompt.trim() };
}

/** Attributes whose value tells nothing without their name. */
const NAMED: ReadonlySet<string> = new Set(['source', 'annotator', 'band']);
/** Facts that stand elsewhere on the page. */
const SAID_ELSEWHERE: ReadonlySet<string> = new Set(['protocol']);

/** Says what kind of case it is: its split, without a name, and its attributes. */
export function headFacts(data: Case, facts: CaseFacts): readonly { readonly name: string; readonly words: string }[] {
  const split = data.split === '' ? [] : [{ name: '', words: attributeLabel(facts, 'split', data.split) }];
  const attributes = Object.entries(data.attributes).filter(
    ([name, value]) => value !== '' && !SAID_ELSEWHERE.has(name),
  );
  return [
    ...split,
    ...attributes.map(([name, value]) => ({
      name,
      words: `${NAMED.has(name) ? `${wordsOfId(name)}: ` : ''}${visibleText(attributeLabel(facts, name, value))}`,
    })),
  ];
}
