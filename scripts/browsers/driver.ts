/** One step of a pointer or of the keyboard, as both protocols of the W3C write it. */
interface InputSource {
  readonly type: 'pointer' | 'key';
  readonly id: string;
  readonly actions: readonly Readonly<Record<string, unknown>>[];
}

/** A browser that is driven from outside, with one window. */
export interface Driver {
  /** Its name and version: `Firefox 140.0`. */
  readonly name: string;
  /** Opens an address and waits until the page has loaded. */
  readonly open: (address: string) => Promise<void>;
  /** Runs the body of a function in the page, which may wait, and gives its JSON value. Throws what the page throws. */
  readonly run: (body: string) => Promise<unknown>;
  /** What a visitor does with mouse and keys. */
  readonly act: (sources: readonly InputSource[]) => Promise<void>;
  readonly resize: (width: number, height: number) => Promise<void>;
  readonly close: () => Promise<void>;
}

/** How a browser of the system is found and, where it is not, how it is got. */
export interface SystemBrowser {
  /** As the command line says it: `firefox`. */
  readonly id: string;
  readonly title: string;
  /** What is missing, by the name of its package with the way to install it; empty where nothing is. */
  readonly missing: () => readonly string[];
  readonly start: () => Promise<Driver>;
}
