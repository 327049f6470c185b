import { expect, test } from 'vitest';
import {
  NO_OPINION,
  NO_OPINIONS,
  opinionCount,
  opinionOf,
  opinionsCsv,
  withOpinion,
} from '../../src/own/case-opinions.ts';

test('opinions of cases are kept by run and case, taken back, and written as rows', async () => {
  const first = withOpinion(
    NO_OPINIONS,
    { run: 'r', instance: 'a' },
    { says: 'disagree', note: 'the label, "b", is wrong' },
  );
  const both = withOpinion(first, { run: 'r', instance: '__proto__' }, { says: 'agree', note: '' });
  expect(opinionCount(both)).toBe(2);
  expect(opinionOf(both, { run: 'r', instance: '__proto__' }).says).toBe('agree');
  expect(opinionOf(both, { run: '__proto__', instance: 'a' })).toEqual(NO_OPINION);
  expect((await opinionsCsv(both).text()).split('\r\n').slice(0, 3)).toEqual([
    'run,instance,says,note',
    'r,a,disagree,"the label, ""b"", is wrong"',
    'r,__proto__,agree,',
  ]);
  expect(opinionCount(withOpinion(both, { run: 'r', instance: 'a' }, NO_OPINION))).toBe(1);
  expect(opinionCount(first)).toBe(1);
});
