import { useEffect, useState } from 'react';
import type { Choices } from '../cases/choices.ts';
import { loadLines } from '../client/lines.ts';
import type { CaseText } from '../client/local-cases.ts';

const NONE: ReadonlyMap<number, CaseText> = new Map();
/** A list that is scrolled quickly asks for what it comes to rest on. */
const REST = 60;

/**
 * What is said of the cases at these places, as far as it has come; what does not come leaves its rows with their ids. `known`: of
 * the first cases, by place, which the page has.
 */
export function useLines(
  { benchmark, lines }: Choices,
  known: ReadonlyMap<number, CaseText>,
  places: readonly number[],
): ReadonlyMap<number, CaseText> {
  const [texts, setTexts] = useState(known);
  const hasLines = lines !== undefined;
  const wanted = places.join(',');
  useEffect(() => {
    const own = wanted === '' ? [] : wanted.split(',').map(Number);
    if (own.length === 0 || !hasLines) return;
    let isWanted = true;
    const ask = async (): Promise<void> => {
      const found = await loadLines(benchmark, own).catch(() => NONE);
      if (isWanted) setTexts(new Map([...known, ...found]));
    };
    const timer = setTimeout(ask, REST);
    addEventListener('online', ask);
    return () => {
      isWanted = false;
      clearTimeout(timer);
      removeEventListener('online', ask);
    };
  }, [benchmark, hasLines, known, wanted]);
  return texts;
}
