import { useState } from 'react';
import { Button } from './layout.tsx';

interface CopyCodeProps {
  /** What the code does: `Copy code that reads these rows`. */
  readonly says: string;
  /** By what each is for: `pandas`, `a frame (HTML)`. */
  readonly codes: readonly (readonly [wanted: string, code: () => Promise<string>])[];
}

/** The last code asked for; `copied` says whether the browser let it be put into the clipboard. */
type Made = { readonly wanted: string; readonly code: string; readonly copied: boolean } | 'failed' | null;

function wordsOf(made: Made): string {
  if (made === null) return '';
  if (made === 'failed') return 'The code could not be made: what it needs did not come. Try again.';
  return made.copied ? `Copied for ${made.wanted}.` : 'The browser does not let this page copy. Copy it from here.';
}

/** Offers code, and copies it. */
export function CopyCode({ says, codes }: CopyCodeProps) {
  const [made, setMade] = useState<Made>(null);
  const copy = async ([wanted, write]: CopyCodeProps['codes'][number]): Promise<void> => {
    try {
      const code = await write();
      const copied = await navigator.clipboard.writeText(code).then(
        () => true,
        () => false,
      );
      setMade({ wanted, code, copied });
    } catch {
      setMade('failed');
    }
  };
  return (
    <div className="copy-code">
      <p>{says}:</p>
      <div className="set">
        {codes.map((one) => (
          <Button key={one[0]} onClick={() => copy(one)}>
            {one[0]}
          </Button>
        ))}
      </div>
      <output className="block">{wordsOf(made)}</output>
      {made === null || made === 'failed' ? null : (
        <textarea className="field w-full" readOnly rows={6} aria-label={`Code for ${made.wanted}`} value={made.code} />
      )}
    </div>
  );
}
