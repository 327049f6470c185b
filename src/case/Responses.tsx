import { useMemo } from 'react';
import type { Case } from '../schema/shard.ts';
import { keyed } from '../ui/keyed.ts';
import { Text } from '../ui/Text.tsx';
import { visibleText } from '../ui/visible.ts';
import { compareWords, type TextStretch } from './compare-words.ts';
import type { CaseFacts } from './facts.ts';
import { LongText } from './LongText.tsx';
import {
  areDepicted,
  EMPTY_PROMPT,
  EMPTY_RESPONSE,
  lengthWords,
  NO_RESPONSE,
  type ShownText,
  shownPrompts,
  shownResponses,
} from './shown-texts.ts';
import type { CaseState } from './state.ts';

interface TextsProps {
  readonly items: readonly ShownText[];
  readonly marked: boolean;
  /** Shown in place of an empty text. */
  readonly nothing: string;
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

/** Shows texts side by side; of two, the words that only one has are marked. */
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
              <span className="spacer">{lengthWords(text)}</span>
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

/** Names the makers of responses that are pictures; the pictures themselves stand beside. */
function Depicted({ items }: { readonly items: readonly ShownText[] }) {
  return (
    <p className="pane pane-text">
      {items.map(({ key, name, by }, i) => (
        <span key={key}>
          {i === 0 ? '' : ' · '}
          {name}: <b>{by === '' ? 'a picture' : visibleText(by)}</b>
        </span>
      ))}{' '}
      <small>pictures</small>
    </p>
  );
}

/** Shows the responses; where a perturbation changes one, it stands there before and after. */
export function CaseResponses({ data, names, side, condition, marked }: SidesProps) {
  const items = useMemo(() => shownResponses(data, { side, condition }, names), [data, names, side, condition]);
  if (items.length === 0) return <p className="pane pane-text nothing">{NO_RESPONSE}</p>;
  if (areDepicted(data, items)) return <Depicted items={items} />;
  return <Texts items={items} marked={marked} nothing={EMPTY_RESPONSE} />;
}

/** Shows the prompt; where a perturbation changes it, before and after. */
export function CasePrompt({ data, side, condition, marked }: Omit<SidesProps, 'names'>) {
  const items = useMemo(() => shownPrompts(data, { side, condition }), [data, side, condition]);
  return <Texts items={items} marked={marked} nothing={EMPTY_PROMPT} />;
}
