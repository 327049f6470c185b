import { facetColumn } from '../../schema/attribute.ts';
import type { SortKey } from '../../schema/sort-key.ts';
import { sortsByPoints } from '../list-columns.ts';
import { hasBit } from './bits.ts';
import { orderedCases, type SortExtras } from './order.ts';
import type { ColumnSelection } from './select.ts';

export interface ListPlace {
  /** Its place in the list, counted from 1; null where the list does not hold it. */
  readonly place: number | null;
  readonly total: number;
  readonly previous: string | null;
  readonly next: string | null;
}

/** A row as SQL gives it: by the names of its columns. */
type ColumnRow = Readonly<Record<string, string | number>>;

/** Gives the cases of a selection in an order. */
export interface ColumnList {
  /** Rows `from` … `to` − 1, with the columns of a page of the explorer (`pageStatement`). */
  readonly lines: (from: number, to: number) => readonly ColumnRow[];
  readonly placeOf: (instance: string) => ListPlace;
  /** The same rows with the columns of a download (`downloadStatement`); none without the details of the cases. */
  readonly download: (from: number, to: number) => readonly ColumnRow[];
}

/** Signs of a row's marks; `.` for a run that was neither. */
const MARKS: Readonly<Record<string, string>> = { right: '+', wrong: '-' };

/** Lists the columns that are needed. `extras`: what the order needs; a download needs the details. */
export function columnList(selected: ColumnSelection, sort: readonly SortKey[], extras: SortExtras): ColumnList {
  const { details, points } = extras;
  const { columns, fared } = selected;
  const { facets, codes, instances, runs } = columns;
  const places = orderedCases(selected, sort, extras);
  const facetsAt = (at: number): [string, string][] =>
    facets.map(({ name, values }, k) => [facetColumn(name), values[codes[k]?.[at] ?? 0] ?? '']);
  const nameAt = (row: number): string | null => instances[places[row] ?? -1] ?? null;
  const rows = (from: number, to: number, rowOf: (at: number) => ColumnRow): ColumnRow[] =>
    Array.from(places.subarray(from, to), rowOf);
  const marksAt = (at: number): string => {
    let marks = '';
    for (let run = 0; run < runs.length; run += 1) marks += MARKS[verdictOf(run, at)] ?? '.';
    return marks;
  };
  const verdictOf = (run: number, at: number): string => {
    const [right, wrong] = [fared.right[run], fared.wrong[run]];
    if (wrong !== undefined && hasBit(wrong, at)) return 'wrong';
    return right !== undefined && hasBit(right, at) ? 'right' : '';
  };
  return {
    lines: (from, to) =>
      rows(from, to, (at) => ({
        instance: instances[at] ?? '',
        _place: at,
        _marks: marksAt(at),
        _right: fared.nRight[at] ?? 0,
        _wrong: fared.nWrong[at] ?? 0,
        _judgments: columns.judgments[at] ?? 0,
        _longest: columns.longest[at] ?? 0,
        ...(sortsByPoints(sort) ? { _points: points?.[at] || 0 } : {}),
        ...Object.fromEntries(facetsAt(at)),
      })),
    placeOf: (instance) => {
      const row = places.indexOf(instances.indexOf(instance));
      if (row < 0) return { place: null, total: 0, previous: null, next: null };
      return { place: row + 1, total: places.length, previous: nameAt(row - 1), next: nameAt(row + 1) };
    },
    download: (from, to) =>
      rows(from, details === null ? from : to, (at) => ({
        instance: instances[at] ?? '',
        cluster: details?.clusters[at] || (instances[at] ?? ''),
        ...Object.fromEntries(facetsAt(at)),
        prompt_length: details?.prompt[at] ?? 0,
        judgments: columns.judgments[at] ?? 0,
        longest_rationale: columns.longest[at] ?? 0,
        judges_right: fared.nRight[at] ?? 0,
        judges_wrong: fared.nWrong[at] ?? 0,
        ...Object.fromEntries(runs.map((run, k) => [`run:${run}`, verdictOf(k, at)])),
      })),
  };
}
