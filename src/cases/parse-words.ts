import type { Parse } from '../schema/records.ts';

/** Words for how an answer was read. */
export const PARSE_WORDS: Readonly<Record<Parse, string>> = {
  ok: 'parsed',
  verifier: 'read by a verifier',
  fallback: 'read by fallback',
  failed: 'unparsed',
  abstained: 'N/A',
  missing: 'missing',
  refused: 'refused',
  error: 'error',
};
