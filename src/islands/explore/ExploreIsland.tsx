import { useMemo } from 'react';
import type { Prerendered } from '../../components/explore/prerendered.ts';
import { Alive } from '../Alive.tsx';
import { Explorer } from './Explorer.tsx';

/** The explorer of a benchmark's cases. `prerendered`: JSON of `Prerendered`. Alive from the first interaction on. */
export function ExploreIsland({ prerendered }: { readonly prerendered: string }) {
  const known = useMemo(() => JSON.parse(prerendered) as Prerendered, [prerendered]);
  return (
    <Alive>
      <Explorer {...known} />
    </Alive>
  );
}
