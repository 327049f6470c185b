import { useCallback, useEffect, useState } from 'react';
import { reasonOf } from '../client/failure.ts';
import type { CaseOpinions } from './case-opinions.ts';
import type { RunFiles } from './intake/run-files.ts';
import { eraseRuns, type KeptRuns, keepRuns, keptRuns, onKeptChange } from './kept.ts';

const size = (bytes: number): string =>
  bytes < 1e6 ? `${Math.ceil(bytes / 1e3)} kB` : `${(bytes / 1e6).toFixed(1)} MB`;

interface KeptProps {
  /** What stands on the page; empty where nothing does. */
  readonly runs: readonly RunFiles[];
  /** What it is called. */
  readonly title: string;
  readonly opinions: CaseOpinions;
  readonly show: (kept: KeptRuns) => void;
}

/** Runs kept in this browser on request, shared by its tabs: a list with sizes, and one button that erases all. */
export function Kept({ runs, title, opinions, show }: KeptProps) {
  const [kept, setKept] = useState<readonly KeptRuns[]>([]);
  const [trouble, setTrouble] = useState('');
  const told = useCallback((task: Promise<unknown>) => {
    task.then(
      () => setTrouble(''),
      (error: unknown) => setTrouble(reasonOf(error)),
    );
  }, []);
  const read = useCallback(async () => setKept(await keptRuns()), []);
  useEffect(() => {
    told(read());
    return onKeptChange(() => told(read()));
  }, [read, told]);
  const keep = async () => {
    await keepRuns(title, { runs, opinions });
    await read();
  };
  const erase = async () => {
    await eraseRuns();
    await read();
  };
  return (
    <section className="kept" aria-label="Kept in this browser">
      {runs.length === 0 ? null : (
        <button type="button" className="btn" onClick={() => told(keep())}>
          Keep in this browser
        </button>
      )}
      {kept.length === 0 ? null : (
        <>
          <h2>Kept in this browser</h2>
          <ul>
            {kept.map((one) => (
              <li key={one.name}>
                {one.name}, {size(one.bytes)}, kept {one.kept.slice(0, 10)}{' '}
                <button type="button" className="btn" onClick={() => show(one)}>
                  Open {one.name}
                </button>
              </li>
            ))}
          </ul>
          <button type="button" className="btn" onClick={() => told(erase())}>
            Erase all
          </button>
        </>
      )}
      {trouble === '' ? null : (
        <p role="alert">
          This browser kept nothing or gave nothing back: {trouble}. What is on the page stays until it is closed.
        </p>
      )}
    </section>
  );
}
