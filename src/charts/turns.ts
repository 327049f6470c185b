interface WaitingChart {
  readonly box: Element;
  readonly draw: () => void;
}

const waiting = new Set<WaitingChart>();
let isAsked = false;

const isInView = ({ box }: WaitingChart): boolean => {
  const { top, bottom } = box.getBoundingClientRect();
  return bottom > 0 && top < innerHeight;
};

function drawNext(): void {
  isAsked = false;
  const all = [...waiting];
  const next = all.find(isInView) ?? all[0];
  if (next === undefined) return;
  waiting.delete(next);
  next.draw();
  // Safari has no idle callbacks.
  if ('requestIdleCallback' in window) ask((draw) => requestIdleCallback(draw, { timeout: 200 }));
  else ask(setTimeout);
}

function ask(later: (draw: () => void) => void): void {
  if (isAsked || waiting.size === 0) return;
  isAsked = true;
  later(drawNext);
}

/**
 * Draws a chart when it is its turn: the first in view at once, then one whenever the page has nothing else to do, so that it answers
 * meanwhile. Gives what takes the turn back.
 */
export function takeTurn(box: Element, draw: () => void): () => void {
  const one = { box, draw };
  waiting.add(one);
  // When all that change together have asked.
  ask(queueMicrotask);
  return () => waiting.delete(one);
}
