import { DEAREST_UNIT } from './dearest-first.ts';

/**
 * Unit tests that have a process each: they replace a module or a global, share what is known of a page, make folders that go after each file, or
 * fill the memory. Names of files, and of folders that end in a slash.
 */
export const ALONE = [
  'tests/audit/command.test.ts',
  ...['client', 'explore', 'importers', 'own', 'prerender', 'release', 'scripts'].map((folder) => `tests/${folder}/`),
  ...DEAREST_UNIT,
];
