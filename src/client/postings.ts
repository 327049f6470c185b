import { bucketPath, instancesOf, Postings, shardOf, wordsOf } from '../schema/shard.ts';
import { hashAt } from './case.ts';
import { ClientFailure } from './failure.ts';
import { fetchReleaseJson, loadInstanceData } from './manifest.ts';
import { abortable, sharedByKey } from './shared.ts';

const buckets = sharedByKey<Postings>(16);

async function rowsOfWord(benchmark: string, word: string): Promise<readonly number[]> {
  const { postings } = await loadInstanceData(benchmark);
  if (postings === undefined) {
    throw new ClientFailure('no-instances', {
      what: 'There are no rationales to search.',
      why: 'The judgments of this benchmark bring no text.',
      todo: 'Use the other filters.',
    });
  }
  const number = shardOf(word, postings.buckets);
  const hash = await hashAt(postings.index, number);
  if (hash === null) return [];
  const path = bucketPath(benchmark, number, hash);
  const bucket = await buckets(path, () => fetchReleaseJson(Postings, path));
  return Object.hasOwn(bucket, word) ? instancesOf(bucket[word] ?? []) : [];
}

/** Numbers that stand in both lists; both ascending. */
function shared(a: readonly number[], b: readonly number[]): number[] {
  const wanted = new Set(b);
  return a.filter((row) => wanted.has(row));
}

async function search(benchmark: string, text: string): Promise<readonly number[] | null> {
  const words = [...new Set(wordsOf(text))];
  if (words.length === 0) return null;
  const lists = await Promise.all(words.map((word) => rowsOfWord(benchmark, word)));
  return lists.toSorted((a, b) => a.length - b.length).reduce(shared);
}

/**
 * The instances that have every word of the text in some rationale, as `rowid` of the table `instances`, ascending; null for a
 * text without a word. One small file per word. Throws ClientFailure.
 */
export function searchRationales(
  benchmark: string,
  text: string,
  options: { signal?: AbortSignal } = {},
): Promise<readonly number[] | null> {
  return abortable(search(benchmark, text), options.signal);
}
