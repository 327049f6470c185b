import { config } from 'zod';

// Zod tries `new Function` when an object schema is made. A page's policy forbids and reports that; in Node it makes reading fast.
// Schemas import it before Zod, so that it runs before any of them is made.
if ('document' in globalThis) config({ jitless: true });
