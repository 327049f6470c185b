/** What one parameter of a URL says: the sound part of it, and the pieces that mean nothing here. */
export interface Reading<T> {
  /** Null when nothing of it could be used. */
  readonly value: T | null;
  readonly rejected: readonly string[];
}

/** One parameter of a page's URL: how it is read and written, and what it is when it is left out. */
export interface Field<T> {
  readonly read: (raw: string) => Reading<T>;
  readonly write: (value: T) => string;
  readonly fallback: T;
}

/** A parameter of the URL that was ignored, wholly or in part. */
export interface Ignored {
  readonly name: string;
  readonly kind: 'unknown' | 'broken' | 'repeated';
  /** The pieces that were not understood; empty for an unknown name. */
  readonly pieces: readonly string[];
}

const SEPARATOR = ',';

function pieces(raw: string): string[] {
  return [...new Set(raw.split(SEPARATOR))];
}

/** A list of known ids, `a,b,c`; the order is kept, what is not known is rejected piece by piece. */
export function listField<T extends string>(allowed: Iterable<T>): Field<readonly T[]> {
  const known = new Map<string, T>([...allowed].map((id) => [id, id]));
  return {
    fallback: [],
    write: (ids) => ids.join(SEPARATOR),
    read: (raw) => {
      const given = pieces(raw);
      const value = given.flatMap((piece) => known.get(piece) ?? []);
      return { value: value.length > 0 ? value : null, rejected: given.filter((piece) => !known.has(piece)) };
    },
  };
}

/** One of a few words. */
export function choiceField<T extends string>(allowed: readonly T[], fallback: T): Field<T> {
  return {
    fallback,
    write: (value) => value,
    read: (raw) => {
      const value = allowed.find((word) => word === raw) ?? null;
      return { value, rejected: value === null ? [raw] : [] };
    },
  };
}

/** Free text up to a length, as typed. */
export function textField(longest: number): Field<string> {
  return {
    fallback: '',
    write: (value) => value,
    read: (raw) => (raw.length > longest ? { value: null, rejected: [raw] } : { value: raw, rejected: [] }),
  };
}

/** Everything in a query string that the page cannot use. `fields` are the page's parameters by name. */
export function ignoredParameters(
  search: string | URLSearchParams,
  fields: Readonly<Record<string, Pick<Field<unknown>, 'read'>>>,
): Ignored[] {
  const query = new URLSearchParams(search);
  return [...new Set(query.keys())].flatMap((name): Ignored[] => {
    const field = Object.hasOwn(fields, name) ? fields[name] : undefined;
    if (field === undefined) return [{ name, kind: 'unknown', pieces: [] }];
    const [first = '', ...more] = query.getAll(name);
    const { rejected } = field.read(first);
    return [
      ...(rejected.length > 0 ? [{ name, kind: 'broken' as const, pieces: rejected }] : []),
      ...(more.length > 0 ? [{ name, kind: 'repeated' as const, pieces: more }] : []),
    ];
  });
}

/** The query string with only what the page understands of it. */
export function cleanSearch(search: string | URLSearchParams, fields: Parameters<typeof ignoredParameters>[1]): string {
  const query = new URLSearchParams(search);
  for (const { name, kind, pieces } of ignoredParameters(query, fields)) {
    const [first = ''] = query.getAll(name);
    const rest = first.split(SEPARATOR).filter((piece) => !pieces.includes(piece));
    if (kind === 'repeated') query.set(name, first);
    else if (kind === 'unknown' || rest.length === 0 || pieces.includes(first)) query.delete(name);
    else query.set(name, rest.join(SEPARATOR));
  }
  return query.size === 0 ? '' : `?${query.toString().replaceAll('%2C', SEPARATOR).replaceAll('%3A', ':')}`;
}
