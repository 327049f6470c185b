import { useMemo } from 'react';
import { pageIsland } from '../ui/island.tsx';
import { Explorer } from './Explorer.tsx';
import type { Prerendered } from './gather-list.ts';

function ParsedExplorer({ prerendered }: { readonly prerendered: string }) {
  const known = useMemo(() => JSON.parse(prerendered) as Prerendered, [prerendered]);
  return <Explorer {...known} />;
}

/** Shows the explorer of a benchmark's cases, hydrated by the first interaction. `prerendered` is the JSON of `Prerendered`. */
export const ExploreIsland = pageIsland(ParsedExplorer);
