/** A `benchmark.yaml` of made-up pairs: its head, and what follows it. */
export const benchmarkText = (id: string, rest: string): string => `id: ${id}
order: 1
name: ${id.replace(/^./, (first) => first.toUpperCase())}
tagline: A small benchmark
summary: [One sentence.]
protocol: pairwise
synthetic: true
data_licence: none
${rest}`;
