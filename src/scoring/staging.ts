import type { RecordKind } from '../records/issues.ts';
import type { SoundBatch } from '../records/read.ts';
import type { Answer } from '../schema/benchmark.ts';
import type { Gold, Instance, Judgment, Response } from '../schema/records.ts';
import { hash32 } from '../schema/release-paths.ts';
import type { StoredCase } from '../schema/stored-case.ts';
import { characters } from '../schema/words.ts';
import type { RowAppender, RowStore } from '../sql/query.ts';
import { meanOf } from '../stats/intervals.ts';

/** Gives each distinct text a number, from 0 in order of appearance. */
export class Codes {
  private readonly numbers = new Map<string, number>();
  readonly texts: string[] = [];

  of(text: string): number {
    const known = this.numbers.get(text);
    if (known !== undefined) return known;
    const number = this.texts.push(text) - 1;
    this.numbers.set(text, number);
    return number;
  }

  /** Undefined for a text that has no number. */
  find(text: string): number | undefined {
    return this.numbers.get(text);
  }
}

/** Labels that single annotators gave to one thing. */
interface Votes {
  readonly source: number;
  /** The first of them, which identifies what was labelled. */
  readonly record: Gold;
  readonly values: string[];
}

/** A label that was made of several people's, and whose records they are. */
interface VotedLabel {
  readonly source: number;
  readonly record: Gold;
}

/** Finds the values that most people gave. */
function leaders(values: readonly string[]): readonly string[] {
  const counts = [...Map.groupBy(values, (value) => value)].map(([value, all]) => [value, all.length] as const);
  const most = Math.max(...counts.map(([, n]) => n));
  return counts.filter(([, n]) => n === most).map(([value]) => value);
}

/** Says whether the leading answers on a pair contradict each other, so that neither response is better. */
const isLevel = (leading: readonly string[]): boolean => leading.includes('a') && leading.includes('b');

/** Makes one label of several people's; null where they make none. */
function voted({ kind }: Gold, values: readonly string[], answers: readonly Answer[]): string | null {
  if (kind === 'quality') return String(meanOf(values.map(Number)));
  const leading = leaders(values);
  const [first] = leading;
  const alone = leading.length === 1 ? (first ?? null) : null;
  if (kind === 'correct') return alone;
  const chosen = alone ?? (isLevel(leading) && !leading.includes('both_bad') ? 'tie' : null);
  return (answers as readonly (string | null)[]).includes(chosen) ? chosen : null;
}

/**
 * Collects the labels of single annotators of a benchmark whose files hold no aggregated ones, and makes these (docs/data-formats.md
 * "Labels of several people"). What has an aggregated label in the files keeps it.
 */
export class LabelVotes {
  private readonly votes = new Map<string, Votes>();
  private readonly settled = new Set<string>();

  add(record: Gold, source: number): void {
    const { instance, response = '', criterion = '', kind, annotator, value } = record;
    if (kind === 'reference') return;
    const key = [source, instance, response, criterion, kind].join('\0');
    if (annotator === undefined) this.settled.add(key);
    else {
      const known = this.votes.get(key) ?? { source, record, values: [] };
      known.values.push(value);
      this.votes.set(key, known);
    }
  }

  /** In the order in which the first label of each was read. `answers`: what a label of a pair may be. */
  labels(answers: readonly Answer[]): VotedLabel[] {
    return [...this.votes].flatMap(([key, { source, record, values }]) => {
      const { annotator: _, ...named } = record;
      const value = this.settled.has(key) ? null : voted(record, values, answers);
      return value === null ? [] : [{ source, record: { ...named, value } }];
    });
  }
}

/**
 * Instances are numbered in order of appearance; `source` is the run that brought a record, −1 for shared ones; `facts` is what the record
 * says, chunk by chunk (`factsOf`).
 */
const STAGING = {
  instances:
    'source INTEGER, instance INTEGER, id VARCHAR, hash INTEGER, cluster VARCHAR, split VARCHAR, prompt_length INTEGER, record VARCHAR, facts VARCHAR',
  attributes: 'source INTEGER, instance INTEGER, name VARCHAR, value VARCHAR',
  responses:
    'source INTEGER, instance INTEGER, response VARCHAR, condition VARCHAR, model VARCHAR, length INTEGER, record VARCHAR, facts VARCHAR',
  gold: 'source INTEGER, instance INTEGER, response VARCHAR, criterion VARCHAR, kind VARCHAR, annotator VARCHAR, value VARCHAR, record VARCHAR',
  /** Without nulls: NaN and −1 stand for them. `text` is the rationale and then the raw output, which begins at `raw_at`. */
  judgments:
    'run INTEGER, instance INTEGER, response INTEGER, label INTEGER, score DOUBLE, length INTEGER, cost DOUBLE, tokens INTEGER, raw_at INTEGER, text VARCHAR',
  labels:
    'label INTEGER, criterion VARCHAR, stage VARCHAR, condition VARCHAR, critique_judge VARCHAR, repeat INTEGER, "order" VARCHAR, verdict VARCHAR, parse VARCHAR, lenient VARCHAR',
  response_names: 'response INTEGER, name VARCHAR',
  runs: 'ordinal INTEGER, run VARCHAR, benchmark VARCHAR, judge VARCHAR, protocol VARCHAR, variant VARCHAR, repeats INTEGER, own_gold BOOLEAN',
} as const;
export type StagingTable = keyof typeof STAGING;

/** The fields of a judgment that take few values. */
export type LabelFields = Pick<
  Judgment,
  'criterion' | 'stage' | 'condition' | 'critique_judge' | 'repeat' | 'order' | 'verdict' | 'parse' | 'lenient'
>;

export const SHARED_GOLD = -1;

/** The record without its id and without what is empty, as packs hold it. */
function compact<T extends object>(record: T, leave: readonly (keyof T)[]): Partial<T> {
  const present = Object.entries(record).filter(
    ([key, value]) => value !== undefined && value !== '' && !leave.includes(key as keyof T),
  );
  return Object.fromEntries(present) as Partial<T>;
}

/** Gives 64 bits of a text in hex; '' for an empty one. */
const digest = (text: string): string =>
  text === '' ? '' : [text, ` ${text}`].map((one) => hash32(one).toString(16).padStart(8, '0')).join('');

/** Gives a record's content as digests that can be compared without its texts; '' where there is none, which contradicts nothing. */
const factsOf = (pieces: readonly string[]): string => pieces.map(digest).join();

/** Gives the digest of pictures; one without an address contradicts none. */
const mediaFacts = (media: StoredCase['media'] = []): string =>
  media.length === 0 || media.some(({ src }) => src === null) ? '' : JSON.stringify(media);

/** Takes the sign off a zero: whatever compares rows, or hashes of them, takes both zeros for one. */
const plainZero = (n: number): number => n + 0;

/** Takes the records that passed every check and hands them on, numbered and with the texts beside the numbers. */
export class Staging {
  private readonly open = new Map<StagingTable, RowAppender>();
  private readonly ids = new Codes();
  private readonly labels = new Codes();
  private readonly responses = new Codes();
  readonly attributes = new Set<string>();

  /** Null where the files hold the labels that count. */
  private readonly votes: LabelVotes | null;

  private constructor(votes: LabelVotes | null) {
    this.votes = votes;
  }

  /** Makes a staging. `voted` says whether labels of single annotators make one where the files hold none. */
  static async create(store: RowStore, { voted }: { readonly voted: boolean }): Promise<Staging> {
    const staging = new Staging(voted ? new LabelVotes() : null);
    for (const [name, columns] of Object.entries(STAGING)) {
      staging.open.set(name as StagingTable, await store.appenderTo(name, columns));
    }
    return staging;
  }

  table(name: StagingTable): RowAppender {
    const appender = this.open.get(name);
    if (appender === undefined) throw new Error(`${name} is closed`);
    return appender;
  }

  /** Adds records that runs share, or that a run brings beside its judgments. */
  add<K extends RecordKind>(kind: K, { records }: SoundBatch<K>, source: number): void {
    // The kind says what the records are; the compiler cannot see it.
    const all = records as readonly unknown[];
    if (kind === 'gold') for (const record of all) this.addGold(record as Gold, source);
    else if (kind === 'responses') for (const record of all) this.addResponse(record as Response, source);
  }

  addInstance(record: Instance, media: StoredCase['media'], source: number): void {
    const { instance, cluster, split, prompt, attributes } = record;
    const at = this.ids.of(instance);
    const stored = { ...compact({ ...record, media }, prompt === '' ? [] : ['prompt_length']), prompt };
    if (record.media.length === 0) delete stored.media;
    if (Object.keys(attributes).length === 0) delete stored.attributes;
    const length = record.prompt_length ?? characters(prompt);
    const row = [
      source,
      at,
      instance,
      hash32(instance) | 0,
      cluster ?? instance,
      split,
      length,
      JSON.stringify(stored),
      factsOf([
        JSON.stringify([cluster ?? instance, split, attributes, record.perturbed_prompts]),
        prompt,
        mediaFacts(media),
      ]),
    ];
    this.table('instances').add(row);
    for (const [name, value] of Object.entries(attributes)) {
      this.attributes.add(name);
      this.table('attributes').add([source, at, name, value]);
    }
  }

  private addResponse(record: Response, source: number): void {
    const { instance, response, condition, model, text } = record;
    const stored = JSON.stringify({ ...compact(record, ['instance']), text });
    const row = [
      source,
      this.ids.of(instance),
      response,
      condition ?? '',
      model,
      characters(text),
      stored,
      factsOf([model, text]),
    ];
    this.table('responses').add(row);
  }

  private addGold(record: Gold, source: number): void {
    const { instance, response = '', criterion = '', kind, annotator = '', value } = record;
    this.votes?.add(record, source);
    const stored = JSON.stringify({ ...compact(record, ['instance']), value });
    const label = kind === 'reference' ? '' : value;
    this.table('gold').add([source, this.ids.of(instance), response, criterion, kind, annotator, label, stored]);
  }

  addJudgment(j: Judgment, run: number): void {
    this.table('judgments').add([
      run,
      this.ids.of(j.instance),
      this.responseOf(j.response ?? ''),
      this.labelOf(j),
      plainZero(j.score ?? Number.NaN),
      j.rationale_length ?? characters(j.rationale),
      plainZero(j.cost ?? Number.NaN),
      j.tokens ?? -1,
      j.raw === undefined ? -1 : j.rationale.length,
      j.raw === undefined ? j.rationale : j.rationale + j.raw,
    ]);
  }

  /** Gives the number of a response's name. */
  responseOf(name: string): number {
    return this.responses.of(name);
  }

  /** Number of the combination of all fields that take few values. Only the condition may hold a NUL, so keys are unique. */
  labelOf(j: LabelFields): number {
    const { criterion = '', stage, condition, critique_judge: critic = '', repeat, order, verdict, parse } = j;
    const lenient = j.lenient ?? null;
    const key = `${criterion}\0${stage}\0${condition}\0${critic}\0${repeat}\0${order}\0${verdict}\0${parse}\0${lenient}`;
    const known = this.labels.find(key);
    if (known !== undefined) return known;
    const label = this.labels.of(key);
    this.table('labels').add([label, criterion, stage, condition, critic, repeat, order, verdict, parse, lenient]);
    return label;
  }

  /** Writes what is still in memory; nothing can be added afterwards. `answers`: what a label of a pair may be. */
  async close(answers: readonly Answer[]): Promise<void> {
    for (const { record, source } of this.votes?.labels(answers) ?? []) this.addGold(record, source);
    for (const [response, name] of this.responses.texts.entries()) this.table('response_names').add([response, name]);
    for (const appender of this.open.values()) await appender.close();
    this.open.clear();
  }
}
