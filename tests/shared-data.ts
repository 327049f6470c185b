import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe } from 'vitest';

/** The folder of real judges' outputs that stands beside some checkouts and is no part of the project. */
const SHARED = resolve(import.meta.dirname, '../../shared/data');

/** Where a part of it stands, whether it is there or not. */
export const sharedData = (part: string): string => join(SHARED, part);

/** Is a part of it there? */
const hasSharedData = (part: string): boolean => existsSync(sharedData(part));

/** Tests that need a part of it. Where it is absent they are not run, and `npm test` names them at its end. */
export function describeShared(part: string, name: string, tests: () => void): void {
  describe.skipIf(!hasSharedData(part))(`${name} (needs ../shared/data/${part})`, tests);
}
