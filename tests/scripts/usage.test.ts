import fs from 'node:fs';
import path from 'node:path';
import type { Command } from 'commander';
import { expect, test } from 'vitest';
import { registerAudit } from '../../scripts/commands/audit.ts';
import { registerBench } from '../../scripts/commands/bench.ts';
import { registerBuild } from '../../scripts/commands/build.ts';
import { wholeFrom } from '../../scripts/commands/command.ts';
import { registerExport } from '../../scripts/commands/export.ts';
import { registerFetch } from '../../scripts/commands/fetch.ts';
import { registerPack } from '../../scripts/commands/pack.ts';
import { registerScore } from '../../scripts/commands/score.ts';
import { registerValidate } from '../../scripts/commands/validate.ts';
import { run } from '../importers/command.ts';
import { scratchFolder } from '../scratch.ts';

const scratch = scratchFolder();

type Register = (program: Command) => void;

test.each<[string, Register, string[]]>([
  ['audit', registerAudit, []],
  ['build', registerBuild, []],
  ['export', registerExport, [scratch, '--to', 'csv', '--out', path.join(scratch, 'export')]],
  ['fetch', registerFetch, ['genai-bench']],
  ['score', registerScore, [scratch]],
  ['validate', registerValidate, []],
])(
  '%s: a --root without data is wrong usage, and the folder that is missing is named',
  async (name, register, args) => {
    const ran = await run(register, [name, ...args, '--root', scratch]);
    expect(ran).toMatchObject({ code: 2, out: '' });
    expect(ran.err).toContain(`there is no folder ${path.join(scratch, 'data')}`);
    expect(fs.readdirSync(scratch)).toEqual([]);
  },
);

test.each<[Register, string[]]>([
  [registerPack, ['pack', '--site', scratch, '--out', path.join(scratch, 'out')]],
  [registerBench, ['bench', '--dist', scratch]],
  [registerBench, ['bench', '--dist', path.join(scratch, 'nothing')]],
])('a folder without a site is no site to pack or to measure', async (register, args) => {
  const ran = await run(register, args);
  expect(ran).toMatchObject({ code: 2, out: '' });
  expect(ran.err).toContain('holds no built site. Build it first: npm run build');
  expect(fs.readdirSync(scratch)).toEqual([]);
});

test.each(['--size', '--own'])('bench %s wants a number', async (option) => {
  const ran = await run(registerBench, ['bench', option, 'many']);
  expect(ran).toMatchObject({ code: 2, out: '' });
  expect(ran.err).toContain('a whole number from 1 is needed');
});

test('an option takes whole numbers from its least one on', () => {
  expect(['1', '2', '007'].map(wholeFrom(1))).toEqual([1, 2, 7]);
  for (const text of ['0', '-1', '1.5', 'x', '1e99']) expect(() => wholeFrom(1)(text)).toThrow(/from 1 is needed/);
});
