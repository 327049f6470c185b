import fs from 'node:fs/promises';
import path from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { registerImport } from '../../scripts/commands/import.ts';
import { scratch } from '../scratch.ts';
import { type Ran, run } from './command.ts';

let root = '';
const fileOf = (seed: number, sample: number, end = 'json'): string =>
  path.join(root, `outputs/judgements/seed_${seed}/000${sample}.${end}`);

/** Three samples under two seeds, as that project writes them. */
beforeEach(async () => {
  root = await scratch();
  const meta = { bias_type: 'text_dominance', bias_category: 'integrity', task_type: 't', domain_type: 'd' };
  const judgement = { 'one(reasoning)': { unbiased: '', unbiased_score: 8, biased: '', biased_score: 3 } };
  for (const seed of [1, 2]) {
    await fs.mkdir(path.dirname(fileOf(seed, 1)), { recursive: true });
    for (const sample of [1, 2, 3])
      await fs.writeFile(
        fileOf(seed, sample),
        JSON.stringify({ meta: { ...meta, id: `000${sample}`, difficulty: 'easy' }, judgement }),
      );
  }
});

const imported = (): Promise<Ran> =>
  run(registerImport, ['import', '--from', 'mm-judgebias', '--in', root, '--out', path.join(root, 'run')]);

test('files that no importer reads are named in one warning; hidden ones are not', async () => {
  await fs.rename(fileOf(2, 3), fileOf(2, 3, 'JSON'));
  await fs.rename(fileOf(2, 2), fileOf(2, 2, 'txt'));
  await fs.writeFile(path.join(root, '.DS_Store'), '');
  const { code, err } = await imported();
  expect(code).toBe(0);
  expect(err).toMatch(
    /^2 files {2}not read: no part of what is read as mm-judgebias; found ".*0002\.txt, .*0003\.JSON"/,
  );
});

test.skipIf(process.platform === 'win32')(
  'a link that leads nowhere is one problem, and the rest is imported',
  async () => {
    await fs.rm(fileOf(2, 3));
    await fs.symlink('nowhere', fileOf(2, 3));
    const { code, out, err } = await imported();
    expect({ code, out }).toEqual({ code: 1, out: expect.stringContaining('10 judgments') });
    expect(err).toContain('seed_2/0003.json  there is no such file, or the link leads nowhere; nothing was read');
  },
);
