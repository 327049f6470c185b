import { isLocalName } from './local-release.ts';

/** Paths of the files that came: the browser has a copy of each. */
const come = new Set<string>();

/** Notes that the file at a path of the release came. */
export const noteCome = (path: string): void => void come.add(path);

/** Says whether a file can be had: without a network only what lies in the page or came before, so that nothing is asked for that can only fail. */
export const isAtHand = (path: string): boolean => navigator.onLine || come.has(path) || isLocalName(path);
