import { identifier, literal } from '../sql/quote.ts';

/** What was met in one place of the rows, one bit a kind. */
const [YES_NO, WHOLE, FRACTION, TEXT, OBJECT, LIST] = [1, 2, 4, 8, 16, 32] as const;

/** Objects with more keys than this are data in the place of columns: they stay text. */
const MOST_KEYS = 2000;
/** Levels that become STRUCT and LIST; what lies deeper stays text. */
const MOST_LEVELS = 32;

/** Signs that DuckDB's reader of nested values takes for its own even inside quotes, and noncharacters of Unicode that stand for them on the way. */
const STRUCTURAL = '"\\\'{}[](),:=';
const STAND_INS = Array.from(STRUCTURAL, (_, i) => String.fromCharCode(0xfdd0 + i)).join('');
const ODD = /["\\'{}[\](),:=\uFDD0-\uFDEF]/g;

const coded = (text: string): string => text.replace(ODD, (sign) => STAND_INS[STRUCTURAL.indexOf(sign)] ?? '\uFFFD');

const decoded = (sql: string): string => `translate(${sql}, ${literal(STAND_INS)}, ${literal(STRUCTURAL)})`;

function kindOf(value: unknown): number {
  if (typeof value === 'boolean') return YES_NO;
  if (typeof value === 'number') return Number.isSafeInteger(value) ? WHOLE : FRACTION;
  if (typeof value === 'string') return TEXT;
  return Array.isArray(value) ? LIST : OBJECT;
}

interface ShapeField {
  readonly name: string;
  readonly shape: ValueShape;
  object: number;
}

const structOf = (fields: Iterable<ShapeField>): string =>
  `STRUCT(${[...fields].map(({ name, shape }) => `${identifier(coded(name))} ${shape.type}`).join(', ')})`;

/** What every table has beside the columns of its files: the file of a row, and its line there. */
const PLACE_COLUMNS: readonly string[] = ['_file', '_row'];

/** What stands in one place of all rows: it grows with each value, and gives the type to which all of them can be cast. */
class ValueShape {
  private kinds = 0;
  /** By the key in small letters, since names of columns that differ in capitals alone are one to the engine. */
  readonly fields = new Map<string, ShapeField>();
  private item: ValueShape | undefined;
  private isCoded = false;
  objects = 0;

  write(value: unknown, level: number): string {
    if (value === null || value === undefined) return 'NULL';
    const kind = kindOf(value);
    this.kinds |= kind;
    if (kind === TEXT) return this.writeText(String(value), level);
    if (kind === LIST || kind === OBJECT) return this.writeNested(value as object, level);
    return String(value);
  }

  private writeText(text: string, level: number): string {
    // On the first level quotes hold everything; within a nested value they do not.
    if (level === 0) return `"${text.replace(/["\\]/g, '\\$&')}"`;
    const written = coded(text);
    this.isCoded ||= written !== text;
    return `"${written}"`;
  }

  private writeNested(value: object, level: number): string {
    if (level >= MOST_LEVELS) {
      this.kinds |= TEXT;
      return this.writeText(JSON.stringify(value), level);
    }
    if (Array.isArray(value)) {
      this.item ??= new ValueShape();
      const { item } = this;
      return `[${value.map((one) => item.write(one, level + 1)).join(', ')}]`;
    }
    const parts: string[] = [];
    this.objects++;
    for (const key of Object.keys(value)) {
      const { name, shape } = this.fieldOf(key);
      parts.push(`"${coded(name)}": ${shape.write(Reflect.get(value, key), level + 1)}`);
    }
    return `{${parts.join(', ')}}`;
  }

  /** Keys that differ in capitals alone are one field, unless one object has both: the second then gets another name. */
  fieldOf(key: string): ShapeField {
    const usual = key === '' ? `column_${this.fields.size + 1}` : key;
    for (let name = usual; ; name += '_2') {
      const low = name.toLowerCase();
      const known = this.fields.get(low);
      if (known === undefined) {
        const field = { name, shape: new ValueShape(), object: this.objects };
        if (!PLACE_COLUMNS.includes(name)) this.fields.set(low, field);
        if (!PLACE_COLUMNS.includes(name)) return field;
      } else if (known.object !== this.objects) {
        known.object = this.objects;
        return known;
      }
    }
  }

  get type(): string {
    const { kinds, item } = this;
    if (kinds === YES_NO) return 'BOOLEAN';
    if (kinds === WHOLE) return 'BIGINT';
    if (kinds !== 0 && (kinds & ~(WHOLE | FRACTION)) === 0) return 'DOUBLE';
    if (kinds === LIST) return `${item?.type ?? 'VARCHAR'}[]`;
    const isStruct = kinds === OBJECT && this.fields.size > 0 && this.fields.size <= MOST_KEYS;
    if (!isStruct) return 'VARCHAR';
    return structOf(this.fields.values());
  }

  private get needsDecoding(): boolean {
    const { kinds, fields, item } = this;
    if (this.isCoded || (kinds !== OBJECT && kinds !== LIST && (kinds & (OBJECT | LIST)) !== 0)) return true;
    if (item?.needsDecoding === true) return true;
    return [...fields.values()].some(({ name, shape }) => coded(name) !== name || shape.needsDecoding);
  }

  decode(sql: string, level = 0): string {
    if (!this.needsDecoding) return sql;
    const { type } = this;
    if (type === 'VARCHAR') return decoded(sql);
    const inner = `v${level}`;
    if (type.endsWith(']'))
      return `list_transform(${sql}, lambda ${inner}: ${this.item?.decode(inner, level + 1) ?? inner})`;
    const fields = [...this.fields.values()].map(
      ({ name, shape }) =>
        `${identifier(name)} := ${shape.decode(`struct_extract(${sql}, ${literal(coded(name))})`, level + 1)}`,
    );
    return `CASE WHEN ${sql} IS NULL THEN NULL ELSE struct_pack(${fields.join(', ')}) END`;
  }
}

/** Columns that are looked at, whether they are kept or not. */
const MOST_MET = 50 * MOST_KEYS;

/** The columns of a table that is made of rows as files have them: each row is written as one text, of which a cast makes the table in the end. */
export class RowShape {
  private readonly row = new ValueShape();
  private readonly files = new Map<ShapeField, Set<number>>();
  private readonly kept = new Set<ShapeField>();
  private readonly wanted: ReadonlySet<string> | null;
  /** Columns that are kept under another name: it is empty, the table's own, or differs from another in capitals alone. */
  readonly renamed: (readonly [column: string, name: string])[] = [];
  /** Where texts hold half a surrogate pair, which becomes U+FFFD. */
  readonly halves: { readonly column: string; readonly place: number }[] = [];

  /** `wanted`: the columns to keep, in small letters; null for all. */
  constructor(wanted: ReadonlySet<string> | null) {
    this.wanted = wanted;
  }

  met(file?: number): readonly string[] {
    return [...this.files].filter(([, files]) => file === undefined || files.has(file)).map(([{ name }]) => name);
  }

  /** How many columns are too many to be kept, since no SELECT names them. */
  get left(): number {
    return this.wanted === null ? this.files.size - this.kept.size : 0;
  }

  private meet(key: string, at: number, file: number): ShapeField {
    const field = this.row.fieldOf(key === '' ? `column_${at + 1}` : key);
    const { name } = field;
    const files = this.files.get(field) ?? new Set();
    if (files.size === 0) {
      this.files.set(field, files);
      const keeps = this.wanted === null ? this.kept.size < MOST_KEYS : this.wanted.has(name.toLowerCase());
      if (keeps) this.kept.add(field);
      if (keeps && name !== key) this.renamed.push([key, name]);
    }
    files.add(file);
    return field;
  }

  write(row: Readonly<Record<string, unknown>>, file: number, place: number): string {
    const parts: string[] = [];
    this.row.objects++;
    for (const [at, key] of Object.keys(row).entries()) {
      if (this.files.size > MOST_MET && !this.row.fields.has(key.toLowerCase())) continue;
      const field = this.meet(key, at, file);
      if (!this.kept.has(field)) continue;
      const part = field.shape.write(row[key], 0);
      if (!part.isWellFormed()) this.halves.push({ column: field.name, place });
      parts.push(`"${coded(field.name)}": ${part}`);
    }
    return `{${parts.join(', ')}}`;
  }

  columnsOf(text: string): readonly string[] {
    return [...this.kept].map(({ name, shape }) => {
      const own = `struct_extract(${text}, ${literal(coded(name))})`;
      return `${shape.decode(own)} AS ${identifier(name)}`;
    });
  }

  get type(): string {
    return this.kept.size === 0 ? 'VARCHAR' : structOf(this.kept);
  }
}
