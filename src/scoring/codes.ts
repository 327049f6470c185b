/** Gives each distinct text a number, from 0 in order of appearance. */
export class Codes {
  private readonly numbers = new Map<string, number>();
  readonly texts: string[] = [];

  of(text: string): number {
    const known = this.numbers.get(text);
    if (known !== undefined) return known;
    const number = this.texts.push(text) - 1;
    this.numbers.set(text, number);
    return number;
  }

  /** Gives a text the number that it had before. No other text may be given one until all of these have theirs again. */
  place(text: string, number: number): void {
    this.numbers.set(text, number);
    this.texts[number] = text;
  }

  /** Undefined for a text that has no number. */
  find(text: string): number | undefined {
    return this.numbers.get(text);
  }
}
