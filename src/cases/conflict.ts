import type { Statement } from '../sql/query.ts';

/** Two criteria on which people prefer different responses; both are '' where nobody asks for a conflict. */
export interface CriterionConflict {
  readonly criterion: string;
  readonly other: string;
}

export const ANY_CONFLICT: CriterionConflict = { criterion: '', other: '' };

const LABELS = "gold WHERE kind = 'preference' AND annotator = '' AND value IN ('a', 'b') AND criterion = ?";

/** Condition on `instances`: the labels of the two criteria differ. */
export function conflictConditions({ criterion, other }: CriterionConflict): readonly Statement[] {
  if (criterion === '' || other === '') return [];
  return [
    {
      sql: `instance IN (SELECT instance FROM (SELECT instance, value AS first FROM ${LABELS})
  JOIN (SELECT instance, value AS second FROM ${LABELS}) USING (instance) WHERE first <> second)`,
      params: [criterion, other],
    },
  ];
}
