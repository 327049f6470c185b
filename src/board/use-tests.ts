import { useCallback, useMemo } from 'react';
import { useQuestion } from '../ui/use-question.ts';
import type { Deltas, DifferenceTests } from './delta.ts';
import type { SlimBoard } from './slim.ts';

async function askTests(whole: string | undefined): Promise<DifferenceTests> {
  const { paired, unpaired } = await import('./difference-tests.ts');
  if (whole === undefined) return unpaired;
  const { loadPairs } = await import('../client/board-pairs.ts');
  return paired(await loadPairs(whole));
}

/** How differences are tested; code and file of the tests are fetched when first `wanted`. */
export function useTests({ whole }: Pick<SlimBoard, 'whole'>, wanted: boolean): Deltas['tests'] {
  const ask = useCallback(() => askTests(whole), [whole]);
  const asked = useQuestion(wanted ? ask : null);
  const { state, retry } = asked;
  const tests = asked.state === 'ready' ? asked.data : null;
  return useMemo(() => {
    if (state === 'failed') return { state, retry };
    return tests === null ? { state: 'loading' } : { state: 'ready', ...tests };
  }, [state, tests, retry]);
}
