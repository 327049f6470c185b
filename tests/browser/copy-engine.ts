import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { inject } from 'vitest';

/** Puts the query engine of the tested site into the public folder of another one: packing it anew takes seconds. */
export function copyEngine(folder: string): void {
  cpSync(join(inject('site').folder, 'engine'), join(folder, 'engine'), { recursive: true });
}
