import { useRef, useState } from 'react';
import { PagePart } from '../ui/Part.tsx';

const loadDialog = () => import('./ZoomDialog.tsx');

interface ZoomProps {
  readonly address: string;
  readonly alt: string;
  /** What is enlarged, where there are several. */
  readonly what: string;
}

/** Shows a button that opens a picture at the size of the window, or larger. The dialog's code is loaded on demand and kept. */
export function PictureZoom({ address, alt, what }: ZoomProps) {
  const [open, setOpen] = useState<boolean | null>(null);
  const button = useRef<HTMLButtonElement>(null);
  return (
    <>
      <button
        ref={button}
        type="button"
        className="btn quiet zoom-button"
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
      >
        Zoom<span className="hidden"> {what}</span>
      </button>
      {open === null ? null : (
        <PagePart load={loadDialog}>
          {({ ZoomDialog }) => (
            <ZoomDialog
              address={address}
              alt={alt}
              title={what}
              open={open}
              back={button}
              onClose={() => setOpen(false)}
            />
          )}
        </PagePart>
      )}
    </>
  );
}
