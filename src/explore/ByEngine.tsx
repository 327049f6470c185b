import type { ClientFailure } from '../client/failure.ts';

/** Says why the query engine answers what a smaller file should have answered: all works, but takes longer. */
export function ByEngine({ what, notice }: { readonly what: string; readonly notice: ClientFailure | null }) {
  if (notice === null) return null;
  return (
    <p className="not-kept" role="status">
      {what} did not come: {notice.why} The query engine answers instead, which takes longer.
    </p>
  );
}
