/** `key=value` pairs joined by `;`. A pair without a value is left out; `%`, `;` and `=` inside values are percent-encoded. */
export type Slice = Readonly<Record<string, string>>;

const encoded = (value: string): string => value.replace(/[%;=]/g, encodeURIComponent);

export const slicePair = (key: string, value: string): string => `${key}=${encoded(value)}`;

/** Writes a slice as the SQL writes it; an empty value stands for rows without the key. */
export const sliceText = (slice: Slice): string =>
  Object.entries(slice)
    .map(([key, value]) => slicePair(key, value))
    .join(';');

/** Says whether a text could be a slice with at least one pair. */
export const isSliceText = (text: string): boolean => text.split(';').every((pair) => /^[^=]+=[^=]*$/.test(pair));

export function parseSlice(text: string): ReadonlyMap<string, string> {
  const pairs = text === '' ? [] : text.split(';');
  return new Map(
    pairs.map((pair) => {
      const [key = '', value = ''] = pair.split('=');
      return [key, value.replace(/%(25|3B|3D)/g, (code) => decodeURIComponent(code))];
    }),
  );
}
