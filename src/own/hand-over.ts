import { handOver } from './handed.ts';

/** What the script that hands files over finds on its own element, as `board-drop.ts` makes it. */
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
