import { useEffect, useRef } from 'react';
import temml from 'temml';

/** Bounds for formulas of unknown origin: size of a rule or space in em, and macro expansions. */
const MAX_SIZE: [number, number] = [20, 20];
const MAX_EXPAND = 200;

/**
 * Marks variables of one letter: the style sheet slants them, where the browser would look for letters that few fonts hold.
 */
function markLetters(element: HTMLElement): void {
  for (const name of element.querySelectorAll('mi:not([mathvariant])')) {
    name.classList.toggle('letter', [...(name.textContent ?? '')].length === 1);
  }
}

/** A TeX formula as MathML, built as elements; a formula that cannot be read stays as it was written. */
export function Maths({ tex, display }: { readonly tex: string; readonly display: boolean }) {
  const place = useRef<HTMLSpanElement>(null);
  useEffect(() => {
    const element = place.current;
    if (element === null) return;
    try {
      temml.render(tex, element, {
        displayMode: display,
        trust: false,
        strict: false,
        throwOnError: true,
        maxSize: MAX_SIZE,
        maxExpand: MAX_EXPAND,
      });
      markLetters(element);
    } catch {
      element.textContent = tex; // not TeX: shown as written
    }
  }, [tex, display]);
  return <span ref={place} className={display ? 'maths display' : 'maths'} />;
}
