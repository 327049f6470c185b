import type { Element, ElementContent, Nodes, Root } from 'hast';
import rehypeSanitize, { defaultSchema } from 'rehype-sanitize';
import remarkMath from 'remark-math';
import remarkParse from 'remark-parse';
import remarkRehype from 'remark-rehype';
import temml from 'temml';
import { unified } from 'unified';
import { visibleText } from '../ui/visible.ts';

/** Bounds for formulas of unknown origin: size of a rule or space in em, macro expansions, depth of nesting. */
const MAX_SIZE: [number, number] = [20, 20];
const MAX_EXPAND = 200;
const DEEPEST_FORMULA = 60;

/** What temml builds: an element of MathML, a fragment without a `type`, or a text. */
interface Built {
  readonly type?: string;
  readonly text?: string;
  readonly attributes?: Readonly<Record<string, string | number | boolean>>;
  readonly classes?: readonly string[];
  readonly style?: Readonly<Record<string, string | number>>;
  readonly children?: readonly Built[];
}

const ELEMENTS: ReadonlySet<string> = new Set(
  `math mfrac mi mmultiscripts mn mo mover mpadded mphantom mprescripts mroot mrow mspace msqrt mstyle msub msubsup msup mtable mtd
  mtext mtr munder munderover none menclose`.split(/\s+/),
);
/** Attributes that elements keep; none is an id or an address. */
const ATTRIBUTES: ReadonlySet<string> = new Set(
  `accent accentunder columnalign columnlines columnspacing depth display displaystyle fence form height largeop linebreak linethickness
  lspace mathbackground mathcolor mathsize mathvariant maxsize minsize movablelimits notation rowlines rowspacing rspace scriptlevel
  separator stretchy symmetric voffset width`.split(/\s+/),
);

/** `paddingLeft` as a style sheet writes it. */
const hyphenated = (name: string): string => name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

function propertiesOf({
  type,
  attributes = {},
  classes = [],
  style = {},
  children = [],
}: Built): Element['properties'] {
  const [only] = children;
  // The style sheet slants variables of one letter, where the browser would look for letters that few fonts hold.
  const slanted = type === 'mi' && attributes['mathvariant'] === undefined && [...(only?.text ?? '')].length === 1;
  const declarations = Object.entries(style).map(([name, value]) => `${hyphenated(name)}:${value}`);
  return {
    ...Object.fromEntries(Object.entries(attributes).filter(([name]) => ATTRIBUTES.has(name))),
    ...(classes.length > 0 || slanted ? { className: [...classes, ...(slanted ? ['letter'] : [])] } : {}),
    ...(declarations.length > 0 && { style: declarations.join(';') }),
  };
}

/** Turns temml's result into a tree of MathML elements; other elements are replaced by their children. */
function treeOf(built: Built, depth: number): ElementContent[] {
  if (depth > DEEPEST_FORMULA) throw new RangeError('a formula that nests too deep');
  if (built.text !== undefined) return [{ type: 'text', value: built.text }];
  const children = (built.children ?? []).flatMap((child) => treeOf(child, depth + 1));
  if (built.type === undefined || !ELEMENTS.has(built.type)) return children;
  return [{ type: 'element', tagName: built.type, properties: propertiesOf(built), children }];
}

/** Reads a TeX formula as a tree of MathML; null for one that is not TeX, or that breaks the bounds. */
function mathsOf(tex: string, display: boolean): Element | null {
  try {
    const built: Built = temml.__renderToMathMLTree(tex, {
      displayMode: display,
      trust: false,
      strict: false,
      throwOnError: true,
      maxSize: MAX_SIZE,
      maxExpand: MAX_EXPAND,
    });
    const className = display ? ['maths', 'display'] : ['maths'];
    return { type: 'element', tagName: 'span', properties: { className }, children: treeOf(built, 0) };
  } catch {
    return null;
  }
}

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

function formulaOf({ tagName, properties, children }: Element): Element | null {
  const { className } = properties;
  const [tex] = children;
  if (tagName !== 'code' || !Array.isArray(className) || !className.includes('language-math')) return null;
  return tex?.type === 'text' ? mathsOf(tex.value, className.includes('math-display')) : null;
}

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
