import { useState } from 'react';
import { CODE_LANGUAGES, type CodedTable, type CodeLanguage, tableCode } from '../client/table-code.ts';
import { Button } from './layout.tsx';

interface CopyCodeProps {
  readonly view: () => Promise<CodedTable>;
}

/** The last code asked for; `copied` says whether the browser let it be put into the clipboard. */
type Made = { readonly language: CodeLanguage; readonly code: string; readonly copied: boolean } | 'failed' | null;

function wordsOf(made: Made): string {
  if (made === null) return '';
  if (made === 'failed') return 'The code could not be made: the list of files did not come. Try again.';
  return made.copied ? `Copied for ${made.language}.` : 'The browser does not let this page copy. Copy it from here.';
}

/** Shows code for the present view, and copies it. */
export function CopyCode({ view }: CopyCodeProps) {
  const [made, setMade] = useState<Made>(null);
  const copy = async (language: CodeLanguage): Promise<void> => {
    try {
      const code = tableCode(await view(), language);
      const copied = await navigator.clipboard.writeText(code).then(
        () => true,
        () => false,
      );
      setMade({ language, code, copied });
    } catch {
      setMade('failed');
    }
  };
  return (
    <div className="copy-code">
      <p>Copy code that reads these rows from this site:</p>
      <div className="set">
        {CODE_LANGUAGES.map((language) => (
          <Button key={language} onClick={() => copy(language)}>
            {language}
          </Button>
        ))}
      </div>
      <output>{wordsOf(made)}</output>
      {made === null || made === 'failed' ? null : (
        <textarea className="field" readOnly rows={6} aria-label={`Code for ${made.language}`} value={made.code} />
      )}
    </div>
  );
}
