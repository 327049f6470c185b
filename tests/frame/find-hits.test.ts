import { expect, test } from 'vitest';
import { type FindIndex, hitsOf, onlyHit } from '../../src/frame/find-hits.ts';

const INDEX: FindIndex = {
  entries: [
    ['benchmark', 'Shapes', '/shapes/', 'drawn scenes'],
    ['judge', 'GPT-4o mini', '/judge/gpt-4o-mini/', 'gpt-4o-mini-2024 | GPT4o mini'],
    ['judge', 'GPT-4o', '/judge/gpt-4o/', 'gpt-4o-2024-08-06'],
    ['metric', 'PAcc', '/methods/#pacc', ''],
    ['table', 'Accuracy: Core', '/b/t1/', 'Bench'],
    ['criterion', 'Clarté', '/shapes/explore/?criterion=clarity', 'Shapes'],
  ],
  cases: [
    { id: 'shapes', name: 'Shapes', begins: ['pair-', 'crit-'] },
    { id: 'other', name: 'Other', begins: ['', 'pair-'] },
  ],
};
const names = (text: string) => hitsOf(INDEX, text).map(({ name }) => name);

test('the name itself comes before its beginnings, these before words elsewhere', () => {
  expect(names('gpt-4o')).toEqual(['GPT-4o', 'GPT-4o mini']);
  expect(names('core accuracy')).toEqual(['Accuracy: Core']);
  expect(names('shapes')).toEqual(['Shapes', 'Clarté']);
  expect(names('clarte')).toEqual(['Clarté']);
  expect(names('  ')).toEqual([]);
  expect(names('nothing like it')).toEqual([]);
});

test('Enter opens the only hit, or the only one called exactly so', () => {
  expect(onlyHit(INDEX, 'pacc')?.path).toBe('/methods/#pacc');
  expect(onlyHit(INDEX, 'GPT-4o')?.path).toBe('/judge/gpt-4o/');
  expect(onlyHit(INDEX, 'gpt4o mini')?.path).toBe('/judge/gpt-4o-mini/');
  expect(onlyHit(INDEX, 'gpt')).toBeNull();
  expect(onlyHit(INDEX, 'zzz')).toBeNull();
});

test('a case is offered in each benchmark whose ids begin so', () => {
  const found = (id: string) => hitsOf(INDEX, id).map(({ path }) => path);
  expect(found('pair-000005')).toEqual(['/shapes/case/?id=pair-000005', '/other/case/?id=pair-000005']);
  expect(found('crit-7 b')).toEqual(['/shapes/case/?id=crit-7%20b']);
  expect(found('12')).toEqual(['/other/case/?id=12']);
  expect(found('pear-12')).toEqual([]);
});
