import { useCallback, useEffect, useMemo, useState } from 'react';
import type { BoardPairs } from '../client/board-pairs.ts';
import type { Deltas } from './delta.ts';
import type { SlimBoard } from './slim.ts';

/** How differences are tested; the file of paired tests is fetched when first `wanted`. */
export function usePairs({ whole }: Pick<SlimBoard, 'whole'>, wanted: boolean): Deltas['tests'] {
  const [found, setFound] = useState<BoardPairs | 'failed' | null>(null);
  const retry = useCallback(() => setFound(null), []);
  useEffect(() => {
    if (whole === undefined || !wanted || found !== null) return;
    import('../client/board-pairs.ts')
      .then(({ loadPairs }) => loadPairs(whole))
      .then(setFound, () => setFound('failed'));
  }, [whole, wanted, found]);
  return useMemo(() => {
    if (whole === undefined) return 'unpaired';
    if (found === 'failed') return { state: 'failed', retry };
    return found === null ? { state: 'busy' } : { state: 'ready', pairs: found };
  }, [whole, found, retry]);
}
