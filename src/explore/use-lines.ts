import { useEffect, useState } from 'react';
import type { Choices } from '../cases/choices.ts';
import { loadLines } from '../client/lines.ts';
import type { CaseText } from '../client/local-cases.ts';
import type { CaseLines } from '../schema/page-files.ts';

const NONE: ReadonlyMap<number, CaseText> = new Map();
/** A list that is scrolled quickly asks for what it comes to rest on. */
const REST = 60;

/**
 * What is said of the cases at these places, as far as it has come; what does not come leaves its rows with their ids. `first`: of the
 * first cases, which the page has.
 */
export function useLines(
  { benchmark, lines }: Choices,
  first: CaseLines,
  places: readonly number[],
): ReadonlyMap<number, CaseText> {
  const [texts, setTexts] = useState<ReadonlyMap<number, CaseText>>(() => new Map(first.entries()));
  const hasLines = lines !== undefined;
  const wanted = places.join(',');
  useEffect(() => {
    const own = wanted === '' ? [] : wanted.split(',').map(Number);
    if (own.length === 0 || !hasLines) return;
    let isWanted = true;
    const ask = async (): Promise<void> => {
      const found = await loadLines(benchmark, own).catch(() => NONE);
      if (isWanted) setTexts(new Map([...first.entries(), ...found]));
    };
    const timer = setTimeout(ask, REST);
    addEventListener('online', ask);
    return () => {
      isWanted = false;
      clearTimeout(timer);
      removeEventListener('online', ask);
    };
  }, [benchmark, hasLines, first, wanted]);
  return texts;
}
