import fs from 'node:fs/promises';
import path from 'node:path';
import type { Problem } from '../schema/problem.ts';

const BUFFER = 2 ** 18;

/** A text file that is written in large pieces. */
export class TextFile {
  private readonly file: string;
  private handle: fs.FileHandle | undefined;
  private buffer = '';

  constructor(file: string) {
    this.file = file;
  }

  async write(text: string): Promise<void> {
    this.buffer += text;
    if (this.buffer.length >= BUFFER) await this.flush();
  }

  private async flush(): Promise<void> {
    const { buffer } = this;
    this.buffer = '';
    this.handle ??= await fs.open(this.file, 'w');
    await this.handle.writeFile(buffer);
  }

  async close(): Promise<void> {
    await this.flush();
    await this.abandon();
  }

  /** Closes the file as it stands, and leaves it there for its owner to remove. */
  async abandon(): Promise<void> {
    await this.handle?.close();
    this.handle = undefined;
  }
}

/** Writes the files of a run folder, a piece at a time. */
export class RunWriter {
  private readonly folder: string;
  private readonly files = new Map<string, TextFile>();

  constructor(folder: string) {
    this.folder = folder;
  }

  async add(name: string, text: string): Promise<void> {
    const file = this.files.get(name) ?? new TextFile(path.join(this.folder, name));
    this.files.set(name, file);
    await file.write(text);
  }

  async finish(): Promise<void> {
    for (const file of this.files.values()) await file.close();
  }

  async abandon(): Promise<void> {
    for (const file of this.files.values()) await file.abandon();
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
  ENAMETOOLONG: 'A name is longer than the disk can hold',
  ENOTEMPTY: 'Somebody else wrote there meanwhile',
  EEXIST: 'Somebody else wrote there meanwhile',
  EBUSY: 'The folder or file is in use',
  EXDEV: 'The folder lies on another disk than the one above it',
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

/** Beginnings of DuckDB's messages, or parts of them, that are the machine's fault, and what they mean. */
const DATABASE: readonly (readonly [RegExp, string])[] = [
  [/No space left on device|Could not write (?:all bytes|file)|wanted=\d+ wrote/i, 'The disk is full.'],
  [/Read-only file system/i, 'The file system is read-only.'],
  [/Permission denied/i, 'Not allowed to write there.'],
  [/^Out of Memory Error/i, 'The database needs more memory than it may use.'],
];

/** Says in a sentence what a failure of disk, memory or rights means, whether Node or DuckDB met it; null for any other error. */
export function machineMessage(error: unknown): string | null {
  const known = systemMessage(error);
  if (known !== null) return known;
  const text = error instanceof Error ? error.message : String(error);
  return DATABASE.find(([pattern]) => pattern.test(text))?.[1] ?? null;
}

/** How each message of DuckDB begins: `Out of Range Error: …`. A message of JavaScript has no name before it. */
const REFUSED = /^[A-Z][A-Za-z ]* Error: /;

/**
 * Makes a problem of a statement that the database refused while a benchmark was made, by its first line and the step; null for any other error. So the
 * other benchmarks can be built without it.
 */
export function refusedStatement(error: unknown, benchmark: string, step: string): Problem | null {
  const [line = ''] = error instanceof Error ? error.message.split('\n') : [];
  if (!REFUSED.test(line) || machineMessage(error) !== null) return null;
  return {
    file: `data/${benchmark}`,
    message: `the database refused a statement in the step “${step}”, so there is nothing of this benchmark`,
    found: line,
    hint: 'this is a fault of the program and not of the records: please report this line',
  };
}
