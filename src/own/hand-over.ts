import { handOver } from './storage.ts';

/** The script's own element, with the files that `board-drop.ts` puts there. */
interface Carrier extends HTMLScriptElement {
  readonly entries: readonly FileSystemEntry[];
  readonly files: readonly File[];
  readonly next: string;
}

/** Hands over what was dropped on a leaderboard, and goes to the page of one's own results; that page says if nothing arrived. */
const { entries, files, next } = document.querySelector('#carrier') as Carrier;

void handOver(entries, files)
  .catch(() => undefined)
  .then(() => location.assign(next));
