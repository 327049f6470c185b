import { lazy, Suspense, useRef, useState } from 'react';

const ZoomDialog = lazy(async () => ({ default: (await import('./ZoomDialog.tsx')).ZoomDialog }));

interface ZoomProps {
  readonly address: string;
  readonly alt: string;
  /** What is enlarged, where there are several. */
  readonly what: string;
}

/** A button that opens a picture as large as the window, and larger. The dialog is fetched when it is wanted. */
export function Zoom({ address, alt, what }: ZoomProps) {
  const [state, setState] = useState<'new' | 'open' | 'closed'>('new');
  const button = useRef<HTMLButtonElement>(null);
  return (
    <>
      <button
        ref={button}
        type="button"
        className="btn quiet zoom-button"
        aria-haspopup="dialog"
        onClick={() => setState('open')}
      >
        Zoom<span className="hidden"> {what}</span>
      </button>
      {state === 'new' ? null : (
        <Suspense
          fallback={
            <span className="hidden" role="status">
              Opening…
            </span>
          }
        >
          <ZoomDialog
            address={address}
            alt={alt}
            title={what}
            open={state === 'open'}
            back={button}
            onClose={() => setState('closed')}
          />
        </Suspense>
      )}
    </>
  );
}
