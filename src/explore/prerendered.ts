import type { Choices } from '../cases/choices.ts';
import type { CountLists } from '../cases/columns/counts.ts';
import type { CaseLine } from '../cases/columns/list.ts';
import type { TextsOfOthers } from '../schema/release.ts';
import type { CaseLines } from '../schema/release-paths.ts';

/** What the page knows before any script runs. */
export interface Prerendered {
  readonly choices: Choices;
  /** The first cases in the usual order. */
  readonly first: readonly CaseLine[];
  /** The lines of these cases, one by one; empty where the release has none. */
  readonly lines: CaseLines;
  /** Whose prompts and reasons belong to the cases, where they are fetched apart from the figures; null where they came with them. */
  readonly texts: TextsOfOthers | null;
  /** The counts without a filter. */
  readonly counts: CountLists;
}
