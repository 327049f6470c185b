import { useState } from 'react';
import { reasonOf } from '../client/failure.ts';
import { isLocalName } from '../client/local-release.ts';
import { tableCodes } from '../client/table-code.ts';
import { CopyCode } from '../ui/CopyCode.tsx';
import { Button } from '../ui/layout.tsx';
import { BadgeCode } from './BadgeCode.tsx';
import type { BoardAsShown, BoardDownload } from './download-board.ts';
import { badgesOnBoard, embedHtml, rankedRows } from './elsewhere.ts';
import type { ChangeBoard } from './state.ts';

interface DownloadPanelProps {
  readonly asShown: BoardAsShown;
  readonly cite: string | null;
  readonly save: (file: BoardDownload) => Promise<string>;
  readonly change: ChangeBoard;
}

const PLAIN: readonly (readonly [BoardDownload, string])[] = [
  ['wide', 'CSV'],
  ['long', 'CSV, one row per value'],
];
const ZIPPED: readonly (readonly [BoardDownload, string])[] = [
  ['zip-csv', 'Zipped CSV'],
  ['zip-json', 'Zipped JSON'],
];

/** Code that shows the board, or a judge's rank on it, on a page of somebody else's. */
function Elsewhere({ asShown: { board, view } }: Pick<DownloadPanelProps, 'asShown'>) {
  const badged = rankedRows(board);
  const shown = view.arrangement.lines.flatMap((line) => (line.kind === 'judge' ? line.row : []));
  const badges = badgesOnBoard(
    board,
    shown.filter((row) => badged.includes(row)),
  );
  return (
    <>
      <CopyCode says="Show the whole table elsewhere" codes={[['a frame (HTML)', async () => embedHtml(board)]]} />
      <BadgeCode of="Badge of" badges={badges} />
    </>
  );
}

/** Offers files of exactly what is shown, and code that reads it. The code that writes them is loaded on demand. */
export function BoardDownloadPanel({ asShown, cite, save, change }: DownloadPanelProps) {
  const [words, setWords] = useState('');
  const buttons = (files: typeof PLAIN) =>
    files.map(([file, label]) => (
      <Button key={file} onClick={async () => setWords(await save(file))}>
        {label}
      </Button>
    ));
  const isLocal = isLocalName(asShown.board.benchmark);
  const pin = async (): Promise<void> => {
    const { presentRelease } = await import('./pin-board.ts');
    const id = await presentRelease();
    if (id !== null) change({ release: id });
    setWords(
      id === null
        ? 'The values of today are in no release that stays yet.'
        : `The address names release ${id} now: copy it, and it will say what stood here.`,
    );
  };
  return (
    <div className="downloads">
      <p>The rows, order and columns shown, with intervals, n and ranks.</p>
      <div className="set">{buttons(PLAIN)}</div>
      <p>With a note of release, filter, date and licence:</p>
      <div className="set">
        {buttons(ZIPPED)}
        {cite === null ? null : (
          <a className="btn" href={cite} download>
            BibTeX of the paper
          </a>
        )}
      </div>
      {isLocal ? null : (
        <>
          <p>An address that later says what stands here today:</p>
          <div className="set">
            <Button onClick={() => void pin().catch((error) => setWords(reasonOf(error)))}>Pin this release</Button>
          </div>
        </>
      )}
      <output className="block above-2">{words}</output>
      {isLocal ? null : (
        <>
          <CopyCode
            says="Copy code that reads these rows from this site"
            codes={tableCodes(async () => (await import('./download-board.ts')).boardCode(asShown))}
          />
          <Elsewhere asShown={asShown} />
        </>
      )}
    </div>
  );
}
