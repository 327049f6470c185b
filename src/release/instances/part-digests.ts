import { number, type Query, text } from '../../sql/query.ts';

/** Sums up what the rows of a part say, as sums of hashes of 64 bits. */
export interface PartDigest {
  readonly part: number;
  readonly rows: number;
  readonly digest: string;
}

/** Digests by what they are of. */
export type DigestsBefore = Readonly<Record<string, readonly PartDigest[]>>;

interface Asked {
  /** A query for the column `part` of cases, which are called by their places. */
  readonly touched: (cases: string) => string;
  /** A query for `part`, `n` and `digest` of the parts that a list names, of all where it is null. */
  readonly sql: (parts: readonly number[] | null) => string;
}

/** Digests of the rows of parts of cases. Where an earlier build knew them, only those are asked for in which a case has changed. */
export class PartDigests {
  private readonly query: Query;
  private readonly before: DigestsBefore;
  private readonly cases: readonly number[];
  readonly found: Record<string, readonly PartDigest[]> = {};

  /** Takes up the digests of before; `cases` are the places of those that have changed since. */
  constructor(query: Query, before: DigestsBefore = {}, cases: readonly number[] = []) {
    this.query = query;
    this.before = before;
    this.cases = cases;
  }

  /** Digests of all parts that have rows, in their order. `name`: what is digested, and how it is divided. */
  async of(name: string, { touched, sql }: Asked): Promise<readonly PartDigest[]> {
    const before = this.before[name];
    const parts = before === undefined ? null : await this.touched(touched);
    const again = parts?.length === 0 ? [] : await this.query(sql(parts));
    const stay = before?.filter(({ part }) => parts?.includes(part) !== true) ?? [];
    const found = again.map((row) => ({
      part: number(row, 'part'),
      rows: number(row, 'n'),
      digest: text(row, 'digest'),
    }));
    const all = [...stay, ...found].sort((a, b) => a.part - b.part);
    this.found[name] = all;
    return all;
  }

  private async touched(sql: Asked['touched']): Promise<readonly number[]> {
    if (this.cases.length === 0) return [];
    return (await this.query(sql(this.cases.join(', ')))).map((row) => number(row, 'part'));
  }
}
