import { readFileSync } from 'node:fs';
import fs from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { registerAudit } from '../../scripts/commands/audit.ts';
import { registerValidate } from '../../scripts/commands/validate.ts';
import { run } from '../importers/command.ts';
import { build, built, findCase, gold, instances, lines, project, query, runYaml } from './instances/project.ts';

const one = (name: string): string => `data/mini/runs/one/${name}`;

/** Projects of which the build says no, and a word of what it says. */
const REFUSED: readonly (readonly [string, Readonly<Record<string, string>>, string])[] = [
  ['an entry that the benchmark does not know', { 'data/mini/benchmark.yaml': 'id: mini\nname: [' }, 'benchmark.yaml'],
  [
    'a run in the folder of another benchmark',
    { [one('run.yaml')]: runYaml('one', 'alpha', 'other') },
    'another benchmark',
  ],
  ['two runs of one name', { [one('run.yaml')]: runYaml('two', 'alpha') }, 'another run has this name'],
  [
    'instances that say something else',
    { [one('instances.jsonl')]: lines(instances(40).map((i) => ({ ...i, prompt: 'x' }))) },
    'differs from the record of this name',
  ],
  ['an unknown judge', { [one('run.yaml')]: runYaml('one', 'gamma') }, 'gamma'],
  [
    'two judges of one id',
    {
      'data/mini/judges.yaml':
        'judges:\n  - { id: alpha, name: A, organisation: A, family: F, access: open, thinking: never }\n',
    },
    'two judges have this id',
  ],
  ['a judgment that is none', { [one('judgments.jsonl')]: '{"instance": "i0"}\n' }, 'parse'],
  [
    'a row of a benchmark that is none',
    { 'data/mini/gold.jsonl': `${lines(gold(40))}{"instance": "unheard"}\n` },
    'kind',
  ],
];

describe('what the build refuses', () => {
  test.each(REFUSED)('validate names: %s', async (_, changes, word) => {
    const root = await project(changes);
    const refused = await build(root);
    expect(Array.isArray(refused)).toBe(true);
    expect((refused as string[]).join('\n')).toContain(word);
    const ran = await run(registerValidate, ['validate', '--root', root]);
    expect(ran.code).toBe(1);
    for (const line of refused as string[]) expect(ran.err).toContain(line);
  });

  test('a benchmark is checked alone where it is named', async () => {
    const root = await project(REFUSED[2]?.[1]);
    const folder = path.join(root, 'data/mini');
    expect(await run(registerValidate, ['validate', folder, '--root', root])).toMatchObject({
      code: 1,
      err: expect.stringContaining('another run has this name'),
    });
  });

  test('a run folder in the wrong place is named without its benchmark', async () => {
    const root = await project(REFUSED[1]?.[1]);
    const ran = await run(registerValidate, ['validate', path.join(root, 'data/mini/runs/one'), '--root', root]);
    expect(ran).toMatchObject({
      code: 1,
      err: expect.stringContaining('the run lies in the folder of another benchmark'),
    });
  });

  test('what it takes is sound', async () => {
    const root = await project();
    expect(Array.isArray(await build(root))).toBe(false);
    expect(await run(registerValidate, ['validate', '--root', root])).toMatchObject({
      code: 0,
      out: expect.stringContaining('data/mini: sound; 2 of 2 runs usable'),
    });
  });
});

test('a run without gold is warned of, and its cases are shown', async () => {
  const root = await project();
  await fs.rm(path.join(root, 'data/mini/gold.jsonl'));
  const folder = path.join(root, 'data/mini/runs/one');
  const ran = await run(registerValidate, ['validate', folder, '--root', root]);
  expect(ran).toMatchObject({ code: 0, err: expect.stringContaining('no gold: nothing can be scored') });
  const release = await built(root);
  const found = await findCase(release, 'i3');
  expect(found?.judgments.map(({ run: id, verdict }) => [id, verdict])).toContainEqual(['one', 'a']);
  expect(await query(release, 'SELECT count(*)::INTEGER AS n FROM judgments')).toEqual([{ n: 160 }]);
});

test('what is said after npm run build -- reaches the command that knows --keep-going', async () => {
  const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: Record<string, string> };
  const last = scripts['build']?.split('&&').at(-1)?.trim() ?? '';
  const { Command } = await import('commander');
  const { registerSite } = await import('../../scripts/commands/build.ts');
  const program = new Command();
  registerSite(program);
  const [node, script, name] = last.split(' ');
  expect([node, script]).toEqual(['node', 'scripts/cli.ts']);
  expect(program.commands.find((c) => c.name() === name)?.helpInformation()).toContain('--keep-going');
});

test('the folder of a benchmark that lies elsewhere is not taken for the one of its name', async () => {
  const [root, other] = [await project(), await project(REFUSED[2]?.[1])];
  const elsewhere = path.join(other, 'data/mini');
  const ran = await run(registerValidate, ['validate', elsewhere, '--root', root]);
  expect(ran).toMatchObject({ code: 2, err: expect.stringContaining(`is no benchmark of ${path.join(root, 'data')}`) });
  expect(ran.err).toContain(`give --root ${path.relative('.', other)}`);
  const link = path.join(root, 'link');
  await fs.symlink(path.join(root, 'data/mini'), link);
  expect(await run(registerValidate, ['validate', link, '--root', root])).toMatchObject({
    code: 0,
    out: expect.stringContaining('data/mini: sound'),
  });
});

test('a link in the place of a benchmark is named, and a file where a folder is needed is said in words', async () => {
  const root = await project();
  await fs.symlink('mini', path.join(root, 'data/linked'));
  const linked = await run(registerValidate, ['validate', '--root', root]);
  expect(linked).toMatchObject({
    code: 1,
    err: expect.stringMatching(/data\/linked {2}a link, which is not followed/),
  });
  await fs.rm(path.join(root, 'data/linked'));
  await fs.writeFile(path.join(root, 'data/mini/published'), 'x');
  const words = expect.stringContaining('A file stands where a folder is needed');
  expect(await run(registerValidate, ['validate', '--root', root])).toMatchObject({ code: 1, err: words });
  expect(await run(registerAudit, ['audit', '--root', root])).toMatchObject({ code: 1, err: words });
});
