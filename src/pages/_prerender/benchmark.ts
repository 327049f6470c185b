import { createHash } from 'node:crypto';
import { readRelease } from '../../release/read.ts';
import type { InstanceData, Manifest } from '../../schema/release.ts';

export async function benchmarkPaths() {
  const { benchmarks } = await readRelease();
  return benchmarks.map((benchmark) => ({ params: { benchmark: benchmark.id }, props: { benchmark } }));
}

/** Where the cases of a benchmark are; null where it has none. */
export const instanceDataOf = (
  { benchmarks }: Pick<Manifest, 'benchmarks'>,
  { id }: { readonly id: string },
): InstanceData | null => benchmarks.find((one) => one.id === id)?.instances ?? null;

/** A file that pages fetch: its name, without `.json`, carries its hash. */
export interface NamedJson {
  readonly name: string;
  readonly json: string;
}

/** Digits of the hash in a file's name. */
const HASH = 12;
/** More digits than any figure prints or draws. */
const DIGITS = 6;

/** Gives the hash in a file's name: part of the content's SHA-256, hex. */
export const nameHash = (content: string): string => createHash('sha256').update(content).digest('hex').slice(0, HASH);

/** Writes the data of figures as JSON, its numbers without invisible digits; the hash goes into the file's name. */
export function hashedJson(data: unknown): { readonly json: string; readonly hash: string } {
  const json = JSON.stringify(data, (_, value: unknown) =>
    typeof value === 'number' && !Number.isInteger(value) ? Number(value.toPrecision(DIGITS)) : value,
  );
  return { json, hash: nameHash(json) };
}
