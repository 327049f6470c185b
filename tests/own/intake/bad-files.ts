import { strToU8, zipSync } from 'fflate';
import { previewOf } from '../../../src/own/intake/preview.ts';
import { needsMapping, recognise } from '../../../src/own/intake/recognise.ts';
import { importSet, openRunFiles, unpackDropped } from '../../../src/own/intake/run-files.ts';
import { LIMITS, type Source, textSource } from '../../../src/records/bytes.ts';
import { validateRun } from '../../../src/records/validate-run.ts';
import { withMappingEngine } from '../../../src/release/mapping-engine.ts';
import { formatProblem, type Problem } from '../../../src/schema/problem.ts';
import { inputOf } from '../../../src/scoring/run-folder.ts';

/** Everything that the page would say of these files: unpacking, recognising, importing, and the check of the records. */
export async function said(...given: readonly Source[]): Promise<string[]> {
  const { sources, problems } = await unpackDropped(given, { ...LIMITS, ratioFrom: 2 ** 20 });
  const { found, problems: unknown } = await recognise(sources);
  const all: Problem[] = [...problems, ...unknown];
  for (const set of found) {
    if (needsMapping(set)) {
      all.push(...(await previewOf(set)).problems);
      continue;
    }
    for (const { run, told } of await importSet(set, { mapped: withMappingEngine })) {
      all.push(...told.problems);
      if (run === null) continue;
      const opened = await openRunFiles(run);
      const { log } = await validateRun(inputOf({ shared: {} }, opened), { benchmark: null });
      all.push(...log.kept);
    }
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

/** Writes the sum of a tar's header anew, after something in it was changed. */
export function summed(archive: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> {
  archive.fill(0x20, 148, 156);
  const sum = archive.subarray(0, 512).reduce((total, byte) => total + byte, 0);
  archive.set(strToU8(sum.toString(8).padStart(6, '0')), 148);
  return archive;
}

/** A tar archive of one file; sizes may lie. */
export function tar(name: string, text: string, size = text.length): Uint8Array<ArrayBuffer> {
  const archive = new Uint8Array(512 * (3 + Math.ceil(text.length / 512)));
  archive.set(strToU8(name), 0);
  archive.set(strToU8(size.toString(8).padStart(11, '0')), 124);
  archive.set(strToU8('0'), 156);
  archive.set(strToU8('ustar\0'), 257);
  archive.set(strToU8(text), 512);
  return summed(archive);
}

/** A file in a tar archive as `kind` says; a header of its own makes it an archive of several. */
export const tarOf = (
  ...entries: readonly (readonly [name: string, text: string, kind: string])[]
): Uint8Array<ArrayBuffer> => {
  const parts = entries.map(([name, text, kind]) => {
    const one = tar(name, text);
    one[156] = kind.charCodeAt(0);
    return summed(one).subarray(0, one.length - 1024);
  });
  return joined(...parts, new Uint8Array(1024));
};

export function joined(...parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const all = new Uint8Array(parts.reduce((n, { length }) => n + length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}

/** The same bytes with some of them changed, from the place where others begin. */
export function patched(
  archive: Uint8Array<ArrayBuffer>,
  { find, at, put }: { readonly find: readonly number[]; readonly at: number; readonly put: readonly number[] },
): Uint8Array<ArrayBuffer> {
  const from = archive.findIndex((_, i) => find.every((byte, j) => archive[i + j] === byte));
  const copy = archive.slice();
  copy.set(put, from + at);
  return copy;
}

/** A zip archive of one stored file whose sizes and places stand in 64 bits. */
export function zip64(name: string, text: string): Uint8Array<ArrayBuffer> {
  const plain = zip({ [name]: text });
  const list = plain.findIndex((_, i) => [0x50, 0x4b, 1, 2].every((byte, j) => plain[i + j] === byte));
  const entry = plain.slice(list, list + 46 + name.length);
  const out = new DataView(entry.buffer);
  for (const field of [20, 24, 42]) out.setUint32(field, 0xffffffff, true);
  out.setUint16(30, 28, true);
  const extra = new DataView(new ArrayBuffer(28));
  extra.setUint32(0, 1 | (24 << 16), true);
  extra.setBigUint64(4, BigInt(text.length), true);
  extra.setBigUint64(12, BigInt(text.length), true);
  const end = new DataView(new ArrayBuffer(56 + 20 + 22));
  const at = list + entry.length + 28;
  end.setUint32(0, 0x06064b50, true);
  for (const field of [24, 32]) end.setBigUint64(field, 1n, true);
  end.setBigUint64(40, BigInt(at - list), true);
  end.setBigUint64(48, BigInt(list), true);
  end.setUint32(56, 0x07064b50, true);
  end.setBigUint64(64, BigInt(at), true);
  end.setUint32(76, 0x06054b50, true);
  for (const field of [8, 10]) end.setUint16(76 + field, 0xffff, true);
  for (const field of [12, 16]) end.setUint32(76 + field, 0xffffffff, true);
  return joined(plain.subarray(0, list), entry, new Uint8Array(extra.buffer), new Uint8Array(end.buffer));
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
