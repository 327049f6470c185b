import type { SortKey } from '../../schema/board.ts';
import { facetColumn } from '../../schema/slice.ts';
import { sortsByPoints } from '../list-columns.ts';
import type { RunsFared } from './fared.ts';
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

/** What a row says of a case's runs: a sign for each (`+` right, `-` wrong, `.` neither), and how many of them were right and wrong. */
interface CaseMarks {
  readonly marks: string;
  readonly nRight: number;
  readonly nWrong: number;
}

/** Reads a row's marks. The loop is plain: it runs over every run of hundreds of rows before a list can be shown. */
function marksAt({ verdicts }: RunsFared, at: number): CaseMarks {
  let [marks, nRight, nWrong] = ['', 0, 0];
  const [word, bit] = [at >>> 5, 1 << (at & 31)];
  for (let run = 0; run < verdicts.length; run += 1) {
    const of = verdicts[run];
    if (((of?.asked[word] ?? 0) & bit) === 0) marks += '.';
    else if (((of?.won[word] ?? 0) & bit) === 0) {
      marks += '-';
      nWrong += 1;
    } else {
      marks += '+';
      nRight += 1;
    }
  }
  return { marks, nRight, nWrong };
}

const VERDICTS: Readonly<Record<string, string>> = { '+': 'right', '-': 'wrong', '.': '' };

/** Lists the columns that are needed. `extras`: what the order needs; a download needs the details. */
export function columnList(selected: ColumnSelection, sort: readonly SortKey[], extras: SortExtras): ColumnList {
  const { details, points } = extras;
  const { columns, fared } = selected;
  const { facets, codes, instances, runs } = columns;
  const places = orderedCases(selected, sort, extras);
  const columnsOfFacets = facets.map(({ name }) => facetColumn(name));
  const facetsAt = (at: number): ColumnRow => {
    const row: Record<string, string> = {};
    for (const [k, column] of columnsOfFacets.entries()) row[column] = facets[k]?.values[codes[k]?.[at] ?? 0] ?? '';
    return row;
  };
  const nameAt = (row: number): string | null => instances.at(places[row] ?? -1) ?? null;
  const rows = (from: number, to: number, rowOf: (at: number) => ColumnRow): ColumnRow[] =>
    Array.from(places.subarray(from, to), rowOf);
  return {
    lines: (from, to) =>
      rows(from, to, (at) => {
        const { marks, nRight, nWrong } = marksAt(fared, at);
        return {
          instance: instances.at(at) ?? '',
          _place: at,
          _marks: marks,
          _right: nRight,
          _wrong: nWrong,
          _judgments: columns.judgments.at(at),
          _longest: columns.longest.at(at),
          ...(sortsByPoints(sort) ? { _points: points?.[at] || 0 } : {}),
          ...facetsAt(at),
        };
      }),
    placeOf: (instance) => {
      const row = places.indexOf(instances.all().indexOf(instance));
      if (row < 0) return { place: null, total: 0, previous: null, next: null };
      return { place: row + 1, total: places.length, previous: nameAt(row - 1), next: nameAt(row + 1) };
    },
    download: (from, to) =>
      rows(from, details === null ? from : to, (at) => {
        const { marks, nRight, nWrong } = marksAt(fared, at);
        return {
          instance: instances.at(at) ?? '',
          cluster: details?.clusters[at] || (instances.at(at) ?? ''),
          ...facetsAt(at),
          prompt_length: details?.prompt[at] ?? 0,
          judgments: columns.judgments.at(at),
          longest_rationale: columns.longest.at(at),
          judges_right: nRight,
          judges_wrong: nWrong,
          ...Object.fromEntries(runs.map((run, k) => [`run:${run}`, VERDICTS[marks.charAt(k)] ?? ''])),
        };
      }),
  };
}
