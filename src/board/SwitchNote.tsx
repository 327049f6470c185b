import type { BoardSwitching } from './use-switched.ts';

/** Says what a switch has done to the table: it is not the official one any more, or still is. */
export function SwitchNote({ switching }: { readonly switching: BoardSwitching }) {
  if (switching.state === 'off') return null;
  const { label } = switching;
  if (switching.state === 'failed') {
    return (
      <p className="note" role="alert">
        {label}: these values could not be loaded; the table shows the official ones.{' '}
        <button type="button" className="btn" onClick={switching.retry}>
          Try again
        </button>
      </p>
    );
  }
  return (
    <p className="note" role="status">
      {switching.state === 'loading'
        ? `${label}: values are being loaded; the table still shows the official ones.`
        : `${label}: this is not the official way to count. Values, intervals, ranks and differences follow it; cells do not open cases.`}
    </p>
  );
}
