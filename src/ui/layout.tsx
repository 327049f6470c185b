import { type ComponentPropsWithRef, type MouseEvent, type ReactNode, useEffect, useRef, useState } from 'react';

/** A button that does something here; `look`: `quiet`, `on` or another class beside the usual one. */
export const Button = ({ look, ...more }: ComponentPropsWithRef<'button'> & { readonly look?: string }) => (
  <button type="button" className={look === undefined ? 'btn' : `btn ${look}`} {...more} />
);

interface ControlGroupProps extends ComponentPropsWithRef<'div'> {
  /** What the controls are for, for screen readers, which do not show that the controls belong together. */
  readonly label: string;
}

/** Groups controls under one name, in a line or as its class says. */
export function ControlGroup({ label, className = 'bar', children, ...more }: ControlGroupProps) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset brings a legend, borders and a width of its own, and is no line or grid in every browser
    <div className={className} role="group" aria-label={label} {...more}>
      {children}
    </div>
  );
}

interface ScrollBoxProps extends ComponentPropsWithRef<'section'> {
  /** Its content, and that it scrolls where nothing else says so: `Answers of all judges, scrolls sideways`. */
  readonly label: string;
}

/**
 * Shows a box that scrolls where its content is larger; the keyboard reaches and scrolls it, too. A shade at an edge says that there is
 * more behind it (`.scroll-box` in boxes.css).
 */
export function ScrollBox({ label, className = 'scroll', children, ...more }: ScrollBoxProps) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: WCAG 2.1.1 asks that a box that scrolls can be scrolled by keyboard, and not every browser lets it be reached without
    <section className={`scroll-box ${className}`} {...more} tabIndex={0} aria-label={label}>
      {children}
    </section>
  );
}

/** Shows an empty row that keeps the height of rows which are not drawn because they are out of view. */
export function RowGap({ height }: { readonly height: number }) {
  return height <= 0 ? null : (
    // biome-ignore lint/a11y/noAriaHiddenOnFocusable: a row of a table is not focusable, though the rule takes it for one
    <tr className="gap" aria-hidden="true">
      <td style={{ height }} />
    </tr>
  );
}

export function ColumnHeads({ columns }: { readonly columns: readonly string[] }) {
  return (
    <tr>
      {columns.map((column) => (
        <th key={column} scope="col">
          {column}
        </th>
      ))}
    </tr>
  );
}

export function HowToRead({ children }: { readonly children: ReactNode }) {
  return (
    <details className="how-to">
      <summary>How to read this</summary>
      {children}
    </details>
  );
}

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
      <div className="panel-body text-dense grid gap-3">
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

interface CopiedLink {
  /** Whether it was done a moment ago. */
  readonly copied: boolean;
  readonly copy: (event: MouseEvent<HTMLElement>) => void;
  /** Where the browser does not let a page write to the clipboard: the address, to be copied by hand. */
  readonly byHand: ReactNode;
}

/** Copies the page's address; `label` names the window that shows it where it cannot be copied. */
export function useCopyLink(label: string): CopiedLink {
  const [copied, setCopied] = useState(false);
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const copy = async ({ currentTarget }: MouseEvent<HTMLElement>): Promise<void> => {
    try {
      await navigator.clipboard.writeText(window.location.href);
      setCopied(true);
      setTimeout(() => setCopied(false), 3000);
    } catch {
      setAnchor(currentTarget);
    }
  };
  const byHand =
    anchor === null ? null : (
      <Panel label={label} anchor={anchor} onClose={() => setAnchor(null)}>
        <input
          className="field"
          readOnly
          aria-label="Address of this view"
          defaultValue={window.location.href}
          onFocus={(event) => event.currentTarget.select()}
        />
      </Panel>
    );
  return { copied, copy: (event) => void copy(event), byHand };
}
