import type { Choices } from '../cases/choices.ts';
import type { FacetCounts } from '../cases/facet-counts.ts';
import type { ExploreState, FacetState } from './state.ts';
import type { ChangeExplore } from './use-explore-state.ts';

/** What filters show, and how they change it. */
export interface FacetsProps {
  readonly choices: Choices;
  readonly state: ExploreState;
  readonly facets: FacetState;
  readonly counts: FacetCounts;
  /** The counts without any filter. */
  readonly whole: FacetCounts;
  readonly change: ChangeExplore;
}
