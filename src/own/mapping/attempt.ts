import { FORMATS } from '../../importers/index.ts';
import { blobSource, type Source, textSource } from '../../records/source.ts';
import type { Problem } from '../../schema/problem.ts';
import type { Recognised } from '../intake/recognise.ts';
import { importRunFiles } from '../intake/run-files.ts';

/** What a mapping makes of the head of a table. */
export interface Attempt {
  readonly problems: readonly Problem[];
  /** By file of the run folder: how many records, and the first of them as they would be written. */
  readonly made: readonly { readonly file: string; readonly records: number; readonly first: readonly string[] }[];
  /** Whether only the head of the files was looked at. */
  readonly head: boolean;
}

/** Bytes of each file that are tried while one types. */
const HEAD = 2 ** 18;
const SHOWN = 3;

/** Cuts a text file after a line; a record that spans the cut is reported as broken. */
async function headSource(source: Source): Promise<{ readonly source: Source; readonly cut: boolean }> {
  if (source.size <= HEAD || /\.(?:parquet|gz|json)$/i.test(source.name)) return { source, cut: false };
  const bytes = new Uint8Array(await source.slice(0, HEAD));
  const end = bytes.lastIndexOf(10) + 1;
  return { source: blobSource(source.name, new Blob([bytes.slice(0, end)])), cut: end > 0 };
}

/** Imports the head of a set by a mapping, as the whole would be. */
export async function attemptMapping({ sources }: Recognised, mapping: string): Promise<Attempt | null> {
  const format = FORMATS.find(({ id }) => id === 'table');
  if (format === undefined) return null;
  const heads = await Promise.all(sources.map(headSource));
  const options = { mapping: textSource('mapping.yaml', mapping) };
  const { run, told } = await importRunFiles({ format, sources: heads.map((one) => one.source), options });
  const files = Object.entries(run?.files ?? {}).filter(([name]) => name.endsWith('.jsonl'));
  const made = await Promise.all(
    files.map(async ([file, blob]) => {
      const lines = (await blob.text()).split('\n').filter((line) => line !== '');
      return { file, records: lines.length, first: lines.slice(0, SHOWN) };
    }),
  );
  return { problems: told.problems, made, head: heads.some(({ cut }) => cut) };
}
