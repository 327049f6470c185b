import type { ClientFailure } from '../client/failure.ts';

/** Why the query engine answers what a smaller file should have: all works, but takes longer. */
export function ByEngine({ notice }: { readonly notice: ClientFailure | null }) {
  if (notice === null) return null;
  return (
    <p className="not-kept" role="status">
      The quick list of cases did not come: {notice.why} The query engine answers instead, which takes longer.
    </p>
  );
}
