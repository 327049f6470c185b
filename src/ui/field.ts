/** A parameter of a URL as it was read: its usable part, and the pieces that mean nothing here. */
interface FieldReading<T> {
  /** Null when nothing of it could be used. */
  readonly value: T | null;
  readonly rejected: readonly string[];
}

/**
 * One parameter of a page's URL: how it is read and written, and what of a text means nothing here. A page's record of them is
 * all that is written of its parameters: `StateOf` is the type of its state, `readSearch` and `writeSearch` are reader and writer (of
 * links too), `useUrl` is the hook and `IgnoredNotice` names what a record does not know.
 */
export interface Field<T> {
  /** Null when nothing of the text could be used. */
  parse(raw: string): T | null;
  serialize(value: T): string;
  eq(a: T, b: T): boolean;
  readonly defaultValue: T;
  readonly read: (raw: string) => FieldReading<T>;
}

export type Fields = Readonly<Record<string, Field<unknown>>>;

export type StateOf<F extends Fields> = { readonly [K in keyof F]: F[K] extends Field<infer T> ? T : never };

interface FieldParts<T> {
  readonly read: (raw: string) => FieldReading<T>;
  readonly write: (value: T) => string;
  readonly fallback: T;
}

export function fieldOf<T>({ read, write, fallback }: FieldParts<T>): Field<T> {
  return {
    parse: (raw) => read(raw).value,
    serialize: write,
    eq: (a, b) => write(a) === write(b),
    defaultValue: fallback,
    read,
  };
}

/** Makes the field of a text that is used whole or not at all: `parse` gives null for one that means nothing. */
export const wholeField = <T>(fallback: T, write: (value: T) => string, parse: (raw: string) => T | null): Field<T> =>
  fieldOf({
    fallback,
    write,
    read: (raw) => {
      const value = parse(raw);
      return { value, rejected: value === null ? [raw] : [] };
    },
  });

/** A parameter of the URL that was ignored, wholly or in part. */
export interface Ignored {
  readonly name: string;
  readonly kind: 'unknown' | 'broken' | 'twice' | 'surplus' | 'repeated';
  /** The pieces that were not understood; empty for an unknown name. */
  readonly pieces: readonly string[];
}

const SEPARATOR = ',';

const pieces = (raw: string): string[] => raw.split(SEPARATOR).filter((piece) => piece !== '');

/** Makes the field of a list of at most `most` known ids, `a,b,c`. The order is kept; unknown and surplus ids are rejected one by one. */
export function listField<T extends string>(
  allowed: Iterable<T>,
  most = Number.POSITIVE_INFINITY,
): Field<readonly T[]> {
  const known = new Map<string, T>([...allowed].map((id) => [id, id]));
  return fieldOf<readonly T[]>({
    fallback: [],
    write: (ids) => ids.join(SEPARATOR),
    read: (raw) => {
      const all = pieces(raw);
      const given = [...new Set(all)];
      const value = given.flatMap((piece) => known.get(piece) ?? []);
      const rejected = given.filter((piece) => !known.has(piece));
      const twice = value.filter((id) => all.indexOf(id) !== all.lastIndexOf(id));
      return {
        value: value.length > 0 ? value.slice(0, most) : null,
        rejected: [...new Set([...rejected, ...value.slice(most), ...twice])],
      };
    },
  });
}

/** Makes the field of one of a few words. */
export const choiceField = <T extends string>(allowed: readonly T[], fallback: T): Field<T> =>
  wholeField(fallback, String, (raw) => allowed.find((word) => word === raw) ?? null);

/** Makes the field of text as typed, of a form. */
export const textField = (isSound: (raw: string) => boolean): Field<string> =>
  wholeField('', String, (raw) => (isSound(raw) ? raw : null));

/** Makes the field of free text up to a length. */
export const freeText = (longest: number): Field<string> => textField((raw) => raw.length <= longest);

/** Reads the state that a query string asks for; what it cannot use leaves the default standing. */
export function readSearch<F extends Fields>(fields: F, search: string | URLSearchParams): StateOf<F> {
  const query = new URLSearchParams(search);
  const entries = Object.entries(fields).map(([name, field]) => {
    const raw = query.get(name);
    return [name, (raw === null ? null : field.parse(raw)) ?? field.defaultValue] as const;
  });
  return Object.fromEntries(entries) as StateOf<F>;
}

/** Writes the query string of a state, from its `?` on, defaults left out; '' for the state before anyone touches it. */
export function writeSearch<F extends Fields>(fields: F, state: Partial<StateOf<F>>): string {
  const query = new URLSearchParams();
  for (const [name, field] of Object.entries(fields)) {
    const value: unknown = state[name];
    if (value !== undefined && !field.eq(value, field.defaultValue)) query.set(name, field.serialize(value));
  }
  return query.size === 0 ? '' : `?${query}`;
}

/** Lists everything in a query string that the page cannot use. `fields` are the page's parameters by name. */
export function ignoredParameters(search: string | URLSearchParams, fields: Fields): Ignored[] {
  const query = new URLSearchParams(search);
  return [...new Set(query.keys())].flatMap((name): Ignored[] => {
    const field = Object.hasOwn(fields, name) ? fields[name] : undefined;
    if (field === undefined) return [{ name, kind: 'unknown', pieces: [] }];
    const [first = '', ...more] = query.getAll(name);
    // A parameter without a value says nothing, so nothing of it is ignored.
    const rejected = first === '' ? [] : field.read(first).rejected;
    // A piece that is valid by itself stands there twice, or is one too many.
    const sound = rejected.filter((piece) => field.read(piece).rejected.length === 0);
    const broken = rejected.filter((piece) => !sound.includes(piece));
    const twice = sound.filter((piece) => pieces(first).indexOf(piece) !== pieces(first).lastIndexOf(piece));
    const surplus = sound.filter((piece) => !twice.includes(piece));
    return [
      ...(broken.length > 0 ? [{ name, kind: 'broken' as const, pieces: broken }] : []),
      ...(twice.length > 0 ? [{ name, kind: 'twice' as const, pieces: twice }] : []),
      ...(surplus.length > 0 ? [{ name, kind: 'surplus' as const, pieces: surplus }] : []),
      ...(more.length > 0 ? [{ name, kind: 'repeated' as const, pieces: more }] : []),
    ];
  });
}

/** Writes a query string for people to read: what separates parts of a parameter stays as it is. */
export const legible = (query: URLSearchParams): string =>
  query.size === 0 ? '' : `?${query.toString().replaceAll('%2C', SEPARATOR).replaceAll('%3A', ':')}`;

/** Gives the query string with only what the page understands of it. */
export function cleanSearch(search: string | URLSearchParams, fields: Fields): string {
  const given = new URLSearchParams(search);
  const query = new URLSearchParams();
  for (const name of new Set(given.keys())) {
    const field = Object.hasOwn(fields, name) ? fields[name] : undefined;
    const raw = given.get(name) ?? '';
    const { value, rejected } = field?.read(raw) ?? { value: null, rejected: [] };
    if (field !== undefined && value !== null) query.set(name, rejected.length === 0 ? raw : field.serialize(value));
  }
  return legible(query);
}
