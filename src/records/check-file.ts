import type { Gold, Instance, Judgment } from '../schema/records.ts';
import type { SplitPart } from './check-record.ts';
import {
  goldComplaint,
  judgmentComplaint,
  lengthComplaint,
  type RecordContext,
  scaleComplaint,
  unknownInstance,
} from './check-record.ts';
import type { RecordKind, RecordOf } from './kinds.ts';
import type { Complaint } from './names.ts';
import { isWebAddress, type MediaFact, type RunContext } from './run-context.ts';
import { UnreadAnswers } from './tally.ts';

/** Finds repeated keys of two parts: a number (which instance or response) and a label that takes few values, so that a million judgments need no million strings. */
class SeenKeys {
  private readonly byLabel = new Map<string, Set<number>>();

  add(subject: number, label: string): boolean {
    const subjects = this.byLabel.get(label) ?? new Set();
    this.byLabel.set(label, subjects);
    return subjects.size < subjects.add(subject).size;
  }

  has(subject: number, label: string): boolean {
    return this.byLabel.get(label)?.has(subject) ?? false;
  }
}

const LONG_TEXT = 2 ** 20;
const SEP = '\u0000';

/** Checks records one by one against those read before; gives what it finds, errors first. */
export interface FileCheck<K extends RecordKind> {
  /** Complaints about this record, which stands at `place` (file and line); one without `severity` says that it must be left out. */
  check(record: RecordOf<K>, place: string): Complaint[] | Promise<Complaint[]>;
  /** Called for an instance whose row was refused before it could be checked. */
  refuse?(instance: string): void;
}

function textWarnings(field: string, text: string | undefined): Complaint[] {
  if (text === undefined) return [];
  const found: Complaint[] = [];
  if (text.length > LONG_TEXT) {
    found.push({
      severity: 'warning',
      field,
      found: `${text.length} characters`,
      message: 'a very long text; kept whole',
      hint: 'is it one answer?',
    });
  }
  if (!text.isWellFormed()) {
    found.push({
      severity: 'warning',
      field,
      message: 'half of a surrogate pair, which UTF-8 cannot hold; it becomes U+FFFD',
    });
  }
  return found;
}

const twice = (what: string, found: string): Complaint => ({
  found,
  message: `a second ${what}; the first was kept`,
  hint: 'remove one',
});

const MEDIA_FAULTS: Readonly<Record<Exclude<MediaFact, 'picture'>, string>> = {
  missing: 'there is no such file in the media folder',
  svg: 'an SVG, which may hold scripts, where a picture is expected',
  other: 'not a picture',
  outside: 'leads out of the media folder',
};

function mediaHint(fact: MediaFact, src: string): string {
  if (fact === 'svg') return 'export it as PNG';
  if (src.includes('\\')) return 'separate folders by /, not by \\, and give the path within the media folder';
  if (/^data:/i.test(src)) return 'save the picture as a file in the media folder and give its path';
  if (fact === 'outside') return 'move the file into the media folder and give its path there';
  return fact === 'missing'
    ? 'add the file, or write null for a picture that cannot be shown'
    : 'convert it, or write null';
}

async function mediaComplaints(record: Instance, media: RunContext['media']): Promise<Complaint[]> {
  const found: Complaint[] = [];
  for (const [i, { src }] of record.media.entries()) {
    if (src === null || media === undefined || isWebAddress(src)) continue;
    const fact = await media(src);
    if (fact === 'picture') continue;
    const place = { field: `media.${i}.src`, found: src, expected: 'a PNG, JPEG or WebP file in the media folder' };
    const severity = fact === 'missing' ? 'warning' : undefined;
    found.push({ severity, ...place, message: MEDIA_FAULTS[fact], hint: mediaHint(fact, src) });
  }
  return found;
}

export const instanceCheck = ({ known }: RecordContext, media: RunContext['media']): FileCheck<'instances'> => ({
  check: async (record, place) => {
    const { names } = known;
    const complaints = [
      ...names.attributeComplaints(Object.keys(record.attributes), place),
      ...names.remarksOn('instances', record),
      ...[lengthComplaint('prompt', record.prompt, record.prompt_length)].filter((c) => c !== null),
      ...(await mediaComplaints(record, media)),
    ];
    if (complaints.some((c) => c.severity !== 'warning')) known.leaveOut(record.instance);
    else if (!known.addInstance(record)) return [twice('instance of this name', record.instance)];
    return [...complaints, ...textWarnings('prompt', record.prompt)];
  },
  refuse: (instance) => known.leaveOut(instance),
});

export const responseCheck = ({ known }: RecordContext): FileCheck<'responses'> => ({
  check: (record) => {
    if (known.instance(record.instance) === undefined) return [unknownInstance(record.instance, known)];
    if (!known.addResponse(record)) return [twice('response of this name', `${record.instance}, ${record.response}`)];
    return [...known.names.remarksOn('responses', record), ...textWarnings('text', record.text)];
  },
});

export class GoldCheck implements FileCheck<'gold'> {
  private readonly bounds: RecordContext;
  private readonly seen = new SeenKeys();
  /** Pairs of instance and criterion that have gold. */
  readonly labelled = new SeenKeys();
  count = 0;

  constructor(bounds: RecordContext) {
    this.bounds = bounds;
  }

  addLabel(instance: number, criterion: string): void {
    this.labelled.add(instance, criterion);
    this.count++;
  }

  check(record: Gold): Complaint[] {
    const complaint = goldComplaint(record, this.bounds);
    if (complaint !== null) return [complaint];
    const at = this.bounds.known.instance(record.instance) ?? 0;
    const label = [record.response, record.criterion, record.kind, record.annotator].map((v) => v ?? '').join(SEP);
    if (!this.seen.add(at, label))
      return [twice('label of this kind', `${record.instance}, ${record.criterion ?? record.kind}`)];
    this.addLabel(at, record.criterion ?? '');
    return [...this.bounds.known.names.remarksOn('gold', record), ...textWarnings('value', record.value)];
  }
}

export class JudgmentCheck implements FileCheck<'judgments'> {
  private readonly bounds: RecordContext;
  private readonly gold: GoldCheck;
  private readonly seen = new SeenKeys();
  private readonly judgedInstances = new SeenKeys();
  private readonly judgedCriteria = new SeenKeys();
  readonly parts = new Set<SplitPart>();
  readonly unread = new UnreadAnswers();
  judged = 0;
  withoutGold = 0;

  constructor(bounds: RecordContext, gold: GoldCheck) {
    this.bounds = bounds;
    this.gold = gold;
  }

  check(record: Judgment): Complaint[] {
    const { known, run } = this.bounds;
    const complaint = judgmentComplaint(record, this.bounds);
    if (complaint !== null) return [complaint];
    const at = known.instance(record.instance) ?? 0;
    if (!this.isNew(at, record))
      return [twice('judgment of the same', `${record.instance}, ${record.criterion ?? record.stage}`)];
    const scale = scaleComplaint(record, run);
    if (scale !== null && scale.severity === undefined) return [scale];
    this.cover(at, record);
    this.unread.add(record);
    const texts = [
      ...known.names.remarksOn('judgments', record),
      ...textWarnings('rationale', record.rationale),
      ...textWarnings('raw', record.raw),
    ];
    return scale === null ? texts : [scale, ...texts];
  }

  /** Says whether it is the first with its instance, criterion, response, stage, condition, critique judge, repeat and order. */
  private isNew(at: number, j: Judgment): boolean {
    const label = `${j.criterion ?? ''}${SEP}${j.stage}${SEP}${j.condition}${SEP}${j.critique_judge ?? ''}${SEP}${j.repeat}${SEP}${j.order}`;
    if (j.response === undefined) return this.seen.add(at, label);
    const response = this.bounds.known.response(j.instance, j.response);
    return response === undefined
      ? this.seen.add(at, label + SEP + j.response)
      : this.seen.add(response, `of response${SEP}${label}`);
  }

  private cover(at: number, j: Judgment): void {
    const criterion = j.criterion ?? '';
    if (this.judgedInstances.add(at, '')) {
      this.judged++;
      const part = this.bounds.known.part(at);
      if (part !== undefined) this.parts.add(part);
    }
    if (j.stage === 'judge' && this.judgedCriteria.add(at, criterion) && !this.gold.labelled.has(at, criterion))
      this.withoutGold++;
  }
}
