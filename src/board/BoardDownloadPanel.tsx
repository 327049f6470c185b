import { useState } from 'react';
import { isLocalName } from '../client/local-release.ts';
import { CopyCode } from '../ui/CopyCode.tsx';
import type { BoardAsShown, BoardDownload } from './download-board.ts';

interface DownloadPanelProps {
  readonly asShown: BoardAsShown;
  readonly cite: string | null;
  readonly save: (file: BoardDownload) => Promise<string>;
}

const PLAIN: readonly (readonly [BoardDownload, string])[] = [
  ['wide', 'CSV'],
  ['long', 'CSV, one row per value'],
];
const ZIPPED: readonly (readonly [BoardDownload, string])[] = [
  ['zip-csv', 'Zipped CSV'],
  ['zip-json', 'Zipped JSON'],
];

/** Offers files of exactly what is shown, and code that reads it. The code that writes them is loaded on demand. */
export function BoardDownloadPanel({ asShown, cite, save }: DownloadPanelProps) {
  const [words, setWords] = useState('');
  const buttons = (files: typeof PLAIN) =>
    files.map(([file, label]) => (
      <button key={file} type="button" className="btn" onClick={async () => setWords(await save(file))}>
        {label}
      </button>
    ));
  return (
    <div className="downloads">
      <p>The rows, order and columns shown, with intervals, n and ranks.</p>
      <div className="set">{buttons(PLAIN)}</div>
      <p>With a note of release, filter, date and licence:</p>
      <div className="set">
        {buttons(ZIPPED)}
        {cite === null ? null : (
          <a className="btn" href={cite} download>
            BibTeX of the paper
          </a>
        )}
      </div>
      <output>{words}</output>
      {isLocalName(asShown.board.benchmark) ? null : (
        <CopyCode view={async () => (await import('./download-board.ts')).boardCode(asShown)} />
      )}
    </div>
  );
}
