import fc from 'fast-check';
import { compareFields } from '../../src/compare/choice.ts';
import { sliceText } from '../../src/schema/slice.ts';
import { someOf, testFields, typed } from '../url.ts';

const JUDGES = ['a', 'a:a-pairwise', 'b', 'c', 'd:d-1'];
const part = typed(12).filter((text) => text !== '');
const by = fc.tuple(fc.constantFrom('pacc', 'critique_score'), fc.dictionary(fc.constantFrom('split', 'other'), part));

testFields('a comparison', compareFields({ judges: JUDGES, sets: ['small.pairwise', 'b.critique'] }), {
  judges: someOf(JUDGES, 4),
  in: fc.constantFrom('', 'small.pairwise', 'b.critique'),
  support: fc.constantFrom('union', 'shared'),
  by: fc.oneof(
    fc.constant(''),
    by.map(([metric, slice]) => [metric, ...(Object.keys(slice).length > 0 ? [sliceText(slice)] : [])].join(';')),
  ),
});
