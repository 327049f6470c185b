import { memo } from 'react';
import { signText, visiblePieces } from './visible.ts';

/**
 * Shows text of unknown origin as it is: nothing in it is markup, and characters that are not seen or turn the rest around are shown by
 * name.
 */
export const Text = memo(function Text({ text }: { readonly text: string }) {
  return visiblePieces(text).map((piece, i) =>
    piece.kind === 'text' ? (
      piece.text
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: the text does not change under its key
      <span key={i} className="unseen" title="A character that would not be seen">
        {signText(piece)}
      </span>
    ),
  );
});
