import { createContext, useContext } from 'react';
import { type CaseOpinions, NO_OPINIONS, type SayOpinion } from './case-opinions.ts';
import type { SaveFile } from './use-saving.ts';

/** What a visitor does with results on any of their pages: says something of cases, and saves files. */
interface WorkOnResults {
  readonly opinions: CaseOpinions;
  readonly say: SayOpinion;
  readonly save: SaveFile;
}

/** Given by the island, so that no page between hands it on. */
export const ResultsWork = createContext<WorkOnResults>({
  opinions: NO_OPINIONS,
  say: () => undefined,
  save: () => undefined,
});

export const useResultsWork = (): WorkOnResults => useContext(ResultsWork);
