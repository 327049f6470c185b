import { expect, test } from 'vitest';
import { NO_OPINION, opinionCount, opinionOf, opinionsCsv, withOpinion } from '../../src/own/case-opinions.ts';

test('labels of cases are kept by run and case, taken back, and written as rows', async () => {
  const first = withOpinion({}, { run: 'r', instance: 'a' }, { says: 'disagree', note: 'the label, "b", is wrong' });
  const both = withOpinion(first, { run: 'r', instance: '__proto__' }, { says: 'agree', note: '' });
  expect(opinionCount(both)).toBe(2);
  expect(opinionOf(both, 'r', '__proto__').says).toBe('agree');
  expect(opinionOf(both, 'r', 'other')).toEqual(NO_OPINION);
  expect((await opinionsCsv(both).text()).split('\r\n').slice(0, 3)).toEqual([
    'run,instance,says,note',
    'r,a,disagree,"the label, ""b"", is wrong"',
    'r,__proto__,agree,',
  ]);
  expect(opinionCount(withOpinion(both, { run: 'r', instance: 'a' }, NO_OPINION))).toBe(1);
});
