/** Where a part of a drawing stands, as its attribute: links of drawings have it, too, which the types of HTML links do not know. */
export const placed = (x: number, y = 0): { readonly transform: string } => ({
  transform: y === 0 ? `translate(${x})` : `translate(${x} ${y})`,
});
