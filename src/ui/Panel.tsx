import { type MouseEvent, type ReactNode, useEffect, useRef } from 'react';

interface PanelProps {
  readonly label: string;
  /** The button that opened it: the panel stands below it, and focus returns to it. */
  readonly anchor: HTMLElement;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

const GAP = 6;
const WIDTH = 340;
const EDGE = 12;

/** Shows a small window below its button, on its side of the page. A native dialog: Esc closes it, focus stays in it and goes back afterwards. */
export function Panel({ label, anchor, onClose, children }: PanelProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    dialog.current?.showModal();
  }, []);
  const { bottom, left: start, right } = anchor.getBoundingClientRect();
  const { clientWidth } = document.documentElement;
  const left = start > clientWidth / 2 ? right - WIDTH : start;
  const style = {
    '--top': `${Math.round(Math.min(bottom + GAP, window.innerHeight / 2))}px`,
    '--left': `${Math.round(Math.max(EDGE, Math.min(left, clientWidth - WIDTH - EDGE)))}px`,
  } as Record<`--${string}`, string>;
  const closeOutside = (event: MouseEvent) => {
    if (event.target === event.currentTarget) dialog.current?.close();
  };
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the keyboard closes a dialog with Esc
    <dialog ref={dialog} className="panel" aria-label={label} style={style} onClose={onClose} onClick={closeOutside}>
      <div className="panel-body">
        <div className="panel-head">
          <strong>{label}</strong>
          <button type="button" className="btn quiet" onClick={() => dialog.current?.close()}>
            Close
          </button>
        </div>
        {children}
      </div>
    </dialog>
  );
}
