import type { Case } from '../schema/shard.ts';
import { visibleText } from '../ui/visible.ts';

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
