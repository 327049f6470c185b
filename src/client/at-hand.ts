import { isLocalName } from './local-release.ts';

const come = new Set<string>();

export const noteCome = (path: string): void => void come.add(path);

/** Says whether a file can be had: without a network only what lies in the page or came before, so that nothing is asked for that can only fail. */
export const isAtHand = (path: string): boolean => navigator.onLine || come.has(path) || isLocalName(path);
