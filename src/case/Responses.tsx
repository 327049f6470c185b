import { useMemo } from 'react';
import { entryOf } from '../schema/entry.ts';
import { wordsOf } from '../schema/release-paths.ts';
import type { Case } from '../schema/shard.ts';
import { keyed } from '../ui/keyed.ts';
import { countOf, numberWords } from '../ui/number-words.ts';
import { Text } from '../ui/Text.tsx';
import { visibleText } from '../ui/visible.ts';
import { compareWords, type TextStretch } from './compare-words.ts';
import type { CaseFacts } from './facts.ts';
import { LongText } from './LongText.tsx';
import { responseName } from './parts.ts';
import { promptOf, responsesOf } from './sides.ts';
import type { CaseState } from './state.ts';

interface Item {
  readonly key: string;
  readonly name: string;
  /** Who wrote it; empty where not known or not said. */
  readonly by: string;
  readonly text: string;
}

interface TextsProps {
  readonly items: readonly Item[];
  readonly marked: boolean;
  /** What stands there if a text is empty. */
  readonly nothing: string;
}

/** Words of longer texts than this are not counted, because that would hold the page up. */
const MOST_COUNTED = 200_000;

function lengthOf(text: string): string {
  if (text.length > MOST_COUNTED) return `${numberWords(text.length)} characters`;
  return countOf(wordsOf(text).length, 'word');
}

function Stretches({ stretches }: { readonly stretches: readonly TextStretch[] }) {
  return (
    <div className="words" dir="auto">
      {keyed(stretches, ({ own }) => (own ? 'own' : 'shared')).map(({ key, item: { text, own } }) =>
        own ? (
          <mark key={key}>
            <Text text={text} />
          </mark>
        ) : (
          <Text key={key} text={text} />
        ),
      )}
    </div>
  );
}

/** Texts side by side; of two, the words that only one has are marked. */
function Texts({ items, marked, nothing }: TextsProps) {
  const [first, second] = items;
  const compared = useMemo(
    () => (marked && items.length === 2 && first && second ? compareWords(first.text, second.text) : null),
    [marked, items.length, first, second],
  );
  const sides = compared === null ? [] : [compared.first, compared.second];
  return (
    <div className={items.length > 1 ? 'two' : ''}>
      {items.map(({ key, name, by, text }, i) => {
        const stretches = sides[i];
        return (
          <section key={key} className="pane" aria-label={name}>
            <div className="pane-head">
              <h2>{name}</h2>
              <span className="by">{visibleText(by)}</span>
              <span className="spacer">{lengthOf(text)}</span>
            </div>
            <div className="pane-text">
              {stretches === undefined || text.trim() === '' ? (
                <LongText text={text} nothing={nothing} />
              ) : (
                <Stretches stretches={stretches} />
              )}
            </div>
          </section>
        );
      })}
    </div>
  );
}

interface SidesProps {
  readonly data: Case;
  /** Names of models by their ids, where known. */
  readonly names: CaseFacts['names'];
  readonly side: CaseState['side'];
  readonly condition: string | null;
  readonly marked: boolean;
}

/** Responses that are pictures: who made them; the pictures stand beside. */
function Depicted({ items }: { readonly items: readonly Item[] }) {
  return (
    <p className="pane pane-text">
      {items.map(({ key, name, by }, i) => (
        <span key={key}>
          {i === 0 ? '' : ' · '}
          {name}: <b>{by === '' ? 'a picture' : visibleText(by)}</b>
        </span>
      ))}{' '}
      <small>pictures, named at the side</small>
    </p>
  );
}

/** The responses; where a perturbation changes one, it stands there before and after. */
export function CaseResponses({ data, names, side, condition, marked }: SidesProps) {
  const items = useMemo(() => {
    const before = responsesOf(data, 'before', condition);
    const after = responsesOf(data, 'after', condition);
    const shown =
      side === 'after'
        ? after
        : side === 'before'
          ? before
          : [...before, ...after.filter((one) => !before.includes(one))];
    return shown.map(({ response, model, text, condition: own }): Item => {
      const when =
        before.length === after.length && before.every((one) => after.includes(one))
          ? ''
          : own === condition
            ? ', after'
            : ', before';
      return {
        key: `${response} ${own}`,
        name: `${responseName(response)}${when}`,
        by: entryOf(names, model) ?? model,
        text,
      };
    });
  }, [data, names, side, condition]);
  if (items.length === 0) return <p className="pane pane-text nothing">The release holds no response of this case.</p>;
  if (items.every(({ text }) => text === '') && data.media.length > 0) return <Depicted items={items} />;
  return <Texts items={items} marked={marked} nothing="The response is empty." />;
}

/** The prompt; where a perturbation changes it, before and after. */
export function CasePrompt({ data, side, condition, marked }: Omit<SidesProps, 'names'>) {
  const items = useMemo(() => {
    const [before, after] = [promptOf(data, 'before', condition), promptOf(data, 'after', condition)];
    if (before === after) return [{ key: 'prompt', name: 'Prompt', by: '', text: before }];
    const both = [
      { key: 'before', name: 'Prompt before', by: '', text: before },
      { key: 'after', name: 'Prompt after', by: '', text: after },
    ];
    return both.filter(({ key }) => side === 'both' || key === side);
  }, [data, side, condition]);
  return <Texts items={items} marked={marked} nothing="The prompt is empty." />;
}
