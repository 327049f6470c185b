import type { ReactNode } from 'react';
import type { ClientFailure } from '../client/failure.ts';
import { href } from './href.ts';
import { Text } from './Text.tsx';

interface FailedProps {
  readonly failure: ClientFailure;
  readonly retry: () => void;
  /** Names the part of the page that failed, where the failure itself does not. */
  readonly lead?: string;
  /** What still works although this part failed. */
  readonly children?: ReactNode;
  /** Links to other pages; where no button helps there is one by default. */
  readonly ways?: ReactNode;
  /** `page`: there is nothing else to see. */
  readonly place?: 'part' | 'page';
  readonly className?: string;
}

function Words({ failure, place, lead }: Required<Pick<FailedProps, 'failure' | 'place' | 'lead'>>) {
  const { what, why, todo } = failure;
  if (place === 'part') {
    return (
      <p>
        {lead}{' '}
        <strong>
          <Text text={what} />
        </strong>{' '}
        <Text text={why} /> {todo}
      </p>
    );
  }
  return (
    <>
      <h2>
        <Text text={what} />
      </h2>
      <p>
        <Text text={why} />
      </p>
      <p>{todo}</p>
    </>
  );
}

const DATA_FILES = (
  <a className="btn" href={href('/data/')}>
    Data files
  </a>
);

/** Shows what went wrong, why, what to do about it, and the one button that does it. */
export function Failed({
  failure,
  retry,
  children,
  ways,
  lead = '',
  place = 'part',
  className = 'state bad',
}: FailedProps) {
  const { wayOn } = failure;
  return (
    <div className={className} role="alert">
      <Words failure={failure} place={place} lead={lead} />
      {children}
      <p className="ways">
        {wayOn === 'none' ? null : (
          <button
            type="button"
            className="btn on"
            onClick={() => (wayOn === 'reload' ? window.location.reload() : retry())}
          >
            {wayOn === 'reload' ? 'Reload the page' : 'Try again'}
          </button>
        )}
        {ways ?? (wayOn === 'none' ? DATA_FILES : null)}
      </p>
    </div>
  );
}
