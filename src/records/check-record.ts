import { Answer, type Benchmark } from '../schema/benchmark.ts';
import { nearestWord } from '../schema/problem.ts';
import type { Gold, Instance, Judgment, Response, Run } from '../schema/records.ts';
import { characters, READ_PARSES } from '../schema/words.ts';
import { type Complaint, NameCheck } from './names.ts';
import { scoreScale } from './read.ts';

const SEP = '\u0000';

/** Instances of one split and subset; `size` says how many. */
export interface SplitPart {
  readonly split: string;
  readonly subset: string;
  size: number;
}

/** What is known of an instance, and of a response. */
export type KnownInstance = Pick<Instance, 'instance' | 'split'> & {
  readonly attributes: { readonly subset?: string };
};
export type KnownResponse = Pick<Response, 'instance' | 'response' | 'condition'>;

/** What the instances and responses read so far allow other records to refer to. Ids only: no texts are held. */
export class KnownIds {
  private readonly instances = new Map<string, number>();
  private readonly partOf: number[] = [];
  private readonly parts: SplitPart[] = [];
  private readonly responses = new Map<string, number>();

  /** What is remarkable about the names in all of them. */
  readonly names = new NameCheck();

  /** Instances that are not used, so that what belongs to them is not called unknown. */
  private readonly leftOut = new Set<string>();

  leaveOut(id: string): void {
    this.leftOut.add(id);
  }

  wasLeftOut(id: string): boolean {
    return this.leftOut.has(id);
  }

  get responseCount(): number {
    return this.responses.size;
  }

  /** Gives false when there is an instance of this name already. */
  addInstance({ instance, split, attributes }: KnownInstance): boolean {
    if (this.instances.has(instance)) return false;
    const { subset = '' } = attributes;
    let at = this.parts.findIndex((p) => p.split === split && p.subset === subset);
    if (at < 0) at = this.parts.push({ split, subset, size: 0 }) - 1;
    const part = this.parts[at];
    if (part !== undefined) part.size++;
    this.partOf[this.instances.size] = at;
    this.instances.set(instance, this.instances.size);
    return true;
  }

  /** Gives false when this instance has a response of this name (under this condition) already. */
  addResponse({ instance, response, condition = '' }: KnownResponse): boolean {
    const key = condition === '' ? instance + SEP + response : instance + SEP + response + SEP + condition;
    if (this.responses.has(key)) return false;
    this.responses.set(key, this.responses.size);
    return true;
  }

  instance(id: string): number | undefined {
    return this.instances.get(id);
  }

  response(instance: string, response: string): number | undefined {
    return this.responses.get(instance + SEP + response);
  }

  /** Gives the split and subset that an instance is in; a run may judge one such part and leave the others out. */
  part(instance: number): SplitPart | undefined {
    return this.parts[this.partOf[instance] ?? -1];
  }

  split(instance: number): string {
    return this.part(instance)?.split ?? '';
  }
}

/** What the records of one run are checked against. */
export interface RecordContext {
  readonly run: Run | null;
  readonly known: KnownIds;
  readonly judges: ReadonlyMap<string, unknown> | null;
  /** Criteria by split; '' holds those of a benchmark without splits. Null when the benchmark names none. */
  readonly criteria: ReadonlyMap<string, ReadonlySet<string>> | null;
  readonly conditions: ReadonlySet<string> | null;
  /** What people may say of a pair; every answer where the benchmark is not known. */
  readonly answers: readonly Answer[];
}

/** Gathers what records of a run are checked against: null or every answer where the run's benchmark does not say. */
export function boundsOf(
  run: Run | null,
  benchmark: Benchmark | null,
  { judges, known }: { readonly judges: ReadonlyMap<string, unknown> | undefined; readonly known: KnownIds },
): RecordContext {
  const criteria = new Map<string, Set<string>>();
  for (const c of benchmark?.criteria ?? []) criteria.set(c.split, (criteria.get(c.split) ?? new Set()).add(c.id));
  const types = benchmark?.bias_types ?? [];
  return {
    run,
    known,
    judges: judges ?? null,
    criteria: criteria.size === 0 ? null : criteria,
    conditions: types.length === 0 ? null : new Set(['base', ...types.map((t) => t.id)]),
    answers: benchmark?.answers ?? Answer.options,
  };
}

function unknown(
  field: string,
  found: string,
  { candidates, where }: { readonly candidates: Iterable<string> | null; readonly where: string },
): Complaint {
  const near = candidates === null ? undefined : nearestWord(found, [...candidates]);
  return {
    field,
    found,
    message: `unknown: not in ${where}`,
    hint: near === undefined ? `correct it, or add it to ${where}` : `is ${near} meant?`,
  };
}

/** Complains about a record of an instance that does not exist, or that was itself left out. */
export function unknownInstance(found: string, known: KnownIds): Complaint {
  if (!known.wasLeftOut(found)) return unknown('instance', found, { candidates: null, where: 'instances.jsonl' });
  const message = 'its instance was left out, and this row with it';
  return { field: 'instance', found, message, hint: 'mend the instance; its problem stands with instances.jsonl' };
}

function criterionComplaint(criterion: string | undefined, split: string, bounds: RecordContext): Complaint | null {
  if (criterion === undefined || bounds.criteria === null) return null;
  const ids = bounds.criteria.get(split);
  if (ids === undefined || ids.has(criterion)) return null;
  return unknown('criterion', criterion, { candidates: ids, where: `the criteria of ${split || 'the benchmark'}` });
}

function referenceComplaint(record: Judgment | Gold, bounds: RecordContext): Complaint | null {
  const at = bounds.known.instance(record.instance);
  if (at === undefined) return unknownInstance(record.instance, bounds.known);
  const { response } = record;
  if (
    response !== undefined &&
    bounds.known.responseCount > 0 &&
    bounds.known.response(record.instance, response) === undefined
  ) {
    return unknown('response', response, { candidates: null, where: `the responses of ${record.instance}` });
  }
  return criterionComplaint(record.criterion, bounds.known.split(at), bounds);
}

/** Complains of a judgment that says missing but was never answered: not even with an empty text, which is `failed`. */
function missingComplaint({ parse, rationale, rationale_length = 0, raw = '' }: Judgment): Complaint | null {
  if (parse !== 'missing' || (rationale === '' && rationale_length === 0 && raw === '')) return null;
  const field = raw === '' ? 'rationale' : 'raw';
  return {
    field: 'parse',
    found: `missing with a ${field}`,
    message: 'an answer that is there is not missing',
    expected: 'failed, abstained, refused or error for an answer without a verdict or score',
    hint: 'write failed where nothing could be read, also for an empty answer; missing is what the judge was never asked',
  };
}

const isRead = (parse: string): boolean => READ_PARSES.some((read) => read === parse);

/** Gives verdicts that a stage has. A judge may call any pair a tie, whether people could or not. */
function verdictsOf(j: Judgment, { answers }: RecordContext): readonly string[] {
  if (j.stage === 'critique') return ['correct', 'error'];
  return answers.includes('both_bad') ? [...Answer.options, 'equal'] : ['a', 'b', 'tie'];
}

function lenientComplaint(j: Judgment, labels: readonly string[]): Complaint | null {
  if (j.lenient === undefined) return null;
  if (!labels.includes(j.lenient)) return unfit('lenient', j.lenient, { stage: j.stage, expected: labels.join(', ') });
  if (j.parse === 'failed') return null;
  const message = 'a forgiving reading stands only where the rules find no answer';
  return { field: 'lenient', found: `${j.lenient} with ${j.parse}`, message, expected: 'parse: failed' };
}

const unfit = (
  field: string,
  found: string,
  { stage, expected }: { readonly stage: string; readonly expected: string },
): Complaint => ({
  field,
  found,
  message: `not a verdict of the stage ${stage}`,
  expected,
});

function answerComplaint(j: Judgment, bounds: RecordContext): Complaint | null {
  const labels = verdictsOf(j, bounds);
  if (j.verdict !== null && !labels.includes(j.verdict))
    return unfit('verdict', j.verdict, { stage: j.stage, expected: `${labels.join(', ')} or null` });
  const lenient = lenientComplaint(j, labels);
  if (lenient !== null) return lenient;
  const answered = j.verdict !== null || j.score !== null;
  // A judge that declined may still have named a number, which the official extractor would have taken.
  if (isRead(j.parse) === answered || (j.parse === 'ok' && j.stage === 'correction') || j.parse === 'abstained')
    return null;
  const found = answered ? `${j.parse} with an answer` : `${j.parse} without a verdict or score`;
  const hint = answered
    ? 'ok, verifier and fallback say that an answer was read'
    : 'failed, abstained, missing, refused and error say that none was read';
  return { field: 'parse', found, message: 'does not fit the verdict and score', hint };
}

/** Gives a complaint about a score outside the protocol's scale: an error for critiques, else a warning and the row is kept. */
export function scaleComplaint(j: Judgment, run: Run | null): Complaint | null {
  if (j.score === null || run === null) return null;
  const scale = scoreScale(run.protocol);
  if (scale === null || (j.score >= scale.min && j.score <= scale.max)) return null;
  const message = scale.hard ? 'outside the scale; the row was left out' : 'outside the scale; kept as it is';
  const severity = scale.hard ? undefined : 'warning';
  return { severity, field: 'score', found: String(j.score), message, expected: `${scale.min} to ${scale.max}` };
}

function runComplaint(j: Judgment, bounds: RecordContext): Complaint | null {
  const { run, conditions, judges } = bounds;
  if (run !== null && j.repeat >= run.repeats) {
    const expected = `0 to ${run.repeats - 1}`;
    return {
      field: 'repeat',
      found: String(j.repeat),
      message: 'more repeats than run.yaml says',
      expected,
      hint: `set repeats: ${j.repeat + 1}`,
    };
  }
  if (conditions !== null && !conditions.has(j.condition))
    return unknown('condition', j.condition, { candidates: conditions, where: 'the perturbations of the benchmark' });
  if (j.critique_judge !== undefined && judges !== null && !judges.has(j.critique_judge)) {
    return unknown('critique_judge', j.critique_judge, { candidates: judges.keys(), where: 'data/judges.yaml' });
  }
  return null;
}

/** Complains about a length that is given beside the text and differs from the text's own. */
export function lengthComplaint(field: string, text: string, length: number | undefined): Complaint | null {
  if (length === undefined || text === '' || characters(text) === length) return null;
  const expected = `${characters(text)}, or none beside the text`;
  return { field: `${field}_length`, found: String(length), message: `not the length of the ${field}`, expected };
}

export function judgmentComplaint(j: Judgment, bounds: RecordContext): Complaint | null {
  return (
    referenceComplaint(j, bounds) ??
    answerComplaint(j, bounds) ??
    missingComplaint(j) ??
    lengthComplaint('rationale', j.rationale, j.rationale_length) ??
    runComplaint(j, bounds)
  );
}

function goldValue(g: Gold, { answers }: RecordContext): Complaint | null {
  const refuse = (expected: string): Complaint => ({
    field: 'value',
    found: g.value,
    message: `not a value of kind ${g.kind}`,
    expected,
  });
  if (g.kind === 'preference') {
    const own: readonly string[] = answers;
    if (g.value === 'tie' && g.annotator === undefined && !own.includes('tie'))
      return { ...refuse(own.join(' or ')), hint: 'aggregated gold holds no ties here: leave the row out' };
    const allowed = g.annotator === undefined ? own : [...new Set([...own, 'tie'])];
    return allowed.includes(g.value) ? null : refuse(allowed.join(', '));
  }
  if (g.kind === 'correct') return ['correct', 'error'].includes(g.value) ? null : refuse('correct or error');
  if (g.kind === 'quality')
    return g.value.trim() !== '' && Number.isFinite(Number(g.value)) ? null : refuse('a number');
  return null;
}

export function goldComplaint(g: Gold, bounds: RecordContext): Complaint | null {
  return referenceComplaint(g, bounds) ?? goldValue(g, bounds);
}

const LONG_TEXT = 2 ** 20;

export function textWarnings(field: string, text: string | undefined): Complaint[] {
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
