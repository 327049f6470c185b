import { memo } from 'react';
import { signText, visiblePieces } from '../ui/visible.ts';

/** Text of unknown origin, as it is: nothing in it is markup, and what would be unseen or turn the rest around is shown by name. */
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
