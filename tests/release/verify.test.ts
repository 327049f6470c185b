import fs from 'node:fs/promises';
import path from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { registerVerify } from '../../scripts/commands/verify.ts';
import { otherRelease } from '../../src/schema/value-link.ts';
import { run } from '../importers/command.ts';
import { scratch } from '../scratch.ts';
import { type BuiltRelease, built, filesBelow, project } from './instances/project.ts';

let release: BuiltRelease;
beforeAll(async () => {
  release = await built(await project());
});

const TABLE = 'pairwise-easy';
const verify = (...more: readonly string[]) => run(registerVerify, ['verify', '--release', release.out, ...more]);

/** The same release with one file changed. */
async function changed(name: RegExp, change: (text: string) => string): Promise<string> {
  const copy = path.join(await scratch(), 'data');
  await fs.cp(release.out, copy, { recursive: true });
  const file = (await filesBelow(copy)).find((one) => name.test(one)) ?? '';
  const text = await fs.readFile(path.join(copy, file), 'utf8');
  await fs.writeFile(path.join(copy, file), change(text));
  return copy;
}

describe('judgeboard verify', () => {
  test('makes all values of a release again', async () => {
    const { code, out, err } = await verify('--all');
    expect([code, err]).toEqual([0, '']);
    expect(out).toMatch(/: \d\d values made again and the same, 0 not; 0 not verified; \d+ files read, 0 damaged/);
  });

  test('finds one digit of a value that was changed, by the value and by the file', async () => {
    const copy = await changed(/^boards\/.*\.json$/, (text) =>
      text.replace(
        '"overall_accuracy":{"printed":"0.825","value":0.825',
        '"overall_accuracy":{"printed":"0.825","value":0.835',
      ),
    );
    const { code, err } = await run(registerVerify, ['verify', '--release', copy, '--all']);
    expect(code).toBe(1);
    expect(err).toMatch(/DIFFERS {7}boards\/\S+\.json holds other bytes than were written/);
    expect(err.match(/the release says .*/g)).toEqual(['the release says 0.835, its judgments and labels give 0.825']);
  });

  test('takes links to a value and to a table', async () => {
    const value = await verify(`https://site.example/sql/?value=mini.${TABLE}.pacc&run=one`);
    expect([value.code, value.out]).toEqual([
      0,
      expect.stringMatching(/^verified {6}mini\/pairwise-easy one pacc: the release says \d+/),
    ]);
    const table = await verify(`https://site.example/base/mini/${TABLE}/?pin=one&sort=-criterion_accuracy-logic`);
    expect(table.out.trim().split('\n')).toHaveLength(1);
    expect(table.code).toBe(0);
  });

  test('tells what a link names that is another or gone', async () => {
    const of = (query: string) => verify(`/sql/?value=mini.${query}`);
    expect(await of(`${TABLE}.pacc&run=one&release=0123456789ab`)).toMatchObject({
      code: 0,
      err: expect.stringContaining('The link is of release 0123456789ab, this is release'),
    });
    // A link to a board may say the dated release, which has a name of its own.
    const named = ['', 'fedcba987654', '2026-11-27-01234567', '0123456789ab'].map((release) =>
      otherRelease({ release }, 'fedcba987654', '2026-11-27-01234567'),
    );
    expect(named).toEqual(['', '', '', 'The link is of release 0123456789ab, this is release 2026-11-27-01234567']);
    expect(await of(`${TABLE}.pacc&run=one&shown=12.3`)).toMatchObject({
      code: 1,
      err: expect.stringContaining('the link says 12.3, the release shows'),
    });
    expect(await of(`${TABLE}.gone&run=one`)).toMatchObject({
      code: 1,
      err: expect.stringContaining('has no column gone any more'),
    });
    expect(await of(`${TABLE}.pacc&run=nobody`)).toMatchObject({
      code: 1,
      err: expect.stringContaining('has no row nobody any more'),
    });
    expect(await verify()).toMatchObject({ code: 2 });
    expect(await verify('/')).toMatchObject({ code: 2 });
  });
});
