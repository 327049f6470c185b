import type { ClientFailure } from '../client/failure.ts';

/** Why the query engine answers what a smaller file should have: all works, but takes longer. */
export function ByEngine({ what, notice }: { readonly what: string; readonly notice: ClientFailure | null }) {
  if (notice === null) return null;
  return (
    <p className="not-kept" role="status">
      {what} did not come: {notice.why} The query engine answers instead, which takes longer.
    </p>
  );
}
