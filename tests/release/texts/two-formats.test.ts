import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { registerFetch, registerFigures } from '../../../scripts/commands/fetch.ts';
import { type Ran, run } from '../../importers/command.ts';
import { scratch } from '../../scratch.ts';
import { writeFiles } from '../instances/project.ts';
import { tree } from './made.ts';

const INPUT = path.join(import.meta.dirname, '../../fixtures/importers/viescore/input');
const FILES = tree(INPUT);

const listed = [...FILES].map(([name, text]) => {
  const bytes = Buffer.from(text, 'latin1');
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  return `  - { path: ${name}, bytes: ${bytes.byteLength}, sha256: "${sha256}" }\n`;
});

/** A source whose files are read by two importers: verdicts on pairs, and the scores that they are made of. */
const source = (format: string): string => `repository: https://example.org/two
commit: "${'c'.repeat(40)}"
licence: CC0
attribution: Made up
base: http://127.0.0.1:9/
format: viescore
runs:
  tiny: { judge: tiny }
  tiny-scores: { judge: tiny, format: ${format} }
files:
${listed.join('')}`;

describe('one source, two importers', () => {
  let root: string;
  const fetchTwo = (...more: string[]): Promise<Ran> => run(registerFetch, ['fetch', 'two', '--root', root, ...more]);
  beforeAll(async () => {
    root = await scratch();
    await writeFiles(root, new Map([['data/two/source.yaml', source('viescore-scores')]]));
    expect((await fetchTwo('--from', INPUT)).code).toBe(0);
    expect((await run(registerFigures, ['figures', 'two', '--root', root])).code).toBe(0);
  });

  test('each gives its own cases, and the texts bear out the figures of both', async () => {
    const files = [...tree(path.join(root, 'data/two')).keys()].filter((name) => name.endsWith('.parquet'));
    expect(files).toEqual([
      'gold-viescore-scores.parquet',
      'gold.parquet',
      'instances-viescore-scores.parquet',
      'instances.parquet',
      'responses-viescore-scores.parquet',
      'responses.parquet',
      'runs/tiny-scores/judgments.parquet',
      'runs/tiny/judgments.parquet',
    ]);
    expect((await fetchTwo('--check')).out).toContain('The texts give the committed figures of 2 runs.');
  });

  test('figures of the second that are not there are differences', async () => {
    fs.rmSync(path.join(root, 'data/two/instances-viescore-scores.parquet'));
    const { code, err } = await fetchTwo('--check');
    expect(code).toBe(1);
    expect(err).toContain('instances  t/two/Ed1: instances of a case that is not in the figures');
  });

  test('an importer that there is not: line and run', async () => {
    fs.writeFileSync(path.join(root, 'data/two/source.yaml'), source('viescor'));
    const { code, err } = await fetchTwo();
    expect(code).toBe(1);
    expect(err).toMatch(/data\/two\/source\.yaml:\d+ {2}runs\.tiny-scores\.format: no such format; found "viescor"/);
  });
});
