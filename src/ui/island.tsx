import { Component, type ComponentType, type ReactNode, useEffect, useRef, useSyncExternalStore } from 'react';
import { READY } from '../client/directives/ready.ts';
import { type ClientFailure, failureOf } from '../client/failure.ts';
import { Failed, Silence } from './loading.tsx';

const never = (): (() => void) => () => undefined;

/** Says whether the page is hydrated: false while it is prerendered and in its first drawing, true from then on. */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
}

/** Reports that an island is hydrated, so that nobody waits for it any more and the visitor's earlier clicks are repeated. */
function Hydrated({ children }: { readonly children: ReactNode }) {
  const root = useRef<HTMLDivElement>(null);
  useEffect(() => {
    root.current?.dispatchEvent(new Event(READY, { bubbles: true }));
  }, []);
  return <div ref={root}>{children}</div>;
}

/** What to do about what nobody foresaw. */
export const UNEXPECTED =
  'Load the page again; if it stays so, try a current browser: where it does in one, it is a mistake of this site.';

const BROKE = { what: 'This part of the page broke.', todo: UNEXPECTED };

/** What a browser says when it is asked for a function that it has not. */
const LACKING = /is not (?:a function|a constructor|defined)|is undefined|Can't find variable/;

interface GuardState {
  readonly failure: ClientFailure | null;
}

/**
 * Catches what is thrown while its children are drawn; React would leave nothing in their place. Where the browser lacks a function, what is
 * thrown at a press or later counts, too: its controls would be dead.
 */
class Guard extends Component<{ readonly children: ReactNode }, GuardState> {
  override state: GuardState = { failure: null };

  static getDerivedStateFromError(error: unknown): GuardState {
    return { failure: failureOf(error, BROKE) };
  }

  readonly #heard = (event: ErrorEvent | PromiseRejectionEvent): void => {
    const error: unknown = 'reason' in event ? event.reason : event.error;
    if (error instanceof Error && LACKING.test(error.message)) this.setState({ failure: failureOf(error, BROKE) });
  };

  override componentDidMount(): void {
    addEventListener('error', this.#heard);
    addEventListener('unhandledrejection', this.#heard);
  }

  override componentWillUnmount(): void {
    removeEventListener('error', this.#heard);
    removeEventListener('unhandledrejection', this.#heard);
  }

  override render(): ReactNode {
    const { failure } = this.state;
    if (failure === null) return this.props.children;
    return (
      <Hydrated>
        <Failed failure={failure} retry={() => window.location.reload()} />
      </Hydrated>
    );
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

/** Makes such an island of a part that `client:interaction` hydrates; it shows files that the server keeps it waiting for. */
export const pageIsland = <P extends object>(Part: ComponentType<P>) =>
  guarded((props: P) => (
    <>
      <Hydrated>
        <Part {...props} />
      </Hydrated>
      <Silence />
    </>
  ));
