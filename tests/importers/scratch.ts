import { randomUUID } from 'node:crypto';
import os from 'node:os';
import path from 'node:path';

/** A folder that is not there yet, of this test alone. */
export const scratchFolder = (name: string): string =>
  path.join(os.tmpdir(), `judgeboard-${name}-${randomUUID().slice(0, 8)}`);
