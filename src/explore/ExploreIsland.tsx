import { useMemo } from 'react';
import { Alive } from '../ui/Alive.tsx';
import { Explorer } from './Explorer.tsx';
import type { Prerendered } from './prerendered.ts';

/** The explorer of a benchmark's cases. `prerendered`: JSON of `Prerendered`. Alive from the first interaction on. */
export function ExploreIsland({ prerendered }: { readonly prerendered: string }) {
  const known = useMemo(() => JSON.parse(prerendered) as Prerendered, [prerendered]);
  return (
    <Alive>
      <Explorer {...known} />
    </Alive>
  );
}
