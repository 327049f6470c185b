import { useEffect, useRef, useState } from 'react';
import { type FailureWords, failureOf, failureText } from '../client/failure.ts';
import type { CodedTable } from '../client/table-code.ts';
import { CopyCode } from '../ui/CopyCode.tsx';
import { countOf } from '../ui/number-words.ts';
import type { CaseFileFormat } from './case-file.ts';
import type { CaseDownload } from './save-cases.ts';

interface DownloadPanelProps {
  readonly total: number;
  readonly download: () => Omit<CaseDownload, 'format' | 'zipped' | 'form' | 'texts' | 'signal' | 'onProgress'>;
  /** Null where no file of the release holds these cases. */
  readonly code: (() => Promise<CodedTable>) | null;
  /** Whether the release holds prompts and reasons that can be saved, too. */
  readonly hasTexts: boolean;
}

type SavingProgress =
  | { readonly state: 'ready' | 'cancelled' }
  | { readonly state: 'working'; readonly rows: number }
  | { readonly state: 'done'; readonly rows: number }
  | { readonly state: 'failed'; readonly why: string };

interface Wanted {
  readonly format: CaseFileFormat;
  readonly zipped: boolean;
  readonly label: string;
}

const PLAIN: Wanted = { format: 'csv', zipped: false, label: 'CSV' };
const ZIPPED: readonly Wanted[] = [
  { format: 'csv', zipped: true, label: 'Zipped CSV' },
  { format: 'jsonl', zipped: true, label: 'JSON Lines' },
  { format: 'parquet', zipped: true, label: 'Parquet' },
  { format: 'arrow', zipped: true, label: 'Arrow' },
];

function words(progress: SavingProgress): string {
  if (progress.state === 'working') return `${countOf(progress.rows, 'row')} written…`;
  if (progress.state === 'done') return `Saved ${countOf(progress.rows, 'row')}.`;
  if (progress.state === 'cancelled') return 'Cancelled; nothing was saved.';
  return progress.state === 'failed' ? `The file could not be made. ${progress.why}` : '';
}

/** An error that is no failure of the client layer is most often a script that did not come. */
const NOT_MADE: FailureWords = {
  what: 'A part of this page could not be loaded.',
  todo: 'Reload the page, and ask again.',
};

/** Saves files, one at a time; the code that writes them comes when it is wanted. */
function useSaving(download: DownloadPanelProps['download']) {
  const [progress, setProgress] = useState<SavingProgress>({ state: 'ready' });
  const running = useRef<AbortController | null>(null);
  useEffect(() => () => running.current?.abort(), []);
  const save = async (options: Pick<CaseDownload, 'format' | 'zipped' | 'form' | 'texts'>): Promise<void> => {
    const controller = new AbortController();
    running.current = controller;
    setProgress({ state: 'working', rows: 0 });
    try {
      const { saveCases } = await import('./save-cases.ts');
      const onProgress = (rows: number): void => setProgress({ state: 'working', rows });
      const rows = await saveCases({ ...download(), ...options, signal: controller.signal, onProgress });
      setProgress({ state: 'done', rows });
    } catch (error) {
      if (controller.signal.aborted) setProgress({ state: 'cancelled' });
      else setProgress({ state: 'failed', why: failureText(failureOf(error, NOT_MADE)) });
    } finally {
      running.current = null;
    }
  };
  return { progress, save, cancel: () => running.current?.abort() };
}

/** Offers files of exactly the cases shown, and code that reads them. */
export function DownloadPanel({ total, download, code, hasTexts }: DownloadPanelProps) {
  const { progress, save, cancel } = useSaving(download);
  const [texts, setTexts] = useState(false);
  const [long, setLong] = useState(false);
  const isWorking = progress.state === 'working';
  const button = ({ format, zipped, label }: Wanted) => (
    <button
      key={label}
      type="button"
      className="btn"
      disabled={isWorking}
      onClick={() => save({ format, zipped, form: long ? 'long' : 'wide', texts })}
    >
      {label}
    </button>
  );
  return (
    <div className="downloads">
      <p>Exactly the {countOf(total, 'case')} shown, in their order.</p>
      <label>
        <input type="checkbox" checked={long} onChange={({ currentTarget }) => setLong(currentTarget.checked)} /> one
        row an answer: verdict, label, score and points per case, judge and criterion
      </label>
      {hasTexts ? (
        <label>
          <input type="checkbox" checked={texts} onChange={({ currentTarget }) => setTexts(currentTarget.checked)} />{' '}
          with prompts and reasons
        </label>
      ) : null}
      <div className="set">{button(PLAIN)}</div>
      <p>In a zip with a note of release, filter, date and licence:</p>
      <div className="set">
        {ZIPPED.map(button)}
        {isWorking ? (
          <button type="button" className="btn" onClick={cancel}>
            Cancel
          </button>
        ) : null}
      </div>
      {isWorking ? <progress value={progress.rows} max={Math.max(1, total)} aria-label="Rows written" /> : null}
      <output>{words(progress)}</output>
      {code === null ? null : <CopyCode view={code} />}
    </div>
  );
}
