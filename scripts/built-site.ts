import { existsSync } from 'node:fs';
import { join } from 'node:path';

/** Says why a folder cannot be taken for a built site, in a sentence; null where it can. */
export const siteLacking = (folder: string): string | null =>
  existsSync(join(folder, 'index.html')) ? null : `${folder} holds no built site. Build it first: npm run build`;
