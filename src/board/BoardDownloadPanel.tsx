import { useState } from 'react';
import type { BoardAsShown } from './download-board.ts';

interface DownloadPanelProps {
  readonly asShown: BoardAsShown;
  readonly cite: string | null;
}

/** Files of exactly what is shown. The code that writes them comes when it is wanted. */
export function BoardDownloadPanel({ asShown, cite }: DownloadPanelProps) {
  const [state, setState] = useState<'ready' | 'working' | 'done' | 'failed'>('ready');
  const save = async (format: 'csv' | 'json') => {
    setState('working');
    try {
      const { downloadBoard } = await import('./download-board.ts');
      downloadBoard(asShown, format);
      setState('done');
    } catch {
      setState('failed');
    }
  };
  return (
    <div className="downloads">
      <p>Exactly the rows, order and columns shown, in a zip with a note of release, filter, date and licence.</p>
      <div className="set">
        <button type="button" className="btn" onClick={() => save('csv')}>
          CSV
        </button>
        <button type="button" className="btn" onClick={() => save('json')}>
          JSON
        </button>
        {cite === null ? null : (
          <a className="btn" href={cite} download>
            BibTeX of the paper
          </a>
        )}
      </div>
      <output>
        {state === 'working' ? 'Preparing the file…' : null}
        {state === 'done' ? 'Saved.' : null}
        {state === 'failed'
          ? 'The file could not be made: part of the site did not load. Check the connection and try again.'
          : null}
      </output>
    </div>
  );
}
