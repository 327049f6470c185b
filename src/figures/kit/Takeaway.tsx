import type { ReactNode } from 'react';

/** What a figure says, before it says how it is to be read. */
export function Takeaway({ children }: { readonly children: ReactNode }) {
  return children === '' ? null : <p className="takeaway">{children}</p>;
}
