/** Where a part of a drawing stands, as its attribute. Links in drawings have it too, although the types of HTML links do not know it. */
export const placed = (x: number, y = 0): { readonly transform: string } => ({
  transform: y === 0 ? `translate(${x})` : `translate(${x} ${y})`,
});
