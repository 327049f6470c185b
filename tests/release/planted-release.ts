import type { ChangeNotes, DatedValue } from '../../src/schema/dated-release.ts';

/** The values of a release of the project with a change of each kind planted, and what people say of them. */
export function planted(before: readonly DatedValue[]): {
  readonly after: readonly DatedValue[];
  readonly notes: ChangeNotes;
} {
  const generation = { benchmark: 'genai-bench', board: 'pairwise-image_generation', run: 'gpt4o' };
  const is = (value: DatedValue, wanted: Partial<DatedValue>): boolean =>
    Object.entries(wanted).every(([name, text]) => value[name as keyof DatedValue] === text);
  /** One value each. */
  const changes: readonly (readonly [Partial<DatedValue>, (value: DatedValue) => Partial<DatedValue>])[] = [
    [
      { ...generation, column: 'decided_accuracy' },
      ({ high }) => ({
        ...{ value: String(Number(high) + 1), shown: '80.00' },
        ...{ low: String(Number(high) + 0.5), high: String(Number(high) + 2) },
      }),
    ],
    [{ ...generation, column: 'four_way_accuracy' }, ({ high }) => ({ value: high, shown: Number(high).toFixed(2) })],
    [
      { ...generation, board: 'pairwise-image_edition', column: 'four_way_accuracy' },
      ({ rank }) => ({ rank: `${rank}-9` }),
    ],
    [
      { benchmark: 'multi-crit', board: 'table-3', run: 'qwen2-5-vl-7b', column: 'completeness' },
      () => ({ value: '57' }),
    ],
    [
      { benchmark: 'shapes', board: 'pairwise-open_ended', run: 'always-first-pairwise', column: 'cmr' },
      ({ value }) => ({ value: String(Number(value) + 0.1), labels: 'ffffffff' }),
    ],
  ];
  const after = before
    .filter(({ judge }) => judge !== 'cogvlm')
    .map((value): DatedValue => {
      const change = changes.find(([wanted]) => is(value, wanted));
      if (change !== undefined) return { ...value, ...change[1](value) };
      if (value.metric === 'coverage' && value.version !== '') return { ...value, version: '2' };
      if (value.judge !== 'molmo-7b') return value;
      return { ...value, judge: 'molmo', run: value.run.replace('molmo-7b', 'molmo') };
    });
  const [model] = after.filter((value) => is(value, { ...generation, column: 'decided_accuracy' }));
  if (model === undefined) throw new Error('the release has no value of this place');
  return {
    after: [...after, { ...model, judge: 'fresh', run: 'fresh', name: 'Fresh' }],
    notes: {
      renamed: { 'molmo-7b': 'molmo' },
      reasons: {
        cogvlm: 'Its makers took the weights back',
        shapes: 'The keys of ten cases were wrong',
        coverage: 'Empty answers count',
      },
    },
  };
}
