import { useRef, useState } from 'react';
import { useQuestion } from '../ui/use-question.ts';

const loadDialog = () => import('./ZoomDialog.tsx');

interface ZoomProps {
  readonly address: string;
  readonly alt: string;
  /** What is enlarged, where there are several. */
  readonly what: string;
}

/** A button that opens a picture as large as the window, and larger. The dialog is fetched when it is wanted. */
export function PictureZoom({ address, alt, what }: ZoomProps) {
  const [open, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const dialog = useQuestion(open ? loadDialog : null);
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
      {dialog.state === 'failed' ? (
        <span role="alert" className="small">
          could not be loaded; reload the page
        </span>
      ) : null}
      {dialog.last === null ? null : (
        <dialog.last.ZoomDialog
          address={address}
          alt={alt}
          title={what}
          open={open}
          back={button}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  );
}
