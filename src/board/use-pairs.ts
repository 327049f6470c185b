import { useCallback, useMemo } from 'react';
import { useQuestion } from '../ui/use-question.ts';
import type { Deltas } from './delta.ts';
import type { SlimBoard } from './slim.ts';

/** How differences are tested; the file of paired tests is fetched when first `wanted`. */
export function usePairs({ whole }: Pick<SlimBoard, 'whole'>, wanted: boolean): Deltas['tests'] {
  const ask = useCallback(async () => {
    const { loadPairs } = await import('../client/board-pairs.ts');
    return loadPairs(whole ?? '');
  }, [whole]);
  const asked = useQuestion(whole === undefined || !wanted ? null : ask);
  const { state, retry } = asked;
  const pairs = asked.state === 'ready' ? asked.data : null;
  return useMemo(() => {
    if (whole === undefined) return 'unpaired';
    if (state === 'failed') return { state, retry };
    return pairs === null ? { state: 'loading' } : { state: 'ready', pairs };
  }, [whole, state, pairs, retry]);
}
