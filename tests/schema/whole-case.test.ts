import fc from 'fast-check';
import { expect, test } from 'vitest';
import { wholeCase } from '../../src/schema/release-paths.ts';
import { Case, type StoredCase } from '../../src/schema/stored-case.ts';

const id = fc.constantFrom('a', 'b-2', 'run_3');
const some = <T>(value: fc.Arbitrary<T>): fc.Arbitrary<T[]> => fc.array(value, { maxLength: 3 });

const label = fc.record(
  {
    kind: fc.constant('preference' as const),
    value: fc.constantFrom('a', 'b'),
    response: id,
    criterion: id,
    annotator: id,
  },
  { requiredKeys: ['kind', 'value'] },
);
const answer = fc.record(
  {
    ...{
      run: id,
      parse: fc.constantFrom('ok' as const, 'failed' as const),
      criterion: id,
      response: id,
      critique_judge: fc.constant('x'),
    },
    ...{ stage: fc.constantFrom('judge' as const, 'critique' as const), condition: id, repeat: fc.nat(9) },
    ...{ order: fc.constantFrom('ab' as const, 'ba' as const), verdict: fc.constantFrom('a' as const, null) },
    ...{
      score: fc.constantFrom(0, 7.5, null),
      rationale: fc.string(),
      rationale_length: fc.nat(99),
      tokens: fc.nat(9),
    },
  },
  { requiredKeys: ['run', 'parse'] },
);
const stored: fc.Arbitrary<StoredCase> = fc.record(
  {
    ...{ instance: id, prompt: fc.string(), cluster: id, split: id, prompt_length: fc.nat(99) },
    attributes: fc.dictionary(fc.constantFrom('task', '__proto__', 'domain'), fc.string()),
    media: some(fc.record({ src: fc.constantFrom('a.png', null), alt: fc.string() })),
    responses: some(fc.record({ response: id, text: fc.string(), model: id }, { requiredKeys: ['response', 'text'] })),
    gold: some(label),
    own_gold: some(fc.record({ run: id, labels: some(label) })),
    judgments: some(answer),
    contributions: some(
      fc.record({
        run: id,
        metric: id,
        rows: fc.constant(2),
        lost: fc.nat(2),
        num: fc.constant(0.5),
        den: fc.constant(1),
      }),
    ),
  },
  { requiredKeys: ['instance', 'prompt'] },
);

test('what a member leaves out is filled in as the build’s own schema does', () => {
  fc.assert(
    fc.property(stored, (one) => {
      expect(wholeCase(structuredClone(one))).toEqual(Case.parse(one));
    }),
  );
});
