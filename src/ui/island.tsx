import { Component, type ComponentType, type ReactNode, useEffect, useRef, useSyncExternalStore } from 'react';
import { READY } from '../client/directives/ready.ts';
import { type ClientFailure, failureOf } from '../client/failure.ts';
import { Failed, Silence } from './loading.tsx';

const never = (): (() => void) => () => undefined;

/** Says whether the page is alive: false while it is prerendered and hydrated, true from then on. */
export function useAlive(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
}

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

const BROKE = {
  what: 'This part of the page broke.',
  todo: 'Load the page again; if it stays so, it is a mistake of this site.',
};

/** Says what an island threw, and that nobody need wait for it any more. */
function Broken({ failure }: { readonly failure: ClientFailure }) {
  const root = useRef<HTMLDivElement>(null);
  useEffect(() => {
    root.current?.dispatchEvent(new Event(READY, { bubbles: true }));
  }, []);
  return (
    <div ref={root}>
      <Failed failure={failure} retry={() => window.location.reload()} />
    </div>
  );
}

interface GuardState {
  readonly failure: ClientFailure | null;
}

/** Catches what is thrown while its children are drawn; React would leave nothing in their place. */
class Guard extends Component<{ readonly children: ReactNode }, GuardState> {
  override state: GuardState = { failure: null };

  static getDerivedStateFromError(error: unknown): GuardState {
    return { failure: failureOf(error, BROKE) };
  }

  override render(): ReactNode {
    const { failure } = this.state;
    return failure === null ? this.props.children : <Broken failure={failure} />;
  }
}

/** Makes an island of a part of a page: where it throws, a sentence stands in its place. */
export const guarded =
  <P extends object>(Part: ComponentType<P>) =>
  (props: P): ReactNode => (
    <Guard>
      <Part {...props} />
    </Guard>
  );
