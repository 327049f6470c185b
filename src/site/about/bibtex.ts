import type { Benchmark } from '../../schema/benchmark.ts';

const latex = (text: string): string => text.replace(/[&%$#_{}]/g, (c) => `\\${c}`);

type BibFields = readonly (readonly [key: string, value: string | undefined])[];

const bibEntry = (kind: string, key: string, fields: BibFields): string => {
  const lines = fields.flatMap(([name, value]) => (value === undefined ? [] : [`  ${name} = {${value}}`]));
  return `@${kind}{${key},\n${lines.join(',\n')}\n}\n`;
};

/** Writes BibTeX of a benchmark's paper; null where it has none. Only fields that are known are written. */
export function bibtex({ id, paper }: Benchmark): string | null {
  if (paper === undefined) return null;
  const fields: BibFields = [
    ['title', `{${latex(paper.title)}}`],
    ['author', paper.authors.map(latex).join(' and ')],
    ['year', String(paper.year)],
    ['booktitle', paper.venue === undefined ? undefined : latex(paper.venue)],
    ['eprint', paper.eprint],
    ['archivePrefix', paper.eprint === undefined ? undefined : 'arXiv'],
    ['url', paper.url],
  ];
  return bibEntry(paper.venue === undefined ? 'misc' : 'inproceedings', `${id}${paper.year}`, fields);
}

/** Writes BibTeX of this site, with the release that the numbers were read from. */
export const siteBibtex = (release: string, day: Date, address: string): string =>
  bibEntry('misc', `judgeboard-${release}`, [
    ['title', '{Judgeboard: results of multimodal judges}'],
    ['year', String(day.getUTCFullYear())],
    ['note', `Release ${release}`],
    ['url', address],
  ]);
