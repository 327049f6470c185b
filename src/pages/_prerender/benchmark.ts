import { readRelease } from '../../release/read.ts';
import type { InstanceData, Manifest } from '../../schema/release.ts';

/** A page for each benchmark. */
export async function benchmarkPaths() {
  const { benchmarks } = await readRelease();
  return benchmarks.map((benchmark) => ({ params: { benchmark: benchmark.id }, props: { benchmark } }));
}

/** Where the cases of a benchmark are; null where it has none. */
export const instanceDataOf = (
  { benchmarks }: Pick<Manifest, 'benchmarks'>,
  { id }: { readonly id: string },
): InstanceData | null => benchmarks.find((one) => one.id === id)?.instances ?? null;
