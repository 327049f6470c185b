import { isMap, isPair, isScalar, isSeq, LineCounter, type Node, parseDocument, type YAMLError } from 'yaml';
import type { z } from 'zod';
import { nearestWord, type Problem, shownText } from '../schema/problem.ts';
import { expectation, hintFor, printedValue, valueAtPath } from './issues.ts';

type Path = readonly PropertyKey[];
type Issue = z.core.$ZodIssue;

/** A YAML file checked against a schema; `value` is null when it cannot be used. */
export interface YamlFile<T> {
  readonly value: T | null;
  readonly problems: readonly Problem[];
  /** Line of the value at a path, or of the nearest thing that exists above it. */
  readonly line: (path: Path) => number;
}

/** Gives the key or item that stands for the last step of `path` that exists in the document. */
function locate(root: Node | null, path: Path): Node | null {
  let at = root;
  let inside: unknown = root;
  for (const step of path) {
    if (isMap(inside)) {
      const pair = inside.items.find((p) => isPair(p) && isScalar(p.key) && String(p.key.value) === String(step));
      if (pair === undefined) return at;
      at = pair.key as Node;
      inside = pair.value;
    } else if (isSeq(inside) && typeof step === 'number' && inside.items[step] !== undefined) {
      at = inside.items[step] as Node;
      inside = at;
    } else return at;
  }
  return at;
}

const depth = (issues: readonly Issue[]): number => Math.max(0, ...issues.map((i) => i.path.length));

/** Finds the alternative of a union that the value comes nearest to: the one that fails deepest, and of several such the one that fails in fewest places. */
function flatten(issue: Issue, above: Path): (Issue & { readonly at: Path })[] {
  const at = [...above, ...issue.path];
  const branches = issue.code === 'invalid_union' ? issue.errors.filter((b) => b.length > 0) : [];
  if (branches.length === 0) return [{ ...issue, at }];
  const [best = []] = [...branches].sort((a, b) => depth(b) - depth(a) || a.length - b.length);
  return best.flatMap((i) => flatten(i, at));
}

function toProblem(
  file: string,
  {
    data,
    issue,
    line,
  }: { readonly data: unknown; readonly issue: Issue & { readonly at: Path }; readonly line: (p: Path) => number },
): Problem[] {
  if (issue.code === 'unrecognized_keys') {
    const known = Object.keys(Object(valueAtPath(data, issue.at))).filter((k) => !issue.keys.includes(k));
    return issue.keys.map((key) => {
      const path = [...issue.at, key];
      const near = nearestWord(key, known);
      const hint =
        near === undefined
          ? 'remove it or correct its name'
          : `remove it or correct its name (${near} is there already)`;
      return { file, line: line(path), field: path.join('.'), found: key, message: 'unknown field', hint };
    });
  }
  const value = valueAtPath(data, issue.at);
  return [
    {
      file,
      line: line(issue.at),
      field: issue.at.join('.') || undefined,
      found: value === undefined ? undefined : shownText(printedValue(value)),
      expected: expectation(issue),
      message: value === undefined ? 'missing' : 'not accepted',
      hint: hintFor(issue, value),
    },
  ];
}

/** What the parser's errors mean here and how to mend them, where its own words say neither. */
const SYNTAX: Readonly<Record<string, readonly [message: string | null, hint: string]>> = {
  DUPLICATE_KEY: [null, 'keep one of them'],
  MULTIPLE_DOCS: ['a second document begins', 'take away the line --- and what follows'],
  RESOURCE_EXHAUSTION: ['nested too deeply', 'write fewer lists within lists'],
  TAB_AS_INDENT: [null, 'indent with blanks'],
};

function syntaxProblem(file: string, { code, message, pos: [at] }: YAMLError, counter: LineCounter): Problem {
  const [own, hint] = SYNTAX[code] ?? [null, undefined];
  return { file, line: counter.linePos(at).line, message: `not valid YAML: ${own ?? message}`, hint };
}

/** Says what keeps a text from being read at all; null where nothing does. */
function textProblem(file: string, text: string): Problem | null {
  const unread = {
    file,
    message: 'not text; nothing was read',
    expected: 'text in UTF-8',
    hint: 'save the file as UTF-8',
  };
  if (text.includes('\0')) return { ...unread, found: 'zero bytes, as in UTF-16' };
  const at = text.indexOf('\uFFFD');
  if (at >= 0) return { ...unread, line: text.slice(0, at).split('\n').length, found: 'bytes that are no UTF-8' };
  return text.trim() === ''
    ? { file, message: 'nothing stands in it', hint: 'was the file written to its end?' }
    : null;
}

/** Gives the values of a document. Throws where aliases multiply beyond what the library accepts, and where one holds itself. */
function valuesOf(doc: ReturnType<typeof parseDocument>): unknown {
  const data: unknown = doc.toJS();
  try {
    JSON.stringify(data);
  } catch {
    throw new Error('something holds itself by an alias');
  }
  return data;
}

/** Reads YAML text against a schema: every problem with its line, syntax errors first (then nothing else is checked). */
export function readYaml<S extends z.ZodType>(file: string, text: string, schema: S): YamlFile<z.output<S>> {
  const counter = new LineCounter();
  const doc = parseDocument(text, { lineCounter: counter, prettyErrors: false });
  const line = (path: Path): number => counter.linePos(locate(doc.contents, path)?.range?.[0] ?? 0).line;
  const unread = textProblem(file, text);
  if (unread !== null) return { value: null, problems: [unread], line };
  if (doc.errors.length > 0) {
    // Too deep nesting is one fault, which the parser reports again at many depths.
    const deep = doc.errors.find(({ code }) => code === 'RESOURCE_EXHAUSTION');
    const errors = deep === undefined ? doc.errors : [deep];
    return { value: null, problems: errors.map((e) => syntaxProblem(file, e, counter)), line };
  }
  let data: unknown;
  try {
    data = valuesOf(doc);
  } catch (error) {
    const message = `not usable YAML: ${error instanceof Error ? error.message : String(error)}`;
    return { value: null, problems: [{ file, line: 1, message, hint: 'write the values out' }], line };
  }
  const result = schema.safeParse(data);
  if (result.success) return { value: result.data, problems: [], line };
  const issues = result.error.issues.flatMap((i) => flatten(i, []));
  return { value: null, problems: issues.flatMap((i) => toProblem(file, { data, issue: i, line })), line };
}
