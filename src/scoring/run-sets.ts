/** Keeps sets of runs by their numbers, which are places of names in order; 0 is the set of none. */
export class RunSets {
  private readonly count: number;
  private readonly sets: (readonly number[])[] = [[]];
  private readonly named: string[];
  /** The set that results from adding a run, by set and run. */
  private readonly larger = new Map<number, number>();

  /** `count`: how many runs there are. */
  constructor(count: number) {
    this.count = count;
    this.named = ['0'.repeat(count)];
  }

  /** Adds a run to the sets of what lies at these places; runs come in their order, one after the other. */
  add(run: number, places: Int32Array, setOf: Int32Array): void {
    let [before, after] = [-1, -1];
    for (const place of places) {
      const set = setOf[place] ?? 0;
      if (set !== before) [before, after] = [set, this.with(set, run)];
      setOf[place] = after;
    }
  }

  private with(set: number, run: number): number {
    const own = this.sets[set] ?? [];
    if (own.at(-1) === run) return set;
    const key = set * this.count + run;
    const found = this.larger.get(key) ?? this.sets.length;
    if (found === this.sets.length) {
      const name = this.named[set] ?? '';
      this.sets.push([...own, run]);
      this.named.push(`${name.slice(0, run)}1${name.slice(run + 1)}`);
    }
    this.larger.set(key, found);
    return found;
  }

  /** The names of all sets, with a bit for each run: equal sets have one name. */
  get names(): readonly string[] {
    return this.named;
  }

  runsOf(set: number): readonly number[] {
    return this.sets[set] ?? [];
  }

  /** How many places have each set, but for the set of none. */
  counts(setOf: Int32Array): ReadonlyMap<number, number> {
    const counts = new Map<number, number>();
    for (const set of setOf) if (set !== 0) counts.set(set, (counts.get(set) ?? 0) + 1);
    return counts;
  }
}
