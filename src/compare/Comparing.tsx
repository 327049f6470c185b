import type { ReactNode } from 'react';
import { Waiting } from '../ui/loading.tsx';

/** Says that a part of a comparison is on its way. */
export function Comparing({ children = 'Comparing case by case…' }: { readonly children?: ReactNode }) {
  return (
    <p className="state" role="status" aria-busy="true">
      <Waiting>{children}</Waiting>
    </p>
  );
}
