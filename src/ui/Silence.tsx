import { useSyncExternalStore } from 'react';
import { silent } from '../client/awaited.ts';

/** Server snapshots must be the same each time. */
const NOTHING: ReturnType<typeof silent.get> = [];

const nameOf = (url: string): string => decodeURI(new URL(url).pathname);

/**
 * Names the requested files of which the server sends nothing, each with a button to stop waiting and one to try again. Shows nothing while
 * all files arrive.
 */
export function Silence() {
  const files = useSyncExternalStore(silent.subscribe, silent.get, () => NOTHING);
  if (files.length === 0) return null;
  const each = (way: 'stop' | 'again') => (): void => {
    for (const file of files) file[way]();
  };
  return (
    <p className="silence" role="status">
      The server has sent nothing for ten seconds. Still waiting for {files.map(({ url }) => nameOf(url)).join(' and ')}
      .{' '}
      <button type="button" className="btn quiet" onClick={each('stop')}>
        Stop waiting
      </button>{' '}
      <button type="button" className="btn quiet" onClick={each('again')}>
        Ask again
      </button>
    </p>
  );
}
