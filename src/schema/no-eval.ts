import { config } from 'zod';

// Zod tries `new Function` when an object schema is made. A page's policy forbids and reports that; in Node it makes reading fast.
// Imported by the schema that all others import, so that it runs before any of them is made.
if ('document' in globalThis) config({ jitless: true });
