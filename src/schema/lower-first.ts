/** Writes a name inside a sentence: `Coin flip` → coin flip; what begins with a single capital or an abbreviation keeps it: `A better`, `PAcc`. */
export const lowerFirst = (name: string): string => name.replace(/^[A-Z](?=[a-z])/, (letter) => letter.toLowerCase());
