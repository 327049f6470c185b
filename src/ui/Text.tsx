import { memo } from 'react';
import { keyed } from './lists.ts';
import { signText, visiblePieces } from './visible.ts';

/** Shows text of unknown origin as it is: nothing in it is markup, and invisible or direction-changing characters are shown by name. */
export const Text = memo(function Text({ text }: { readonly text: string }) {
  return keyed(visiblePieces(text), ({ kind }) => kind).map(({ key, item: piece }) =>
    piece.kind === 'text' ? (
      piece.text
    ) : (
      <span key={key} className="unseen" title="A character that would not be seen">
        {signText(piece)}
      </span>
    ),
  );
});

/** Shows the pieces of a text of unknown origin, those that were searched for marked. */
export function MarkedPieces({
  pieces,
}: {
  readonly pieces: readonly { readonly text: string; readonly isFound: boolean }[];
}) {
  return keyed(pieces, ({ isFound }) => String(isFound)).map(({ key, item: { text, isFound } }) =>
    isFound ? (
      <mark key={key}>
        <Text text={text} />
      </mark>
    ) : (
      <Text key={key} text={text} />
    ),
  );
}
