/** A column of a table, as CREATE TABLE names it. */
export interface DefinedColumn {
  readonly name: string;
  readonly type: string;
}

/** Lists the columns of a definition whose types are single words: `'run VARCHAR, "order" VARCHAR'` → `run` and `order`. */
export const definedColumns = (definition: string): readonly DefinedColumn[] =>
  definition.split(', ').map((column) => {
    const [name = '', type = ''] = column.replaceAll('"', '').split(' ');
    return { name, type };
  });
