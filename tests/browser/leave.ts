import { afterAll } from 'vitest';
import { leaveBrowser } from './page.ts';

/** Runs before each file of tests: hooks of a module that files share would follow the first of them only. */
afterAll(leaveBrowser);
