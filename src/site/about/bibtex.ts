import type { Benchmark } from '../../schema/benchmark.ts';

const latex = (text: string): string => text.replace(/[&%$#_{}]/g, (c) => `\\${c}`);

/** Writes BibTeX of a benchmark's paper; null where it has none. Only fields that are known are written. */
export function bibtex({ id, paper }: Benchmark): string | null {
  if (paper === undefined) return null;
  const fields: readonly (readonly [string, string | undefined])[] = [
    ['title', `{${latex(paper.title)}}`],
    ['author', paper.authors.map(latex).join(' and ')],
    ['year', String(paper.year)],
    ['booktitle', paper.venue === undefined ? undefined : latex(paper.venue)],
    ['eprint', paper.eprint],
    ['archivePrefix', paper.eprint === undefined ? undefined : 'arXiv'],
    ['url', paper.url],
  ];
  const lines = fields.flatMap(([key, value]) => (value === undefined ? [] : [`  ${key} = {${value}}`]));
  return `@${paper.venue === undefined ? 'misc' : 'inproceedings'}{${id}${paper.year},\n${lines.join(',\n')}\n}\n`;
}
