import { makePool, type SharedRecords } from './case.ts';
import { makeCritique, makePreference } from './critique.ts';
import { type JudgedRow, judgeCritique, judgePair, judgePerturbation, judgePreference } from './judge-cases.ts';
import type { ShapesOptions } from './options.ts';
import { makePair, makeWholePair } from './pairs.ts';
import { makePerturbation } from './perturbation.ts';

/** One instance with its shared records and everything the judges said of it. */
export interface GeneratedBatch {
  readonly shared: SharedRecords;
  readonly judgments: Iterable<JudgedRow>;
}

/** Makes instances one at a time, in a fixed order: nothing of the benchmark is held but the stock of scenes. */
export function* generateShapes({ size, seed }: ShapesOptions): Generator<GeneratedBatch> {
  const pool = makePool(seed, size);
  for (let i = 0; i < size; i++) {
    const shared = makePair(pool, i);
    yield { shared, judgments: judgePair(shared) };
  }
  for (let i = 0; i < Math.ceil(size / 4); i++) {
    const shared = makeWholePair(pool, i);
    yield { shared, judgments: judgePair(shared) };
  }
  for (let i = 0; i < size; i++) {
    const shared = makePerturbation(pool, i);
    yield { shared, judgments: judgePerturbation(shared) };
  }
  for (let i = 0; i < size; i++) {
    const shared = makeCritique(pool, i);
    yield { shared, judgments: judgeCritique(shared) };
  }
  for (let i = 0; i < Math.ceil(size / 3); i++) {
    const shared = makePreference(pool, i);
    yield { shared, judgments: judgePreference(shared) };
  }
}
