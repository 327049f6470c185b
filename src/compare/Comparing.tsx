import { Waiting } from '../ui/Waiting.tsx';

/** A comparison of two runs is on its way. */
export function Comparing() {
  return (
    <p className="state" role="status" aria-busy="true">
      <Waiting>Comparing case by case…</Waiting>
    </p>
  );
}
