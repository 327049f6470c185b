import { type ReactNode, useEffect, useRef } from 'react';
import { READY } from '../client/directives/ready.ts';
import { Silence } from './Silence.tsx';

/**
 * Wraps an island whose state is in the URL: reports when it is alive, so that the visitor's earlier clicks are repeated, and shows files
 * that the server keeps it waiting for.
 */
export function Alive({ children }: { readonly children: ReactNode }) {
  const root = useRef<HTMLDivElement>(null);
  useEffect(() => {
    root.current?.dispatchEvent(new Event(READY, { bubbles: true }));
  }, []);
  return (
    <>
      <div ref={root}>{children}</div>
      <Silence />
    </>
  );
}
