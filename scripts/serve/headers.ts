/** One block of a `_headers` file: the headers of every address that its pattern fits. */
export interface HeaderRule {
  readonly pattern: RegExp;
  readonly headers: readonly (readonly [name: string, value: string])[];
}

/**
 * Reads the `_headers` format of static hosts: a pattern on a line of its own (`*` stands for anything, `:name` for one part of
 * a path), below it, indented, `Name: value` lines; `#` begins a comment.
 */
export function parseHeaderRules(text: string): readonly HeaderRule[] {
  const rules: { pattern: RegExp; headers: [string, string][] }[] = [];
  for (const line of text.split(/\r?\n/)) {
    if (line.trim() === '' || line.trimStart().startsWith('#')) continue;
    if (!/^\s/.test(line)) {
      const parts = line
        .trim()
        .split('*')
        .map((part) => part.replace(/[.+?^${}()|[\]\\]/g, '\\$&').replace(/:[a-z]\w*/gi, '[^/]+'));
      rules.push({ pattern: new RegExp(`^${parts.join('.*')}$`), headers: [] });
      continue;
    }
    const colon = line.indexOf(':');
    if (colon > 0) rules.at(-1)?.headers.push([line.slice(0, colon).trim(), line.slice(colon + 1).trim()]);
  }
  return rules;
}

/** Types that the server's library does not know; `.gz` stays a gzip file, as most static hosts serve it. */
const TYPES: Readonly<Record<string, string>> = {
  parquet: 'application/vnd.apache.parquet',
  arrow: 'application/vnd.apache.arrow.file',
  duckdb: 'application/octet-stream',
  jsonl: 'application/jsonl; charset=utf-8',
  bib: 'text/plain; charset=utf-8',
};

/** Astro's own folder, or a hexadecimal hash in, or as, the file's name: the content of such an address never changes. */
const HASHED = /^\/_astro\/|[/.-][0-9a-f]{8,64}\.[a-z0-9.]+$/;

/** Gives the headers for a file at `path` (from the site's root, beginning with a slash). The rules' own headers win. */
export function headersFor(path: string, rules: readonly HeaderRule[]): ReadonlyMap<string, string> {
  const headers = new Map([
    ['cache-control', HASHED.test(path) ? 'public, max-age=31536000, immutable' : 'no-cache'],
    ['x-content-type-options', 'nosniff'],
  ]);
  const type = TYPES[path.slice(path.lastIndexOf('.') + 1)];
  if (type) headers.set('content-type', type);
  // Browsers keep parts of a file only under a tag that stands for its very bytes.
  if (HASHED.test(path) && /\.(?:bin|gz)$/.test(path))
    headers.set('etag', `"${path.slice(path.lastIndexOf('/') + 1)}"`);
  for (const rule of rules) {
    if (!rule.pattern.test(path)) continue;
    for (const [name, value] of rule.headers) headers.set(name.toLowerCase(), value);
  }
  return headers;
}

/** Text gains from compression; the data files are compressed already and are read by ranges of their real bytes. */
export function isTextType(type: string): boolean {
  return /^(?:text\/|image\/svg\+xml|application\/(?:json|jsonl|ld\+json|manifest\+json|javascript|xml))/.test(type);
}
