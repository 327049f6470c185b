import fs from 'node:fs/promises';
import path from 'node:path';
import { Command } from 'commander';
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { registerAudit } from '../../scripts/commands/audit.ts';
import { scratch } from '../scratch.ts';

/** Where the papers' tables stand, without runs: what printed values are compared with is asked of a whole release. */
let root = '';

beforeAll(async () => {
  root = await scratch();
  const copied = ['judges.yaml', 'mm-critic', 'multi-crit'].map((name) => path.join('data', name));
  await Promise.all(copied.map((name) => fs.cp(name, path.join(root, name), { recursive: true })));
});

const printed: string[] = [];

beforeEach(() => {
  printed.length = 0;
  vi.spyOn(console, 'log').mockImplementation((text: string) => printed.push(text));
});
afterEach(() => {
  vi.restoreAllMocks();
  process.exitCode = undefined;
});

async function run(...args: string[]): Promise<string> {
  const program = new Command();
  registerAudit(program);
  await program.parseAsync(['audit', '--root', root, ...args], { from: 'user' });
  return printed.join('\n');
}

test('prints each flagged cell under its benchmark and table, the checks and the claims', async () => {
  const text = await run();
  expect(text).toMatch(/^mm-critic, table 11\n {4}rejected {2}o4-mini · coding {2}80\.84 {2}\[out-of-range\]/m);
  expect(text).toMatch(/^ {4}Not a number +1 flags, \d+ examined$/m);
  expect(text).toMatch(/^ {4}multi-crit: 578 ok, 28 coverage, 1 rejected$/m);
  expect(text).toMatch(/^Claims of the papers: \d+ hold, \d+ fail, \d+ cannot be tested/m);
  expect(text).not.toContain('[whole-count] at most');
});

test('--coverage lists the cells with fewer scored samples too', async () => {
  expect(await run('--coverage')).toContain('[whole-count] at most');
});

test('--json holds checks, flags, statuses and findings', async () => {
  const json = JSON.parse(await run('--json')) as Record<string, unknown>;
  expect(Object.keys(json)).toEqual(['problems', 'checks', 'flags', 'statuses', 'findings']);
});
