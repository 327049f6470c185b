import type { Answer } from '../schema/answer.ts';
import type { Gold } from '../schema/records.ts';
import { meanOf } from '../stats/mean.ts';

/** Labels that single annotators gave to one thing. */
interface Votes {
  readonly source: number;
  /** The first of them, which identifies what was labelled. */
  readonly record: Gold;
  readonly values: string[];
}

/** A label that was made of several people's, and whose records they are. */
export interface VotedLabel {
  readonly source: number;
  readonly record: Gold;
}

/** Finds the values that most people gave. */
function leaders(values: readonly string[]): readonly string[] {
  const counts = [...Map.groupBy(values, (value) => value)].map(([value, all]) => [value, all.length] as const);
  const most = Math.max(...counts.map(([, n]) => n));
  return counts.filter(([, n]) => n === most).map(([value]) => value);
}

/** Says whether the leading answers on a pair contradict each other, so that neither response is better. */
const isLevel = (leading: readonly string[]): boolean => leading.includes('a') && leading.includes('b');

/** Makes one label of several people's; null where they make none. */
function voted({ kind }: Gold, values: readonly string[], answers: readonly Answer[]): string | null {
  if (kind === 'quality') return String(meanOf(values.map(Number)));
  const leading = leaders(values);
  const [first] = leading;
  const alone = leading.length === 1 ? (first ?? null) : null;
  if (kind === 'correct') return alone;
  const chosen = alone ?? (isLevel(leading) && !leading.includes('both_bad') ? 'tie' : null);
  return (answers as readonly (string | null)[]).includes(chosen) ? chosen : null;
}

/**
 * Collects the labels of single annotators of a benchmark whose files hold no aggregated ones, and makes these (docs/data-formats.md
 * "Labels of several people"). What has an aggregated label in the files keeps it.
 */
export class LabelVotes {
  private readonly votes = new Map<string, Votes>();
  private readonly settled = new Set<string>();

  add(record: Gold, source: number): void {
    const { instance, response = '', criterion = '', kind, annotator, value } = record;
    if (kind === 'reference') return;
    const key = [source, instance, response, criterion, kind].join('\0');
    if (annotator === undefined) this.settled.add(key);
    else {
      const known = this.votes.get(key) ?? { source, record, values: [] };
      known.values.push(value);
      this.votes.set(key, known);
    }
  }

  /** In the order in which the first label of each was read. `answers`: what a label of a pair may be. */
  labels(answers: readonly Answer[]): VotedLabel[] {
    return [...this.votes].flatMap(([key, { source, record, values }]) => {
      const { annotator: _, ...named } = record;
      const value = this.settled.has(key) ? null : voted(record, values, answers);
      return value === null ? [] : [{ source, record: { ...named, value } }];
    });
  }
}
