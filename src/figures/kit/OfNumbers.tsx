/** Names the table below a drawing in a word, and whole to those who do not see what it is below. */
export const OfNumbers = () => (
  <>
    Table<span className="hidden"> of these numbers</span>
  </>
);
