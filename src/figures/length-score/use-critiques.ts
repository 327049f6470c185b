import { useEffect, useMemo, useState } from 'react';
import { openDatabase } from '../../client/database.ts';
import type { ClientFailure } from '../../client/failure.ts';
import type { Condition } from '../../metrics/query.ts';
import { failureOf } from '../kit/failure-of.ts';
import { type BatchQuery, type Critiques, loadCritiques } from './brush.ts';

interface Known {
  readonly critiques: Critiques | null;
  readonly failure: ClientFailure | null;
}

const NOTHING: Known = { critiques: null, failure: null };

interface Asked {
  readonly benchmark: string;
  readonly where: Condition;
  /** Id of the critique judge. */
  readonly scorer: string;
}

/** Every critique that one judge scored, asked for when somebody wants to select some. `attempt`: another number asks again. */
export function useCritiques({ benchmark, where, scorer }: Asked, wanted: boolean, attempt: number): Known {
  const key = JSON.stringify([benchmark, where, scorer]);
  const [known, setKnown] = useState<Known & { readonly key: string }>({ ...NOTHING, key: '' });
  // biome-ignore lint/correctness/useExhaustiveDependencies: another attempt asks the same again; the key stands for the condition
  useEffect(() => {
    if (!wanted) return;
    const controller = new AbortController();
    const { signal } = controller;
    const ask = async (): Promise<void> => {
      const database = await openDatabase(benchmark, { signal });
      const batches: BatchQuery = (sql, params) => database.batches(sql, params, { signal });
      const critiques = await loadCritiques(batches, where, scorer);
      setKnown({ critiques, failure: null, key });
    };
    ask().catch((error: unknown) => {
      if (!signal.aborted) setKnown({ critiques: null, failure: failureOf(error), key });
    });
    return () => controller.abort();
  }, [key, wanted, attempt]);
  return useMemo(() => (known.key === key ? known : NOTHING), [known, key]);
}
