import type { ComponentPropsWithRef } from 'react';

interface ScrollBoxProps extends ComponentPropsWithRef<'section'> {
  /** Its content, and that it scrolls where nothing else says so: `Answers of all judges, scrolls sideways`. */
  readonly label: string;
}

/**
 * Shows a box that scrolls where its content is larger; the keyboard reaches and scrolls it, too. A shade at an edge says that there is
 * more behind it (`.scroll-box` in boxes.css).
 */
export function ScrollBox({ label, className = 'scroll', children, ...more }: ScrollBoxProps) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: WCAG 2.1.1 asks that a box that scrolls can be scrolled by keyboard, and not every browser lets it be reached without
    <section className={`scroll-box ${className}`} {...more} tabIndex={0} aria-label={label}>
      {children}
    </section>
  );
}
