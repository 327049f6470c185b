import { toJsxRuntime } from 'hast-util-to-jsx-runtime';
import { type ComponentProps, type ReactNode, useCallback } from 'react';
import { Fragment, jsx, jsxs } from 'react/jsx-runtime';
import { useQuestion } from '../ui/use-question.ts';
import { formatInBackground } from './format-in-background.ts';

/** A heading in a judge's text is no heading of this page. */
function Heading({ children }: { readonly children?: ReactNode }) {
  return <p className="said-heading">{children}</p>;
}

/** Addresses elsewhere become links that say where they lead; a judge's text makes no links within this site. */
function Link({ href, children }: ComponentProps<'a'>) {
  if (href === undefined || !/^https?:/i.test(href)) return <span>{children}</span>;
  return (
    <a href={href} title={href} rel="noopener nofollow ugc" target="_blank">
      {children}
    </a>
  );
}

function Picture({ alt }: ComponentProps<'img'>) {
  return <span className="unseen">picture left out{alt === undefined || alt === '' ? '' : `: ${alt}`}</span>;
}

const COMPONENTS = {
  a: Link,
  img: Picture,
  h1: Heading,
  h2: Heading,
  h3: Heading,
  h4: Heading,
  h5: Heading,
  h6: Heading,
};

/** Markdown and formulas of unknown origin; `plain` shows the text as it is, under a remark where it cannot be formatted. */
export function Formatted({ text, plain }: { readonly text: string; readonly plain: (remark: string) => ReactNode }) {
  const asked = useQuestion(useCallback((signal: AbortSignal) => formatInBackground(text, signal), [text]));
  if (asked.state !== 'ready') return plain('');
  const formatting = asked.data;
  if ('why' in formatting) return plain(`${formatting.why}: shown as text.`);
  return (
    <div className="formatted" dir="auto">
      {toJsxRuntime(formatting.tree, { Fragment, jsx, jsxs, components: COMPONENTS, ignoreInvalidStyle: true })}
    </div>
  );
}
