import { strToU8, zipSync } from 'fflate';
import { FORMATS } from '../../../src/importers/index.ts';
import { recognise } from '../../../src/own/intake/recognise.ts';
import { importRun, openRunFiles, runFilesOf } from '../../../src/own/intake/run-files.ts';
import { unpackDropped } from '../../../src/own/intake/unpack.ts';
import { LIMITS, type Source, textSource } from '../../../src/records/source.ts';
import { validateRun } from '../../../src/records/validate-run.ts';
import { formatProblem, type Problem } from '../../../src/schema/problem.ts';
import { inputOf } from '../../../src/scoring/run-folder.ts';

/** Everything that the page would say of these files: unpacking, recognising, importing, and the check of the records. */
export async function said(...given: readonly Source[]): Promise<string[]> {
  const { sources, problems } = await unpackDropped(given, { ...LIMITS, ratioFrom: 2 ** 20 });
  const { found, problems: unknown } = await recognise(sources);
  const all: Problem[] = [...problems, ...unknown];
  for (const set of found) {
    const format = FORMATS.find(({ id }) => id === set.format);
    const [judge] = set.judges;
    const imported =
      format === undefined
        ? { run: await runFilesOf(set.folder, set.sources), problems: [] }
        : await importRun({ format, sources: set.sources, options: { judge } });
    all.push(...imported.problems);
    if (imported.run === null) continue;
    const opened = await openRunFiles(imported.run);
    const { log } = await validateRun(inputOf({ shared: {} }, opened), { benchmark: null });
    all.push(...log.kept);
  }
  return all.map(formatProblem);
}

export const bytes = (...values: readonly number[]): Uint8Array<ArrayBuffer> => new Uint8Array(values);
/** Stored as they are, so that long texts are no bombs. */
export const zip = (files: Record<string, string | Uint8Array>, level: 0 | 9 = 0): Uint8Array<ArrayBuffer> => {
  const entries = Object.entries(files).map(([name, text]) => [name, typeof text === 'string' ? strToU8(text) : text]);
  return zipSync(Object.fromEntries(entries), { level }).slice();
};

export const RUN = 'run: r1\nbenchmark: made\njudge: j\nprotocol: pairwise\n';
export const INSTANCES = '{"instance":"i1","prompt":"What?"}\n{"instance":"i2","prompt":"Who?"}\n';
export const GOLD =
  '{"instance":"i1","kind":"preference","value":"a"}\n{"instance":"i2","kind":"preference","value":"b"}\n';
export const ANSWER = '{"instance":"i1","verdict":"a","parse":"ok"}\n';

/** A run folder in a zip archive, with some of its files in another form. */
export const folder = (files: Record<string, string | Uint8Array>): Source =>
  textSource(
    'run.zip',
    zip({ 'run.yaml': RUN, 'instances.jsonl': INSTANCES, 'gold.jsonl': GOLD, 'judgments.jsonl': ANSWER, ...files }),
  );

export const judgments = (text: string | Uint8Array): Source => folder({ 'judgments.jsonl': text });

/** A tar archive of one file; sizes may lie. */
export function tar(name: string, text: string, size = text.length): Uint8Array<ArrayBuffer> {
  const archive = new Uint8Array(512 * (3 + Math.ceil(text.length / 512)));
  archive.set(strToU8(name), 0);
  archive.set(strToU8(size.toString(8).padStart(11, '0')), 124);
  archive.set(strToU8('0'), 156);
  archive.set(strToU8('ustar\0'), 257);
  archive.set(strToU8(text), 512);
  return archive;
}

const HUGE = 2 ** 30;

/** A file of 1 GB that is made while it is read, so that only what is read is ever there. */
export function endless(name: string, head: string, again: string): Source {
  const block = strToU8(again.repeat(Math.ceil(2 ** 20 / again.length)));
  const first = new Uint8Array([...strToU8(head), ...block.subarray(0, 2 ** 20 - head.length)]);
  const stream = (): ReadableStream<Uint8Array<ArrayBuffer>> => {
    let made = 0;
    return new ReadableStream({
      pull: (controller) => {
        controller.enqueue((made === 0 ? first : block).slice());
        made += block.byteLength;
        if (made >= HUGE) controller.close();
      },
    });
  };
  const blob = new (class extends Blob {
    override readonly size = HUGE;
    override stream = () => stream();
    override slice = (_?: number, end?: number): Blob => (end === undefined ? this : new Blob([first.slice(0, end)]));
  })();
  return {
    name,
    blob,
    size: HUGE,
    slice: async (start, end) => {
      if (end - start > 2 ** 20) throw new Error('a large file is never held whole');
      return first.slice(start, end).buffer;
    },
    stream,
  };
}
