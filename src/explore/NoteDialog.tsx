import './content-note.css';
import type { Ref } from 'react';

interface NoteDialogProps {
  readonly words: string;
  /** Those who do not want to see the prompts go here. */
  readonly back: string;
  readonly backTo: string;
  readonly ref?: Ref<HTMLDialogElement>;
}

/** Stands over a page before prompts that some readers may not want to see; its button has the focus when it opens. */
export function NoteDialog({ words, back, backTo, ref }: NoteDialogProps) {
  return (
    <dialog
      ref={ref}
      className="content-note ink border-strong rounded surface"
      id="content-note"
      aria-labelledby="content-note-title"
    >
      <form method="dialog">
        <h2 id="content-note-title">Before you read</h2>
        <p>{words}</p>
        <p className="ways flex wrap gap-2">
          <button type="submit" className="btn on">
            Show the cases
          </button>
          <a className="btn" href={back}>
            {backTo}
          </a>
        </p>
      </form>
    </dialog>
  );
}
