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

  /** Undefined for a text that has no number. */
  find(text: string): number | undefined {
    return this.numbers.get(text);
  }
}
