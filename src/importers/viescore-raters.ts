import type { Source } from '../records/source.ts';
import { isRow, textOf } from './importer.ts';
import { type Ledger, sourceRows } from './ledger.ts';
import { idsKey } from './names.ts';

/** The ratings of one rater: picture → generator → [SC, PQ], each 0, 0.5 or 1. */
export type RaterRatings = Map<string, Map<string, readonly [number, number]>>;

function ratingOf(cell: string): readonly [number, number] | null {
  const parts = /^\[\s*([\d.]+)\s*,\s*([\d.]+)\s*\]$/.exec(cell.trim());
  const [sc, pq] = [Number(parts?.[1]), Number(parts?.[2])];
  return Number.isFinite(sc) && Number.isFinite(pq) ? [sc, pq] : null;
}

/** Reads the number of a rater at the end of a file's name, before its kind. */
const numberOf = ({ name }: Source): number => Number(/(\d+)\.\w+$/.exec(name)?.[1] ?? 0);

/** Says where the tables of a task are not numbered from 1 on: one of them is missing. */
export function checkNumbers(tables: readonly Source[], ledger: Ledger): void {
  const numbers = tables.map(numberOf).sort((a, b) => a - b);
  const [table] = tables;
  if (table === undefined || numbers.every((n, i) => n === i + 1)) return;
  const message =
    'the raters’ tables are not numbered from 1 on; people’s labels are those of the tables that are there';
  const hint = 'is a table missing? then preferences and means are those of fewer people';
  ledger.warn({ file: table.name, message, found: numbers.join(', '), expected: '1, 2, 3', hint });
}

/** Reads a rater's table, which has `uid` and a column per generator. A cell that is no rating is reported and left out. */
export async function readRatings(source: Source, ledger: Ledger): Promise<RaterRatings> {
  const ratings: RaterRatings = new Map();
  for await (const rows of sourceRows(source, ledger)) {
    for (const { row, line } of rows) {
      const cells = Object.entries(isRow(row) ? row : {}).filter(([column]) => column !== 'uid');
      const byGenerator = new Map<string, readonly [number, number]>();
      for (const [generator, cell] of cells) {
        const rating = ratingOf(textOf(cell));
        if (rating !== null) byGenerator.set(generator, rating);
        else {
          const place = { file: source.name, line, field: generator, found: textOf(cell) };
          ledger.warn({ ...place, message: 'not a rating; left out', expected: '[number, number]' });
        }
      }
      const picture = isRow(row) ? textOf(row['uid']) : '';
      const message = 'another row of this picture; the first was kept';
      const second = { file: source.name, line, field: 'uid', found: picture, message };
      const outcome = ledger.once(idsKey(source.name, picture), second, () => {
        ratings.set(picture, byGenerator);
        return null;
      });
      ledger.closeRow(outcome, source.name);
    }
  }
  return ratings;
}
