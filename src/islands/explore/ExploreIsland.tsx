import { NuqsAdapter } from 'nuqs/adapters/react';
import { useEffect, useMemo, useRef } from 'react';
import { READY } from '../../client/directives/ready.ts';
import type { Prerendered } from '../../components/explore/prerendered.ts';
import { Explorer } from './Explorer.tsx';

/** The explorer of a benchmark's cases. `prerendered`: JSON of `Prerendered`. Alive from the first interaction on. */
export function ExploreIsland({ prerendered }: { readonly prerendered: string }) {
  const known = useMemo(() => JSON.parse(prerendered) as Prerendered, [prerendered]);
  const root = useRef<HTMLDivElement>(null);
  useEffect(() => {
    root.current?.dispatchEvent(new Event(READY, { bubbles: true }));
  }, []);
  return (
    <NuqsAdapter>
      <div ref={root}>
        <Explorer {...known} />
      </div>
    </NuqsAdapter>
  );
}
