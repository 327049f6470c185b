/** One way in which a value may be formed: the part of JSON Schema (2020-12) that `scripts/forms.ts` makes of the release's own schemas. */
export interface FormShape {
  readonly type?: string | readonly string[];
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly anyOf?: readonly FormShape[];
  readonly properties?: Readonly<Record<string, FormShape>>;
  readonly required?: readonly string[];
  /** False: only the named properties are allowed. A shape: the form of all others. */
  readonly additionalProperties?: FormShape | false;
  readonly items?: FormShape;
  /** Exactly these, in this order. */
  readonly prefixItems?: readonly FormShape[];
  readonly pattern?: string;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minimum?: number;
  readonly exclusiveMinimum?: number;
  readonly maximum?: number;
  readonly default?: unknown;
}

declare const described: unique symbol;
/** The form of a `T` as it comes from a file. */
export type Form<T> = FormShape & { readonly [described]?: T };

/** The first place where a value is not as it should be: names and numbers from the root, and what is wrong. */
export interface FormMisfit {
  readonly path: readonly (string | number)[];
  readonly message: string;
}

type Place = FormMisfit['path'];

function typeOf(value: unknown): string {
  if (value === null) return 'null';
  return Array.isArray(value) ? 'array' : typeof value;
}

function isOfType(value: unknown, type: string): boolean {
  if (type === 'integer') return Number.isSafeInteger(value);
  return type === 'number' ? Number.isFinite(value) : typeOf(value) === type;
}

const patterns = new Map<string, RegExp>();

function matches(text: string, pattern: string): boolean {
  const known = patterns.get(pattern) ?? new RegExp(pattern, 'u');
  patterns.set(pattern, known);
  return known.test(text);
}

function textFault(
  text: string,
  { pattern, minLength = 0, maxLength = Number.POSITIVE_INFINITY }: FormShape,
): string | null {
  if (text.length < minLength || text.length > maxLength) return `a text of ${text.length} characters`;
  return pattern === undefined || matches(text, pattern) ? null : 'a text of another form';
}

function numberFault(number: number, shape: FormShape): string | null {
  const { minimum = -Infinity, exclusiveMinimum = -Infinity, maximum = Infinity } = shape;
  const isOutside = number < minimum || number > maximum || number <= exclusiveMinimum;
  return isOutside ? `${number} is out of range` : null;
}

/** Says what is wrong with the value itself, whatever it holds. */
function ownFault(value: unknown, shape: FormShape): string | null {
  const { type } = shape;
  if (type !== undefined && ![type].flat().some((one) => isOfType(value, one)))
    return `expected ${[type].flat().join(' or ')}, found ${typeOf(value)}`;
  if (shape.enum !== undefined && !shape.enum.includes(value)) return `“${value}” is none of the values that may be`;
  if ('const' in shape && value !== shape.const) return `expected ${shape.const}`;
  if (typeof value === 'string') return textFault(value, shape);
  return typeof value === 'number' ? numberFault(value, shape) : null;
}

function listMisfit(list: readonly unknown[], { items, prefixItems }: FormShape, path: Place): FormMisfit | null {
  if (prefixItems !== undefined && list.length !== prefixItems.length)
    return { path, message: `expected ${prefixItems.length} entries, found ${list.length}` };
  for (const [i, entry] of list.entries()) {
    const shape = prefixItems?.[i] ?? items;
    const misfit = shape === undefined ? null : misfitOf(entry, shape, [...path, i]);
    if (misfit !== null) return misfit;
  }
  return null;
}

function recordMisfit(record: Record<string, unknown>, shape: FormShape, path: Place): FormMisfit | null {
  const { properties = {}, required = [], additionalProperties } = shape;
  const missing = required.find((name) => !Object.hasOwn(record, name));
  if (missing !== undefined) return { path: [...path, missing], message: 'it is missing' };
  for (const [name, value] of Object.entries(record)) {
    const inner = Object.hasOwn(properties, name) ? properties[name] : additionalProperties;
    if (inner === false) return { path: [...path, name], message: 'nothing of this name is known' };
    const misfit = inner === undefined ? null : misfitOf(value, inner, [...path, name]);
    if (misfit !== null) return misfit;
  }
  for (const [name, inner] of Object.entries(properties))
    if ('default' in inner && !Object.hasOwn(record, name)) record[name] = structuredClone(inner.default);
  return null;
}

/** Of several forms the one that fits furthest into the value is most likely the one that was meant. */
const byDepth = (a: FormMisfit | null, b: FormMisfit | null): number => (b?.path.length ?? 0) - (a?.path.length ?? 0);

/**
 * Holds a value that was just read from JSON against a form. What is left out and has a default is filled in, in the value itself. Null where
 * it fits, else the first misfit.
 */
export function misfitOf(value: unknown, shape: FormShape, path: Place = []): FormMisfit | null {
  const own = ownFault(value, shape);
  if (own !== null) return { path, message: own };
  if (shape.anyOf !== undefined) {
    const misfits = shape.anyOf.map((one) => misfitOf(value, one, path)).toSorted(byDepth);
    return misfits.includes(null) ? null : (misfits[0] ?? null);
  }
  if (Array.isArray(value)) return listMisfit(value, shape, path);
  return typeof value === 'object' && value !== null
    ? recordMisfit(value as Record<string, unknown>, shape, path)
    : null;
}
