import type { Element, ElementContent, Nodes, Root } from 'hast';
import rehypeSanitize, { defaultSchema } from 'rehype-sanitize';
import remarkMath from 'remark-math';
import remarkParse from 'remark-parse';
import remarkRehype from 'remark-rehype';
import { unified } from 'unified';
import { visibleText } from '../ui/visible.ts';
import { mathsOf } from './maths.ts';

/** The most elements and texts that a page lays out without a pause, and how deep they may nest. */
const MOST_NODES = 10_000;
const DEEPEST = 100;

/** Thrown for a text that cannot be formatted; its message says why. */
export class NotFormatted extends Error {}

/** What may come out of Markdown: no forms, and of pictures their description. Formulas keep the classes that mark them. */
const SCHEMA: typeof defaultSchema = {
  ...defaultSchema,
  tagNames: (defaultSchema.tagNames ?? []).filter((name) => !['input', 'picture', 'source'].includes(name)),
  attributes: {
    ...defaultSchema.attributes,
    img: ['alt'],
    code: [['className', 'language-math', 'math-inline', 'math-display']],
  },
};

/** Puts formulas in brackets, as many models write them, into the dollars that the reader knows: `\(x\)` → `$x$`. */
function withDollars(text: string): string {
  return text
    .replaceAll(/\\\[([\s\S]{1,2000}?)\\\]/g, (_, tex: string) => `\n$$\n${tex.trim()}\n$$\n`)
    .replaceAll(/\\\((.{1,500}?)\\\)/g, (_, tex: string) => `$${tex.trim()}$`);
}

/** Makes HTML between the Markdown text, before the sanitiser would drop it, so that what a judge wrote stays visible. */
function htmlAsText(tree: Nodes): void {
  const waiting: Nodes[] = [tree];
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    if (!('children' in node)) continue;
    node.children = node.children.map((child) =>
      child.type === 'raw' ? { type: 'text', value: child.value } : child,
    ) as ElementContent[];
    waiting.push(...node.children);
  }
}

/** The formula that an element of the Markdown stands for, if it stands for one. */
function formulaOf({ tagName, properties, children }: Element): Element | null {
  const { className } = properties;
  const [tex] = children;
  if (tagName !== 'code' || !Array.isArray(className) || !className.includes('language-math')) return null;
  return tex?.type === 'text' ? mathsOf(tex.value, className.includes('math-display')) : null;
}

/** Puts the formulas in and counts; throws for a tree that a page could not lay out quickly. */
function finish(tree: Root): void {
  const waiting: { readonly parent: Root | Element; readonly depth: number }[] = [{ parent: tree, depth: 1 }];
  let nodes = 0;
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const { parent, depth } = next;
    nodes += parent.children.length;
    if (depth > DEEPEST) throw new NotFormatted('Its parts nest too deep to be formatted');
    if (nodes > MOST_NODES) throw new NotFormatted('It has too many parts to be formatted');
    for (const [place, child] of parent.children.entries()) {
      if (child.type !== 'element') continue;
      const formula = formulaOf(child);
      if (formula !== null) parent.children[place] = formula;
      waiting.push({ parent: formula ?? child, depth: depth + 1 });
    }
  }
}

const MARKDOWN = unified()
  .use(remarkParse)
  .use(remarkMath)
  .use(remarkRehype, { allowDangerousHtml: true })
  .use(() => htmlAsText)
  .use(rehypeSanitize, SCHEMA);

/** A tree of harmless elements: HTML is text, formulas are MathML. Throws `NotFormatted` beyond the bounds. It can take any time and stack, so it runs in a worker. */
export function formattedTree(text: string): Root {
  const shown = withDollars(visibleText(text));
  const tree = MARKDOWN.runSync(MARKDOWN.parse(shown));
  finish(tree);
  return tree;
}
