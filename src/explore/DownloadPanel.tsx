import { useEffect, useRef, useState } from 'react';
import { type FailureWords, failureOf, failureText } from '../client/failure.ts';
import { countOf } from '../ui/number-words.ts';
import type { CaseFileFormat } from './case-file.ts';
import type { CaseDownload } from './save-cases.ts';

interface DownloadPanelProps {
  readonly total: number;
  readonly download: () => Omit<CaseDownload, 'format' | 'texts' | 'signal' | 'onProgress'>;
  /** Whether the release holds prompts and reasons that can be saved, too. */
  readonly hasTexts: boolean;
}

type Progress =
  | { readonly state: 'ready' | 'cancelled' }
  | { readonly state: 'working'; readonly rows: number }
  | { readonly state: 'done'; readonly rows: number }
  | { readonly state: 'failed'; readonly why: string };

const FORMATS: readonly { readonly format: CaseFileFormat; readonly label: string }[] = [
  { format: 'csv', label: 'CSV' },
  { format: 'jsonl', label: 'JSON Lines' },
  { format: 'parquet', label: 'Parquet' },
  { format: 'arrow', label: 'Arrow' },
];

function words(progress: Progress): string {
  if (progress.state === 'working') return `${countOf(progress.rows, 'row')} written…`;
  if (progress.state === 'done') return `Saved ${countOf(progress.rows, 'row')}.`;
  if (progress.state === 'cancelled') return 'Cancelled; nothing was saved.';
  return progress.state === 'failed' ? `The file could not be made. ${progress.why}` : '';
}

/** An error that is no failure of the client layer is most often a script that did not come. */
const NOT_MADE: FailureWords = { what: 'A part of this page could not be loaded.', todo: 'Try again.' };

/** Files of exactly the cases shown. The code that writes them comes when it is wanted. */
export function DownloadPanel({ total, download, hasTexts }: DownloadPanelProps) {
  const [progress, setProgress] = useState<Progress>({ state: 'ready' });
  const [texts, setTexts] = useState(false);
  const running = useRef<AbortController | null>(null);
  useEffect(() => () => running.current?.abort(), []);
  const save = async (format: CaseFileFormat): Promise<void> => {
    const controller = new AbortController();
    running.current = controller;
    setProgress({ state: 'working', rows: 0 });
    try {
      const { saveCases } = await import('./save-cases.ts');
      const onProgress = (rows: number): void => setProgress({ state: 'working', rows });
      const rows = await saveCases({ ...download(), format, texts, signal: controller.signal, onProgress });
      setProgress({ state: 'done', rows });
    } catch (error) {
      if (controller.signal.aborted) setProgress({ state: 'cancelled' });
      else setProgress({ state: 'failed', why: failureText(failureOf(error, NOT_MADE)) });
    } finally {
      running.current = null;
    }
  };
  const isWorking = progress.state === 'working';
  return (
    <div className="downloads">
      <p>
        Exactly the {countOf(total, 'case')} shown, in their order, with what every judge got right and wrong, in a zip
        with a note of release, filter, date and licence.
      </p>
      {hasTexts ? (
        <label>
          <input type="checkbox" checked={texts} onChange={({ currentTarget }) => setTexts(currentTarget.checked)} />{' '}
          with prompts and reasons
        </label>
      ) : null}
      <div className="set">
        {FORMATS.map(({ format, label }) => (
          <button key={format} type="button" className="btn" disabled={isWorking} onClick={() => save(format)}>
            {label}
          </button>
        ))}
        {isWorking ? (
          <button type="button" className="btn" onClick={() => running.current?.abort()}>
            Cancel
          </button>
        ) : null}
      </div>
      {isWorking ? <progress value={progress.rows} max={Math.max(1, total)} aria-label="Rows written" /> : null}
      <output>{words(progress)}</output>
    </div>
  );
}
