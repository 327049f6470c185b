import fs from 'node:fs/promises';
import path from 'node:path';
import Papa from 'papaparse';
import { stringify } from 'yaml';
import type { CanonicalItem } from '../importers/canonical.ts';
import { IMPORT_FILE, type ImportReport } from '../schema/import.ts';
import { PUBLISHED_COLUMNS } from '../schema/published.ts';
import { TextFile } from './input-text-file.ts';
import { makeFolder } from './own-folder.ts';
import { replaceFolder } from './writer.ts';

/** Writes a run folder beside its place and moves it there when it is complete, so that there is never half a folder. */
export class RunWriter {
  private readonly out: string;
  private readonly temporary: string;
  private readonly files = new Map<string, TextFile>();

  constructor(out: string) {
    this.out = path.resolve(out);
    this.temporary = `${this.out}.writing-${process.pid}`;
  }

  async open(): Promise<void> {
    await fs.rm(this.temporary, { recursive: true, force: true });
    await makeFolder(this.temporary);
  }

  private async line(name: string, text: string, header = ''): Promise<void> {
    let file = this.files.get(name);
    if (file === undefined) {
      file = new TextFile(path.join(this.temporary, name));
      this.files.set(name, file);
      if (header !== '') await file.write(header);
    }
    await file.write(text);
  }

  /** Records, the run and published values; problems and counts are the caller's. */
  async add(item: CanonicalItem): Promise<void> {
    if ('problem' in item || 'count' in item || 'leftOut' in item) return;
    if (item.kind === 'run') await this.line('run.yaml', stringify(item.record));
    else if (item.kind === 'published') {
      const { value, n, ...rest } = item.record;
      const cell = {
        ...rest,
        table: 'report',
        row_kind: 'judge',
        printed: value ?? '-',
        value,
        status: value === null ? 'not-scored' : 'ok',
        n,
      };
      const row = Papa.unparse([cell], { columns: [...PUBLISHED_COLUMNS], header: false, newline: '\n' });
      await this.line('published.csv', `${row}\n`, `${PUBLISHED_COLUMNS.join(',')}\n`);
    } else await this.line(`${item.kind}.jsonl`, `${JSON.stringify(item.record)}\n`);
  }

  /** Moves the folder to its place, with the report on how it was made. */
  async commit(report: ImportReport): Promise<void> {
    await this.line(IMPORT_FILE, `${JSON.stringify(report, null, 2)}\n`);
    for (const file of this.files.values()) await file.close();
    await replaceFolder(this.temporary, this.out);
  }

  async discard(): Promise<void> {
    for (const file of this.files.values()) await file.abandon();
    await fs.rm(this.temporary, { recursive: true, force: true });
  }
}

const SYSTEM: Readonly<Record<string, string>> = {
  ENOSPC: 'The disk is full',
  EDQUOT: 'The disk quota is used up',
  EFBIG: 'The file grows larger than is allowed here',
  EIO: 'The disk does not answer as it should',
  EACCES: 'Not allowed to read or write there',
  EPERM: 'Not allowed to read or write there',
  ELOOP: 'A link leads to itself',
  EROFS: 'The file system is read-only',
  ENOENT: 'There is no such file or folder',
  ENOTDIR: 'A file stands where a folder is needed',
  EISDIR: 'A folder stands where a file is needed',
  EMFILE: 'Too many files are open',
};

const UNWRITABLE = new Set(['EACCES', 'EPERM', 'EROFS', 'ENOENT']);

/** Says what a failed system call means, in a sentence; null for errors that are no system's. */
export function systemMessage(error: unknown): string | null {
  const {
    code,
    syscall,
    path: from,
    dest: at = from,
  } = (error ?? {}) as NodeJS.ErrnoException & {
    readonly dest?: string;
  };
  // Some existing folders cannot take a new one: writing fails there, whatever the error code.
  const unwritable = syscall === 'mkdir' && UNWRITABLE.has(code ?? '');
  const meaning = unwritable ? 'The folder cannot be written' : SYSTEM[code ?? ''];
  return meaning === undefined ? null : `${meaning}${at === undefined ? '' : ` (${at})`}.`;
}
