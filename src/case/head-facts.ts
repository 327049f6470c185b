import { wordsOfId } from '../cases/labels.ts';
import type { Case } from '../schema/shard.ts';
import { visibleText } from '../ui/visible.ts';
import { attributeLabel, type CaseFacts } from './facts.ts';

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
