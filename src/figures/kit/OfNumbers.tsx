/** Writes "Table", and its full name for screen readers, which do not show what it is below. */
export const OfNumbers = () => (
  <>
    Table<span className="hidden"> of these numbers</span>
  </>
);
