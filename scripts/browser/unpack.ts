import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { inflate } from '@sparticuz/chromium';

/** Unpacks the package's archives into TMPDIR; `bundled.ts` runs this as a process of its own. */
const archives = join(dirname(createRequire(import.meta.url).resolve('@sparticuz/chromium')), '..', 'bin');
await Promise.all(['chromium.br', 'al2023.tar.br', 'fonts.tar.br'].map((name) => inflate(join(archives, name))));
