import type { DroppedFile } from './protocol.ts';

async function filesIn(entry: FileSystemEntry, at: string): Promise<DroppedFile[]> {
  const name = at === '' ? entry.name : `${at}/${entry.name}`;
  if (entry.isFile) {
    const opened = new Promise<File>((resolve, reject) => (entry as FileSystemFileEntry).file(resolve, reject));
    return [{ name, blob: await opened.catch(() => null) }];
  }
  const reader = (entry as FileSystemDirectoryEntry).createReader();
  const entries: FileSystemEntry[] = [];
  // A reader gives a hundred entries at a time.
  for (;;) {
    const read = new Promise<FileSystemEntry[]>((resolve, reject) => reader.readEntries(resolve, reject));
    const more = await read.catch(() => null);
    // A folder that goes meanwhile is told of like a file.
    if (more === null) return [{ name, blob: null }];
    if (more.length === 0) break;
    entries.push(...more);
  }
  return (await Promise.all(entries.map((one) => filesIn(one, name)))).flat();
}

/** Gives everything that was dropped: files as they are, folders with all that is in them. `files` stand for entries where a browser gives none. */
export async function filesOfEntries(
  entries: readonly FileSystemEntry[],
  files: readonly File[],
): Promise<DroppedFile[]> {
  if (entries.length > 0) return (await Promise.all(entries.map((entry) => filesIn(entry, '')))).flat();
  return filesOfPicker(files);
}

/** Reads an event's data at once, since its lists are gone after the first pause. */
export const filesOfDrop = ({ items, files }: DataTransfer): Promise<DroppedFile[]> =>
  filesOfEntries(
    [...items].flatMap((item) => item.webkitGetAsEntry() ?? []),
    [...files],
  );

/** Gives the files that a picker gave; of a folder with their paths in it. */
export const filesOfPicker = (files: Iterable<File>): DroppedFile[] =>
  [...files].map((file) => ({ name: file.webkitRelativePath || file.name, blob: file }));

export function fileOfText(text: string): DroppedFile {
  const isJson = /^\s*[[{]/.test(text);
  const name = isJson ? 'pasted.jsonl' : text.split('\n')[0]?.includes('\t') ? 'pasted.tsv' : 'pasted.csv';
  return { name, blob: new Blob([text]) };
}
