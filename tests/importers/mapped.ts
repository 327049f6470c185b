import { importCanonical } from '../../src/importers/canonical.ts';
import type { MappingEngine } from '../../src/importers/importer.ts';
import { sqlFormat } from '../../src/importers/mapped.ts';
import { withMappedCatalog } from '../../src/own/intake/engine-work.ts';
import { textSource } from '../../src/records/bytes.ts';
import { withMappingEngine } from '../../src/release/mapping-engine.ts';
import { formatProblem } from '../../src/schema/problem.ts';
import { sharedWasmWork } from '../own/intake/wasm-work.ts';

export interface Mapped {
  /** Records by kind, in order. */
  readonly records: Readonly<Record<string, readonly Readonly<Record<string, unknown>>[]>>;
  readonly told: readonly string[];
}

type Files = Readonly<Record<string, string>>;

export const HEAD = "-- run\nSELECT 'mine' AS benchmark, 'j' AS judge, 'pairwise' AS protocol;\n";

/** Imports files by the text of a mapping on an engine. */
export async function mappedOn(engine: MappingEngine, files: Files, mapping: string, judge?: string): Promise<Mapped> {
  const sources = Object.entries(files).map(([name, text]) => textSource(name, text));
  const records: Record<string, Readonly<Record<string, unknown>>[]> = {};
  const told: string[] = [];
  const options = { mapping: textSource('mapping.sql', mapping), engine, judge };
  for await (const items of importCanonical(sqlFormat, sources, options))
    for (const item of items) {
      if (item.kind === 'problem') told.push(formatProblem(item.problem));
      else if ('record' in item) {
        records[item.kind] ??= [];
        records[item.kind]?.push({ ...item.record });
      }
    }
  return { records, told };
}

const page = await sharedWasmWork();

/** Imports files by the text of a mapping in Node's engine and in the page's; throws where these differ. */
export async function mapped(files: Files, mapping: string, judge?: string): Promise<Mapped> {
  const node = await withMappingEngine((engine) => mappedOn(engine, files, mapping, judge));
  const wasm = await withMappedCatalog(page, (engine) => mappedOn(engine, files, mapping, judge));
  if (JSON.stringify(node) !== JSON.stringify(wasm))
    throw new Error(`Node and page differ:\n${JSON.stringify(node)}\n${JSON.stringify(wasm)}`);
  return node;
}
