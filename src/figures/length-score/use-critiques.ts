import { useMemo } from 'react';
import { openDatabase } from '../../client/database.ts';
import type { Condition } from '../../metrics/query.ts';
import { type AskedQuestion, useQuestion } from '../../ui/use-question.ts';
import { NOT_WORKED_OUT } from '../kit/not-worked-out.ts';
import { type BatchQuery, type Critiques, loadCritiques } from './brush.ts';

interface CritiquesWanted {
  readonly benchmark: string;
  readonly where: Condition;
  /** Id of the critique judge. */
  readonly scorer: string;
}

/** Every critique that one judge scored, asked for when somebody wants to select some. */
export function useCritiques(of: CritiquesWanted, wanted: boolean): AskedQuestion<Critiques> {
  // Each scope brings a new object for its condition, which mostly says the same: the text of it tells.
  const key = JSON.stringify(of);
  const question = useMemo(() => {
    const { benchmark, where, scorer } = JSON.parse(key) as CritiquesWanted;
    return async (signal: AbortSignal): Promise<Critiques> => {
      const database = await openDatabase(benchmark, { signal });
      const batches: BatchQuery = (sql, params) => database.batches(sql, params, { signal });
      return loadCritiques(batches, where, scorer);
    };
  }, [key]);
  return useQuestion(wanted ? question : null, NOT_WORKED_OUT);
}
