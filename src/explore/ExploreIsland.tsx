import { useMemo } from 'react';
import { Alive, guarded } from '../ui/island.tsx';
import { Explorer } from './Explorer.tsx';
import type { Prerendered } from './prerendered.ts';

function AliveExplorer({ prerendered }: { readonly prerendered: string }) {
  const known = useMemo(() => JSON.parse(prerendered) as Prerendered, [prerendered]);
  return (
    <Alive>
      <Explorer {...known} />
    </Alive>
  );
}

/** Shows the explorer of a benchmark's cases, alive from the first interaction on. `prerendered` is the JSON of `Prerendered`. */
export const ExploreIsland = guarded(AliveExplorer);
