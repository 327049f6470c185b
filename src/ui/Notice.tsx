import { useState } from 'react';
import type { Ignored } from './field.ts';

function sentence({ name, kind, pieces }: Ignored): string {
  if (kind === 'unknown') return `“${name}” is no setting of this page`;
  const list = pieces.map((piece) => `“${piece}”`).join(', ');
  return kind === 'broken'
    ? `${name}: ${list} is not known here`
    : `${name} is given more than once; ${list} was left out`;
}

interface NoticeProps {
  readonly ignored: readonly Ignored[];
  /** Takes what was ignored out of the address. */
  readonly onClean: () => void;
}

/** Names every part of the address that was ignored. It floats, so that the table does not move. */
export function Notice({ ignored, onClean }: NoticeProps) {
  const [seen, setSeen] = useState(false);
  const clean = () => {
    onClean();
    setSeen(true);
  };
  if (seen || ignored.length === 0) return null;
  return (
    <div className="toast" role="alert">
      <p>Part of the address was ignored. {ignored.map(sentence).join('; ')}.</p>
      <button type="button" className="btn" onClick={clean}>
        Clean the address
      </button>
      <button type="button" className="btn quiet" onClick={() => setSeen(true)}>
        Close
      </button>
    </div>
  );
}
