import { createHash } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { encodeSheet } from '../../cases/columns/sheet.ts';
import type { SheetKind } from '../../figures/kit/instance-figure.ts';
import { CASE_FIGURES } from '../../figures/page/case-figures.ts';
import type { PrerenderedFigures } from '../../figures/page/prerendered.ts';
import { makeSheet } from '../../figures/page/sheets.ts';
import { MOST_READ } from '../../schema/release-paths.ts';
import type { Query } from '../../sql/query.ts';

/** Digits of the hash in a file's name. */
const HASH = 12;

/** A stored sheet of a page's figures. */
export interface SheetFile {
  readonly kind: SheetKind;
  /** Part of the SHA-256 of the inflated bytes, hex: it stands in the file's name. */
  readonly hash: string;
  readonly gzipped: Uint8Array<ArrayBuffer>;
}

/**
 * Makes the stored sheets of a page's figures. Where a sheet cannot hold a benchmark's answers, a warning says so, and the figures are left
 * to the query engine.
 */
export async function sheetsOf(
  query: Query,
  { page, choices, data }: Pick<PrerenderedFigures, 'page' | 'choices' | 'data'>,
): Promise<readonly SheetFile[]> {
  const kinds = new Set(CASE_FIGURES.flatMap(({ id, quick }) => (Object.hasOwn(data, id) ? (quick?.sheet ?? []) : [])));
  const files: SheetFile[] = [];
  for (const kind of kinds) {
    const sheet = await makeSheet(query, kind, { choices, protocol: page.protocol });
    const bytes = sheet === null ? null : encodeSheet(sheet);
    if (bytes === null || bytes.length > MOST_READ) {
      console.warn(
        `${choices.name}, ${page.protocol}: more ${kind} than a stored sheet holds; the query engine draws these figures.`,
      );
      continue;
    }
    const hash = createHash('sha256').update(bytes).digest('hex').slice(0, HASH);
    files.push({ kind, hash, gzipped: new Uint8Array(gzipSync(bytes, { level: 9 })) });
  }
  return files;
}
