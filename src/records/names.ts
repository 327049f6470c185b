import type { Problem } from '../schema/problem.ts';
import { isReservedAttribute } from '../schema/slice.ts';
import type { RecordKind, RecordOf } from './issues.ts';

/** A problem without its place, which the caller adds. */
export type Complaint = Omit<Problem, 'file' | 'line'>;

/** Blanks, and signs that are not seen or change how others are seen. */
const BLANK_ENDS = /^\s|\s$/u;
const ODD_BLANK = /[\p{Z}--[ ]]/v;
const UNSEEN = /[\p{Cf}]/u;

const CODES: (text: string) => string = (text) =>
  Array.from(text, (sign) =>
    /[\p{Cf}\p{Z}]/u.test(sign) && sign !== ' '
      ? `‹U+${(sign.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}›`
      : sign,
  ).join('');

/** Names that need no remark, and that no other name of this kind can look like. */
const PLAIN = /^[!-~]+(?: [!-~]+)*$/;

/** Fields of records that hold names which others gave. */
const NAME_FIELDS: Readonly<Record<RecordKind, readonly string[]>> = {
  instances: ['instance', 'cluster', 'split'],
  responses: ['response'],
  gold: ['criterion', 'annotator'],
  judgments: ['criterion', 'condition'],
};

interface First {
  readonly name: string;
  readonly place: string;
}

const remark = (
  field: string,
  found: string,
  { message, hint }: { readonly message: string; readonly hint: string },
): Complaint => ({
  severity: 'warning',
  field,
  found: CODES(found),
  message,
  hint,
});

/**
 * Looks at names that others gave: ids, criteria, attributes. Names are kept as they are written, so each is remarked on once where
 * people would not see how it differs from another. Memory grows with the number of names that are not plain ASCII.
 */
export class NameCheck {
  private readonly seen = new Set<string>();
  /** How each name was first written, by what people see of it. */
  private readonly looks = new Map<string, string>();
  private readonly attributes = new Map<string, First>();
  /** Number of names that may need a remark, now or when they occur again. */
  odd = 0;

  /** Remarks on a name of a kind (a field); none for one that was looked at before. */
  private remarks(field: string, name: string): Complaint[] {
    if (name === '' || PLAIN.test(name)) return [];
    this.odd += 1;
    const key = `${field}\u0000${name}`;
    if (this.seen.has(key)) return [];
    this.seen.add(key);
    const found: Complaint[] = [];
    if (BLANK_ENDS.test(name) || ODD_BLANK.test(name))
      found.push(
        remark(field, `“${name}”`, {
          message: 'a name with blanks that are not seen; kept as it is',
          hint: 'are they meant?',
        }),
      );
    if (UNSEEN.test(name))
      found.push(
        remark(field, name, { message: 'a name with signs that are not seen; kept as it is', hint: 'are they meant?' }),
      );
    return [...found, ...this.twin(field, name)];
  }

  /** Remarks on the names of a record, attributes apart. */
  remarksOn<K extends RecordKind>(kind: K, record: RecordOf<K>): Complaint[] {
    return NAME_FIELDS[kind].flatMap((field) => {
      const name: unknown = Reflect.get(record, field);
      return typeof name === 'string' ? this.remarks(field, name) : [];
    });
  }

  private remarkOnce(field: string, name: string, message: string): Complaint[] {
    if (this.seen.has(field)) return [];
    this.seen.add(field);
    return [remark(field, name, { message, hint: 'rename the attribute' })];
  }

  private twin(field: string, name: string): Complaint[] {
    const look = `${field}\u0000${name
      .normalize('NFC')
      .replaceAll(/[\p{Cf}]/gu, '')
      .replaceAll(/\s+/gu, ' ')
      .trim()}`;
    const first = this.looks.get(look);
    if (first === undefined) this.looks.set(look, name);
    if (first === undefined || first === name) return [];
    const codes = (text: string): string =>
      Array.from(text, (sign) => (sign.codePointAt(0) ?? 0).toString(16).toUpperCase()).join(' ');
    const message = `looks like another name here, which is written ${codes(first).slice(0, 120)}; both are kept`;
    return [{ severity: 'warning', field, found: `${CODES(name)} (${codes(name).slice(0, 120)})`, message }];
  }

  /** Complaints about the names of attributes: a table cannot hold two that differ in capitals alone. `place`: file and line. */
  attributeComplaints(names: readonly string[], place: string): Complaint[] {
    return names.flatMap((name): Complaint[] => {
      const field = PLAIN.test(name) ? `attributes.${name}` : `attributes.${CODES(name)}`;
      if (isReservedAttribute(name))
        return this.remarkOnce(field, name, 'kept, but nothing can be selected by it: the field has this name');
      const folded = name.toLowerCase();
      const first = this.attributes.get(folded);
      if (first === undefined) this.attributes.set(folded, { name, place });
      else if (first.name !== name) {
        const message = `differs in capitals alone from “${first.name}” in ${first.place}`;
        return [{ field, found: name, message, hint: 'call both by one name, or by two that differ in more' }];
      }
      return this.remarks('attributes', name);
    });
  }
}
