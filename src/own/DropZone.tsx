import { type ChangeEvent, type DragEvent, useCallback, useEffect, useId, useRef, useState } from 'react';
import { fileOfText, filesOfDrop, filesOfPicker } from './dropped.ts';
import type { DroppedFile } from './protocol.ts';

interface DropZoneProps {
  readonly take: (files: readonly DroppedFile[]) => void;
}

/** Takes files: dropped anywhere on it, chosen, or pasted as text. */
export function DropZone({ take }: DropZoneProps) {
  const [over, setOver] = useState(false);
  const [text, setText] = useState('');
  const id = useId();
  const pickers = useRef<HTMLDivElement>(null);
  const receive = useCallback(
    (input: HTMLInputElement) => {
      take(filesOfPicker(input.files ?? []));
      // The same files may be chosen again.
      input.value = '';
    },
    [take],
  );
  useEffect(() => {
    // Files may have been chosen before this script was there to hear of it.
    for (const input of pickers.current?.querySelectorAll('input') ?? []) if (input.files?.length) receive(input);
  }, [receive]);
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    void filesOfDrop(event.dataTransfer).then(take);
  };
  const choose = ({ currentTarget }: ChangeEvent<HTMLInputElement>) => receive(currentTarget);
  return (
    // Whoever cannot drag has the two buttons and the box for text.
    <section
      className={over ? 'drop-zone over' : 'drop-zone'}
      aria-label="Your files"
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
    >
      <p>Drop files, a folder or an archive here (zip, tar, gz).</p>
      <div className="set" ref={pickers}>
        <label className="btn">
          Choose files
          <input type="file" multiple onChange={choose} />
        </label>
        <label className="btn">
          Choose a folder
          <input type="file" {...{ webkitdirectory: '' }} onChange={choose} />
        </label>
      </div>
      <details>
        <summary>Paste text</summary>
        <label htmlFor={id}>Rows of JSON Lines or CSV</label>
        <textarea id={id} rows={6} value={text} onChange={({ currentTarget }) => setText(currentTarget.value)} />
        <button type="button" className="btn" disabled={text.trim() === ''} onClick={() => take([fileOfText(text)])}>
          Use this text
        </button>
      </details>
    </section>
  );
}
