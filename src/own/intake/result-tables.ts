import type { ScoreRow } from '../../scoring/score-rows.ts';
import type { EngineWork } from './engine-work.ts';
import {
  dropOwnCases,
  type InTurn,
  type OwnCases,
  type OwnWords,
  ownBucket,
  readOwnWords,
  showOwnCases,
} from './own-cases.ts';
import { type Hear, type OwnScores, ownValues, type ScoreJob, scoreOwnRuns } from './score-runs.ts';
import { releaseRuns } from './standing.ts';

export interface ScoreAsk extends Omit<ScoreJob, 'release'>, OwnCases {}

export interface ValuesAsk extends Pick<OwnScores, 'runs' | 'ingest'> {
  readonly job: ScoreAsk;
}

/** The results of some files in one engine. Scoring has one set of tables, so what rests on them is scored again where another result was scored since. */
export class ResultTables {
  /** The result whose tables these are; 0: nobody's. */
  private scored = 0;
  private readonly shown = new Set<number>();
  private readonly words = new Map<number, Promise<OwnWords>>();
  private isFirst = true;

  forget(): void {
    this.scored = 0;
    this.shown.clear();
  }

  async score(work: EngineWork, { result, catalog, ...job }: ScoreAsk, hear?: Hear): Promise<OwnScores> {
    this.scored = 0;
    if (this.isFirst) await dropOwnCases(work);
    this.isFirst = false;
    const release = catalog === null ? null : { catalog, runs: await releaseRuns(work, catalog) };
    const scores = await scoreOwnRuns({ ...job, release }, work, hear);
    await work.flush();
    this.scored = result;
    return scores;
  }

  /** Scores runs that are looked at and not kept, each benchmark as one that nobody knows. */
  async trial(work: EngineWork, runs: ScoreJob['runs']): Promise<OwnScores> {
    this.scored = 0;
    return scoreOwnRuns({ benchmark: null, judges: [], runs, shared: null, release: null, printed: [] }, work);
  }

  async values(work: EngineWork, { job, runs, ingest }: ValuesAsk, hear?: Hear): Promise<readonly ScoreRow[]> {
    if (this.scored !== job.result) await this.score(work, job, hear);
    return ownValues(work, { runs, ingest });
  }

  async show(work: EngineWork, job: ScoreAsk, hear?: Hear): Promise<null> {
    if (this.shown.has(job.result)) return null;
    if (this.scored !== job.result) await this.score(work, job, hear);
    await showOwnCases(work, job);
    await work.flush();
    this.shown.add(job.result);
    return null;
  }

  /** Gives a bucket of the index of words, which is made when it is first asked for. `show` comes first. */
  async bucket(inTurn: InTurn, { result, bucket }: { readonly result: number; readonly bucket: number }) {
    const words = this.words.get(result) ?? readOwnWords(inTurn, result);
    this.words.set(result, words);
    // What failed is tried again.
    words.catch(() => this.words.delete(result));
    return ownBucket(await words, bucket);
  }
}
