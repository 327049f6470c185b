import type { Choices } from '../cases/choices.ts';
import type { QueryRow } from '../sql/query.ts';
import type { CaseLine } from './CaseTable.tsx';

/** What the page knows before any script runs. */
export interface Prerendered {
  readonly choices: Choices;
  /** The first cases in the order of the release. */
  readonly first: readonly CaseLine[];
  /** Rows (facet, value, n) of the counts without a filter. */
  readonly counts: readonly QueryRow[];
}
