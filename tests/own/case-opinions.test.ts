import { expect, test } from 'vitest';
import {
  NO_OPINION,
  NO_OPINIONS,
  opinionCount,
  opinionOf,
  opinionsCsv,
  withOpinion,
} from '../../src/own/work-on-results.ts';

test('opinions of cases are kept by run and case, taken back, and written as rows', async () => {
  const first = withOpinion(
    NO_OPINIONS,
    { label: 'l', instance: 'a' },
    { says: 'disagree', note: 'the label, "b", is wrong' },
  );
  const both = withOpinion(first, { label: 'l', instance: '__proto__' }, { says: 'agree', note: '' });
  const runs = [{ run: 'r', label: 'l' }];
  expect(opinionCount(both, runs)).toBe(2);
  expect(opinionOf(both, { label: 'l', instance: '__proto__' }).says).toBe('agree');
  expect(opinionOf(both, { label: '__proto__', instance: 'a' })).toEqual(NO_OPINION);
  expect((await opinionsCsv(both, runs).text()).split('\r\n').slice(0, 3)).toEqual([
    'run,instance,says,note',
    'r,a,disagree,"the label, ""b"", is wrong"',
    'r,__proto__,agree,',
  ]);
  expect(opinionCount(withOpinion(both, { label: 'l', instance: 'a' }, NO_OPINION), runs)).toBe(1);
  expect(opinionCount(first, runs)).toBe(1);
});

test('a run of one name in another result has opinions of its own', async () => {
  const said = withOpinion(NO_OPINIONS, { label: 'gpt4o', instance: 'a' }, { says: 'agree', note: '' });
  const [one, other] = [[{ run: 'r', label: 'gpt4o' }], [{ run: 'r', label: 'gpt4o (2)' }]];
  expect([opinionCount(said, one), opinionCount(said, other)]).toEqual([1, 0]);
  expect(opinionOf(said, { label: 'gpt4o (2)', instance: 'a' })).toEqual(NO_OPINION);
  expect((await opinionsCsv(said, other).text()).trim()).toBe('run,instance,says,note');
});
