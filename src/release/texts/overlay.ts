import type { Instance, Judgment } from '../../schema/records.ts';
import { characters } from '../../schema/words.ts';
import { firstRuns, recordsOfRun, type TextRecords } from './figures.ts';
import type { PinnedSource } from './source.ts';

/** Gives the fields that name a judgment within its run. */
const named = ({ instance, response, criterion, stage, condition, order, repeat }: Judgment): string =>
  [instance, response, criterion, stage, condition, order, repeat].join('\u0000');

/**
 * Fetched texts beside the figures: they bring prompts and rationales and change nothing else. A text that is not as long as its
 * figure says is not used. One run's texts are in memory at a time.
 */
export class TextOverlay {
  private readonly pinned: PinnedSource;
  private last: { readonly run: string; readonly records: Promise<TextRecords> } | null = null;
  /** Texts that do not fit their figures. */
  unfit = 0;

  constructor(pinned: PinnedSource) {
    this.pinned = pinned;
  }

  private records(run: string): Promise<TextRecords> {
    if (this.last?.run !== run) this.last = { run, records: recordsOfRun(this.pinned, run) };
    return this.last.records;
  }

  private fits(text: string, length: number | undefined): boolean {
    if (length === undefined || text === '') return false;
    const fits = characters(text) === length;
    if (!fits) this.unfit++;
    return fits;
  }

  /** Adds prompts to instances that the benchmark's runs share. */
  async instances(): Promise<(record: Instance) => Instance> {
    const prompts = new Map<string, string>();
    for (const run of firstRuns(this.pinned).values())
      for (const { instance, prompt } of (await this.records(run)).instances) prompts.set(instance, prompt);
    return (record) => {
      const prompt = record.prompt === '' ? (prompts.get(record.instance) ?? '') : '';
      return this.fits(prompt, record.prompt_length) ? { ...record, prompt } : record;
    };
  }

  /** Adds rationales to the judgments of a run; null where the source has no such run. */
  async judgments(run: string): Promise<((record: Judgment) => Judgment) | null> {
    if (!Object.hasOwn(this.pinned.source.runs, run)) return null;
    const texts = new Map((await this.records(run)).judgments.map((j) => [named(j), j]));
    return (record) => {
      const text = record.rationale === '' ? texts.get(named(record)) : undefined;
      if (text === undefined || !this.fits(text.rationale, record.rationale_length)) return record;
      return { ...record, rationale: text.rationale, raw: record.raw ?? text.raw };
    };
  }
}
