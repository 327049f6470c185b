/** Gives numbers for a sheet to draw with, as a style attribute of custom properties with one decimal: `{ at: 12.34 }` → `--at:12.3`. */
export const styleValues = (values: Readonly<Record<string, number>>): string =>
  Object.entries(values)
    .map(([name, value]) => `--${name}:${Number(value.toFixed(1))}`)
    .join(';');
