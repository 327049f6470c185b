import { useEngineState } from '../ui/use-engine-state.ts';

/** What a visitor may want to know although everything works: the browser keeps nothing for the next visit. */
export function NotKept() {
  const state = useEngineState();
  if (state.phase !== 'ready' || state.notice === null) return null;
  const { what, why, todo } = state.notice;
  return (
    <p className="not-kept" role="status">
      {what} {why} {todo}
    </p>
  );
}
