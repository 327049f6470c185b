import { Dialog } from '@base-ui/react/dialog';
import { type KeyboardEvent, type RefObject, useState } from 'react';
import { ScrollBox } from '../ui/layout.tsx';

const LEVELS = [1, 2, 4, 8] as const;

interface ZoomDialogProps {
  readonly address: string;
  readonly alt: string;
  readonly title: string;
  readonly open: boolean;
  /** The focus goes here when the window closes. */
  readonly back: RefObject<HTMLElement | null>;
  readonly onClose: () => void;
}

function View({ address, alt, title }: Pick<ZoomDialogProps, 'address' | 'alt' | 'title'>) {
  const [level, setLevel] = useState(0);
  const step = (by: number): void => setLevel((at) => Math.min(LEVELS.length - 1, Math.max(0, at + by)));
  const keys = ({ key }: KeyboardEvent): void => {
    if (key === '+' || key === '=') step(1);
    if (key === '-') step(-1);
  };
  const times = LEVELS[level] ?? 1;
  return (
    <Dialog.Popup className="zoom" onKeyDown={keys}>
      <div className="zoom-head">
        <Dialog.Title className="zoom-title">{title}</Dialog.Title>
        <output className="small">{times === 1 ? 'whole' : `${times} times`}</output>
        <span className="spacer" />
        <button type="button" className="btn" disabled={level === 0} onClick={() => step(-1)}>
          Smaller
        </button>
        <button type="button" className="btn" disabled={level === LEVELS.length - 1} onClick={() => step(1)}>
          Larger
        </button>
        <Dialog.Close className="btn">Close</Dialog.Close>
      </div>
      <ScrollBox className="zoom-view" label="Picture, scrolls when enlarged">
        <img src={address} alt={alt} style={{ '--times': times } as Record<`--${string}`, number>} />
      </ScrollBox>
    </Dialog.Popup>
  );
}

export function ZoomDialog({ open, back, onClose, ...view }: ZoomDialogProps) {
  return (
    <Dialog.Root
      open={open}
      onOpenChange={(now) => (now ? undefined : onClose())}
      onOpenChangeComplete={(now) => (now ? undefined : back.current?.focus())}
    >
      <Dialog.Portal>
        <Dialog.Backdrop className="zoom-back" />
        <View {...view} />
      </Dialog.Portal>
    </Dialog.Root>
  );
}
