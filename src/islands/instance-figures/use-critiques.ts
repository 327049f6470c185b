import { useEffect, useMemo, useState } from 'react';
import { openDatabase } from '../../client/database.ts';
import type { ClientFailure } from '../../client/failure.ts';
import { loadCritiques } from '../../figures/instances/length-score.ts';
import type { Condition } from '../../metrics/query.ts';
import type { CritiqueTexts } from '../../metrics/texts.ts';
import { failureOf } from './failure-of.ts';

interface Known {
  readonly texts: CritiqueTexts | null;
  readonly failure: ClientFailure | null;
}

const NOTHING: Known = { texts: null, failure: null };

/** Every scored critique of a scope, asked for when somebody wants to select some. `attempt`: another number asks again. */
export function useCritiques(benchmark: string, where: Condition, wanted: boolean, attempt: number): Known {
  const key = JSON.stringify([benchmark, where]);
  const [known, setKnown] = useState<Known & { readonly key: string }>({ ...NOTHING, key: '' });
  // biome-ignore lint/correctness/useExhaustiveDependencies: another attempt asks the same again; the key stands for the condition
  useEffect(() => {
    if (!wanted) return;
    const controller = new AbortController();
    const { signal } = controller;
    const ask = async (): Promise<void> => {
      const database = await openDatabase(benchmark, { signal });
      const texts = await loadCritiques((sql, params = []) => database.query(sql, params, { signal }), where);
      setKnown({ texts, failure: null, key });
    };
    ask().catch((error: unknown) => {
      if (!signal.aborted) setKnown({ texts: null, failure: failureOf(error), key });
    });
    return () => controller.abort();
  }, [key, wanted, attempt]);
  return useMemo(() => (known.key === key ? known : NOTHING), [known, key]);
}
