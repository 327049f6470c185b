import type { Carrier } from './board-drop.ts';
import { handOver } from './handed.ts';

/** Hands over what was dropped on a leaderboard, and goes to the page of one's own results; that page says if nothing arrived. */
const { entries, files, next } = document.querySelector('#carrier') as Carrier;

void handOver(entries, files)
  .catch(() => undefined)
  .then(() => location.assign(next));
