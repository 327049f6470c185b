import { type ComponentProps, useMemo } from 'react';
import Markdown, { type Components, type Options } from 'react-markdown';
import rehypeSanitize, { defaultSchema } from 'rehype-sanitize';
import remarkMath from 'remark-math';
import { Maths } from './Maths.tsx';
import { visibleText } from './visible.ts';

/** What may come out of Markdown: no forms; of pictures their description; formulas keep the classes that mark them. */
const SCHEMA: typeof defaultSchema = {
  ...defaultSchema,
  tagNames: (defaultSchema.tagNames ?? []).filter((name) => !['input', 'picture', 'source'].includes(name)),
  attributes: {
    ...defaultSchema.attributes,
    img: ['alt'],
    code: [['className', 'language-math', 'math-inline', 'math-display']],
  },
};

/** Formulas in brackets, as many models write them, in the dollars that the reader knows. */
function withDollars(text: string): string {
  return text
    .replaceAll(/\\\[([\s\S]{1,2000}?)\\\]/g, (_, tex: string) => `\n$$\n${tex.trim()}\n$$\n`)
    .replaceAll(/\\\((.{1,500}?)\\\)/g, (_, tex: string) => `$${tex.trim()}$`);
}

interface Node {
  type: string;
  readonly children?: readonly Node[];
}

/** HTML between the Markdown becomes text, before the sanitiser would drop it: what a judge wrote stays to be seen. */
function htmlAsText(node: Node): void {
  if (node.type === 'raw') node.type = 'text';
  for (const child of node.children ?? []) htmlAsText(child);
}

const REMARK: Options['remarkPlugins'] = [remarkMath];
const REHYPE: Options['rehypePlugins'] = [() => htmlAsText, [rehypeSanitize, SCHEMA]];

function Code({ className, children }: ComponentProps<'code'>) {
  const classes = className?.split(' ') ?? [];
  if (!classes.includes('language-math') || typeof children !== 'string') return <code>{children}</code>;
  return <Maths tex={children} display={classes.includes('math-display')} />;
}

/** Headings of a judge are none of this page. */
function Heading({ children }: { readonly children?: React.ReactNode }) {
  return <p className="said-heading">{children}</p>;
}

/** Addresses elsewhere are links that say where they lead; a judge has no say over links within this site. */
function Link({ href, children }: ComponentProps<'a'>) {
  if (href === undefined || !/^https?:/i.test(href)) return <span>{children}</span>;
  return (
    <a href={href} title={href} rel="noopener nofollow ugc" target="_blank">
      {children}
    </a>
  );
}

const COMPONENTS: Components = {
  a: ({ href, children }) => <Link href={href}>{children}</Link>,
  img: ({ alt }) => <span className="unseen">picture left out{alt === undefined || alt === '' ? '' : `: ${alt}`}</span>,
  code: ({ className, children }) => <Code className={className}>{children}</Code>,
  h1: Heading,
  h2: Heading,
  h3: Heading,
  h4: Heading,
  h5: Heading,
  h6: Heading,
};

/** Markdown and formulas of unknown origin: HTML in it stays text, pictures are left out, links are only links. */
export function Formatted({ text }: { readonly text: string }) {
  const shown = useMemo(() => withDollars(visibleText(text)), [text]);
  return (
    <div className="formatted" dir="auto">
      <Markdown remarkPlugins={REMARK} rehypePlugins={REHYPE} components={COMPONENTS}>
        {shown}
      </Markdown>
    </div>
  );
}
