import { expect, test } from 'vitest';
import { type CaseState, caseFields } from '../../src/case/state.ts';
import { cleanSearch, ignoredParameters } from '../../src/ui/field.ts';

const FIELDS = caseFields({
  runs: ['a', 'b', 'c', 'd', 'e'],
  parts: ['logic', 'critique.b'],
  conditions: ['blur'],
  repeats: ['0', '1'],
});

const SAMPLES: { readonly [K in keyof CaseState]: readonly CaseState[K][] } = {
  id: ['', 'pair-1', 'ä b/c?&='],
  list: ['?', '?task=math&words=left of'],
  judges: [['a'], ['d', 'b']],
  criterion: ['', 'logic', 'critique.b'],
  view: ['text', 'formatted', 'raw'],
  side: ['both', 'before', 'after'],
  condition: ['', 'blur'],
  repeat: ['', '1'],
  order: ['ab', 'ba'],
  diff: ['on', 'off'],
  scroll: ['together', 'apart'],
};

test.each(Object.keys(SAMPLES) as (keyof CaseState)[])('%s: what is written is read back', (name) => {
  for (const value of SAMPLES[name]) {
    const written = FIELDS[name].write(value as never);
    expect(FIELDS[name].read(written)).toEqual({ value, rejected: [] });
  }
});

test('unknown names, unknown values, a fifth judge and a list that is none are rejected by name', () => {
  const search = '?id=x&judges=a,b,c,d,e,nobody&criterion=beauty&colour=red&list=task&view=raw&view=text';
  expect(ignoredParameters(search, FIELDS)).toEqual([
    { name: 'judges', kind: 'broken', pieces: ['nobody', 'e'] },
    { name: 'criterion', kind: 'broken', pieces: ['beauty'] },
    { name: 'colour', kind: 'unknown', pieces: [] },
    { name: 'list', kind: 'broken', pieces: ['task'] },
    { name: 'view', kind: 'repeated', pieces: ['text'] },
  ]);
  expect(cleanSearch(search, FIELDS)).toBe('?id=x&judges=a,b,c,d&view=raw');
});
