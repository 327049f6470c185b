import fs from 'node:fs/promises';
import path from 'node:path';
import { packTar, type TarHeader } from 'modern-tar';
import { expect, test } from 'vitest';
import { registerImport } from '../../scripts/commands/import.ts';
import { run } from '../importers/command.ts';
import { scratch } from '../scratch.ts';

const MAPPING = `run: { benchmark: mini, judge: alpha, protocol: pairwise }
tables: [{ files: "*.csv", kind: judgments, columns: { instance: item, verdict: winner } }]
`;

/** Packs entries into a tar archive beside a mapping file. */
async function packed(entries: readonly (readonly [name: string, text: string, more?: Partial<TarHeader>])[]) {
  const folder = await scratch();
  const file = path.join(folder, 'votes.tar');
  const files = entries.map(([name, text, more]) => ({ header: { name, size: text.length, ...more }, body: text }));
  await fs.writeFile(file, await packTar(files));
  const mapping = path.join(folder, 'mapping.yaml');
  await fs.writeFile(mapping, MAPPING);
  return { file, args: ['import', '--from', 'table', '--in', file, '--mapping', mapping, '--out', `${folder}/run`] };
}

const vote = (item: string, winner = 'a'): string => `item,winner\n${item},${winner}\n`;

test.each([
  [
    'a link in the archive',
    ['two.csv', '', { type: 'link', linkname: 'one.csv' }],
    'a link to another file of the archive',
  ],
  ['a link out of it', ['two.csv', '', { type: 'symlink', linkname: '/etc/votes.csv' }], 'a link to another file;'],
  ['a name that leads out', ['../two.csv', vote('y')], 'a name in the archive that leads out of it'],
  ['a second file of a name', ['one.csv', vote('y')], 'a second file of this name in the archive; the first was read'],
] as const)('%s is a problem, and the rest is imported', async (_, entry, words) => {
  const { args } = await packed([['one.csv', vote('x')], entry]);
  const { code, out, err } = await run(registerImport, args);
  expect({ code, out, err }).toEqual({
    code: 1,
    out: expect.stringContaining('1 judgments'),
    err: expect.stringContaining(words),
  });
  expect(err).toContain(`votes.tar/${entry[0]}  `);
});

test('folders of an archive are no loss', async () => {
  const { args } = await packed([
    ['votes', '', { type: 'directory' }],
    ['one.csv', vote('x')],
  ]);
  expect(await run(registerImport, args)).toMatchObject({ code: 0, err: '' });
});

test('an archive that is cut off between two files is refused', async () => {
  const { file, args } = await packed([
    ['one.csv', vote('x')],
    ['two.csv', vote('y')],
  ]);
  await fs.truncate(file, 2 * 512);
  const { code, err } = await run(registerImport, args);
  expect({ code, err }).toEqual({ code: 1, err: expect.stringContaining('its end is missing') });
});

test('an archive without a file, and one in which a name is a file and a folder', async () => {
  const none = await run(registerImport, (await packed([])).args);
  expect(none).toMatchObject({ code: 1, err: expect.stringContaining('expected a folder with files') });
  const both = await run(
    registerImport,
    (
      await packed([
        ['one.csv', vote('x')],
        ['one.csv/two.csv', vote('y')],
      ])
    ).args,
  );
  expect(both).toMatchObject({ code: 1, err: expect.stringContaining('a file and a folder of one name') });
});
