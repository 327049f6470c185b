import { facetsOf } from '../cases/gather.ts';
import { openQuery } from '../client/database.ts';
import type { FailureWords } from '../client/failure.ts';
import type { Slice } from '../schema/slice.ts';
import { type AnswerPart, answerAgreement, type MostGaps, mostGaps } from './paired/most.ts';
import { comparePair, type PairQuestion, type PairTable, pairMeasureOf } from './paired/paired.ts';

export const NOT_COMPARED: FailureWords = {
  what: 'The cases could not be compared.',
  todo: 'Try again; the values below still hold.',
};

export interface PairAnswer {
  readonly tables: readonly PairTable[];
  readonly agreement: readonly AnswerPart[];
}

/** Starts the engine. Throws ClientFailure, or the signal's reason. */
export async function askPair(benchmark: string, question: PairQuestion, signal: AbortSignal): Promise<PairAnswer> {
  const query = await openQuery(benchmark, signal);
  return { agreement: await answerAgreement(query, question), tables: await comparePair(query, question) };
}

/** Asks where two runs differ most under a metric in a slice. Throws ClientFailure, or the signal's reason. */
export async function askMost(
  benchmark: string,
  question: PairQuestion,
  { metric, slice, signal }: { readonly metric: string; readonly slice: Slice; readonly signal: AbortSignal },
): Promise<MostGaps> {
  const query = await openQuery(benchmark, signal);
  const attributes = (await facetsOf(query)).map(({ name }) => name);
  return mostGaps(query, question, { measure: pairMeasureOf(metric, slice), attributes });
}
