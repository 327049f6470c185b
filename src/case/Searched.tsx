import type { ElementContent, Root } from 'hast';
import { createContext, type ReactNode, useContext, useEffect, useMemo, useRef } from 'react';
import { markedPieces } from '../cases/found-words.ts';
import { type Marker, unmarked } from './plain.ts';

/** The words that the list which led here was searched for; '' for none. */
const SearchedWords = createContext('');

export function useMarker(): Marker {
  const words = useContext(SearchedWords);
  return useMemo(
    () =>
      words === ''
        ? unmarked
        : (text) => markedPieces(text, words).map(({ text: piece, isFound }) => ({ text: piece, marked: isFound })),
    [words],
  );
}

function markedContent(node: ElementContent, words: string): ElementContent[] {
  if (node.type === 'element' && node.tagName === 'math') return [node];
  if (node.type === 'element')
    return [{ ...node, children: node.children.flatMap((child) => markedContent(child, words)) }];
  if (node.type !== 'text') return [node];
  return markedPieces(node.value, words).map(({ text, isFound }): ElementContent => {
    const value = { type: 'text', value: text } as const;
    return isFound ? { type: 'element', tagName: 'mark', properties: {}, children: [value] } : value;
  });
}

export function useMarkedTree(tree: Root): Root {
  const words = useContext(SearchedWords);
  if (words === '') return tree;
  return {
    ...tree,
    children: tree.children.flatMap((node) => (node.type === 'doctype' ? [] : markedContent(node, words))),
  };
}

/** What a visitor does who moves through the page: then nothing else moves it. */
const MOVES = ['wheel', 'touchstart', 'pointerdown', 'keydown'] as const;

/** Marks words and brings the first mark into view, again when a text comes in another form, until the visitor moves. */
export function Searched({ words, children }: { readonly words: string; readonly children: ReactNode }) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const held = box.current;
    if (words === '' || held === null) return;
    let seen: Element | null = null;
    const look = (): void => {
      const mark = held.querySelector('mark');
      if (mark !== null && mark !== seen) mark.scrollIntoView({ block: 'center' });
      seen = mark;
    };
    const observer = new MutationObserver(look);
    const stop = (): void => {
      observer.disconnect();
      for (const move of MOVES) removeEventListener(move, stop);
    };
    look();
    observer.observe(held, { childList: true, subtree: true });
    for (const move of MOVES) addEventListener(move, stop, { passive: true });
    return stop;
  }, [words]);
  return (
    <SearchedWords value={words}>
      <div ref={box}>{children}</div>
    </SearchedWords>
  );
}
