import type { Driver } from './driver.ts';
import { until } from './programs.ts';

/** Keys as the protocols name them. */
const KEYS = { ArrowRight: '\uE014', ArrowDown: '\uE015', Enter: '\uE007', Escape: '\uE00C' } as const;

/** What a visitor does and sees; every wait is for a state of the page. */
export interface Visitor {
  /** Opens a page of the site by its path. */
  readonly go: (path: string) => Promise<void>;
  /** Waits until a body of a function gives something true in the page, and gives it. */
  readonly sees: (what: string, body: string) => Promise<unknown>;
  /** Waits for an element, brings it into sight and clicks its middle. */
  readonly click: (selector: string) => Promise<void>;
  readonly type: (text: string) => Promise<void>;
  readonly press: (key: keyof typeof KEYS) => Promise<void>;
  readonly resize: Driver['resize'];
}

/** Gives the middle of an element that lies still, in px of the window; null as long as there is none. */
const MIDDLE = (selector: string): string => `
  const found = document.querySelector(${JSON.stringify(selector)});
  if (found === null) return null;
  found.scrollIntoView({ block: 'center', inline: 'center', behavior: 'instant' });
  const frame = () => new Promise((done) => requestAnimationFrame(() => done(found.getBoundingClientRect())));
  const [one, two] = [await frame(), await frame()];
  if (one.x !== two.x || one.y !== two.y || two.width === 0) return null;
  return [Math.round(two.x + two.width / 2), Math.round(two.y + two.height / 2)];`;

const stroke = (value: string) => [
  { type: 'keyDown', value },
  { type: 'keyUp', value },
];

/** Makes a visitor of the site at `address` (with a slash at its end) in a browser. */
export function visitorOf(driver: Driver, address: string): Visitor {
  const sees: Visitor['sees'] = (what, body) => until(what, async () => (await driver.run(body)) || null);
  const press = (values: readonly string[]): Promise<void> =>
    driver.act([{ type: 'key', id: 'keys', actions: values.flatMap(stroke) }]);
  return {
    go: (path) => driver.open(address + path.replace(/^\//, '')),
    sees,
    click: async (selector) => {
      const [x, y] = (await sees(selector, MIDDLE(selector))) as readonly number[];
      const down = [
        { type: 'pointerMove', x, y },
        { type: 'pointerDown', button: 0 },
        { type: 'pointerUp', button: 0 },
      ];
      await driver.act([{ type: 'pointer', id: 'mouse', actions: down }]);
    },
    type: (text) => press([...text]),
    press: (key) => press([KEYS[key]]),
    resize: driver.resize,
  };
}
