import { afterAll } from 'vitest';
import { removeScratch } from './scratch.ts';

/** Runs before each file of tests, also of those that share a process and so load what they share only once. */
afterAll(removeScratch);
