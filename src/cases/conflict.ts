import type { Statement } from '../sql/query.ts';
import { preferencesFor } from './people.ts';
import type { CriterionConflict } from './wanted.ts';

/** Writes the condition on `instances`: the labels by which `run` is scored differ between the two criteria. */
export function conflictConditions({ criterion, other }: CriterionConflict, run: string): readonly Statement[] {
  if (criterion === '' || other === '') return [];
  const labels = preferencesFor(run);
  const of = `(${labels.sql}) WHERE value IN ('a', 'b') AND criterion = ?`;
  return [
    {
      sql: `instance IN (SELECT instance FROM (SELECT instance, value AS first FROM ${of})
  JOIN (SELECT instance, value AS second FROM ${of}) USING (instance) WHERE first <> second)`,
      params: [...labels.params, criterion, ...labels.params, other],
    },
  ];
}
