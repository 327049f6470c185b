import { nearestWord } from '../schema/nearest.ts';
import type { Problem } from '../schema/problem.ts';
import { fieldsOfKind, type RecordKind, requiredOf } from './kinds.ts';

const ATTRIBUTE = 'attributes.';

/** Writes the hint for a table of one column whose name holds another separator. */
export function separatorHint(columns: readonly string[]): string | undefined {
  const [only] = columns;
  return columns.length === 1 && only !== undefined && /[;\t|]/.test(only)
    ? 'separate columns by commas (.csv) or tabs (.tsv), or name the separator in a first line: sep=;'
    : undefined;
}

/** Unknown columns that are reported one by one. */
const MANY = 20;

function namelessProblems(file: string, nameless: number, columns: number): Problem[] {
  if (nameless === 0) return [];
  const message = 'a column without a name; no row was read';
  const hint = 'name it, or remove it; a separator at the end of the header makes one';
  return [{ file, message, found: `${nameless} of ${columns}`, hint }];
}

/** Gives problems with columns that do not fit the records, reported once and not for each row. If there are none, the rows can be read. */
export function columnProblems(kind: RecordKind, file: string, columns: readonly string[]): Problem[] {
  const fields = fieldsOfKind(kind);
  const hint = separatorHint(columns);
  const unread = 'no row was read';
  const absent = requiredOf(kind).filter((field) => !columns.includes(field));
  const unknown = columns.filter(
    (column) => column !== '' && !fields.includes(column) && !column.startsWith(ATTRIBUTE),
  );
  const nameless = columns.filter((column) => column === '').length;
  return [
    ...absent.map((field) => ({
      file,
      field,
      message: `no such column; ${unread}`,
      found: columns.join(', '),
      expected: `at least ${requiredOf(kind).join(', ')}`,
      hint: hint ?? 'add the column, or name it in the header',
    })),
    ...namelessProblems(file, nameless, columns.length),
    ...unknown.slice(0, MANY).map((field) => {
      const near = nearestWord(field, fields);
      const mend = near === undefined ? 'remove it, or import the file as a table' : `is ${near} meant?`;
      return { file, field, message: `unknown column; ${unread}`, expected: fields.join(', '), hint: hint ?? mend };
    }),
    ...(unknown.length > MANY
      ? [
          {
            file,
            message: `more unknown columns; ${unread}`,
            found: unknown.slice(MANY).join(', '),
            hint: 'import the file as a table',
          },
        ]
      : []),
  ];
}
