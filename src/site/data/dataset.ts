import type { Benchmark } from '../../schema/benchmark.ts';

interface DatasetOf {
  readonly name: string;
  readonly description: string;
  readonly url: string;
  readonly release: string;
  readonly files: readonly { readonly url: string; readonly type: string }[];
  readonly benchmark: Benchmark | null;
}

/** Search engines for data read descriptions of 50 to 5 000 letters. */
const [LEAST, MOST] = [50, 5000];

const HTML_SAFE: Readonly<Record<string, string>> = { '<': '\\u003c', '>': '\\u003e', '&': '\\u0026' };

/**
 * Describes data to search engines: a `Dataset` of schema.org as JSON-LD. The text may stand in a script element: nothing in it ends one.
 */
export function datasetJson({ name, description, url, release, files, benchmark }: DatasetOf): string {
  const about =
    description.length < LEAST ? `${description} Results of multimodal judges, with their uncertainty.` : description;
  const paper = benchmark?.paper;
  const json = JSON.stringify({
    '@context': 'https://schema.org',
    '@type': 'Dataset',
    name,
    description: about.slice(0, MOST),
    url,
    version: release,
    license: benchmark?.data_licence ?? 'https://www.apache.org/licenses/LICENSE-2.0',
    ...(paper === undefined
      ? {}
      : { creator: paper.authors.map((author) => ({ '@type': 'Person', name: author })), citation: paper.title }),
    distribution: files.map((file) => ({ '@type': 'DataDownload', contentUrl: file.url, encodingFormat: file.type })),
  });
  return json.replaceAll(/[<>&]/g, (letter) => HTML_SAFE[letter] ?? letter);
}
