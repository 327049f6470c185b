import type { Element, ElementContent } from 'hast';
import temml from 'temml';

/** Bounds for formulas of unknown origin: size of a rule or space in em, macro expansions, depth of nesting. */
const MAX_SIZE: [number, number] = [20, 20];
const MAX_EXPAND = 200;
const DEEPEST = 60;

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
  if (depth > DEEPEST) throw new RangeError('a formula that nests too deep');
  if (built.text !== undefined) return [{ type: 'text', value: built.text }];
  const children = (built.children ?? []).flatMap((child) => treeOf(child, depth + 1));
  if (built.type === undefined || !ELEMENTS.has(built.type)) return children;
  return [{ type: 'element', tagName: built.type, properties: propertiesOf(built), children }];
}

/** Reads a TeX formula as a tree of MathML; null for one that is not TeX, or that breaks the bounds. */
export function mathsOf(tex: string, display: boolean): Element | null {
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
