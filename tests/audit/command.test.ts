import { Command } from 'commander';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { registerAudit } from '../../scripts/commands/audit.ts';

/** The project is audited once: what is asked for is what is printed of it. */
vi.mock('../../src/release/build.ts', async (original) => {
  const check = await original<typeof import('../../src/release/build.ts')>();
  let audited: ReturnType<typeof check.auditData> | undefined;
  const auditData: typeof check.auditData = (...asked) => {
    audited ??= check.auditData(...asked);
    return audited;
  };
  return { ...check, auditData };
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
  await program.parseAsync(['audit', ...args], { from: 'user' });
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
