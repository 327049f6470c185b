import { type Query, text } from '../../sql/query.ts';

export async function namesOfJudges(query: Query): Promise<ReadonlyMap<string, string>> {
  const rows = await query('SELECT judge, name FROM judges');
  return new Map(rows.map((row) => [text(row, 'judge'), text(row, 'name')]));
}

/** Says what a critique judge is called; '' where the data do not say who scored. */
export const scorerLabel = (names: ReadonlyMap<string, string>, id: string): string =>
  id === '' ? 'Unnamed critique judge' : (names.get(id) ?? id);
