import { mkdtempSync } from 'node:fs';
import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';

/** Folders that the tests of this file have made. */
const folders: string[] = [];

/** A new folder that goes when the file's tests have ended (`remove-scratch.ts`). */
export async function scratch(): Promise<string> {
  const folder = await fs.mkdtemp(path.join(os.tmpdir(), 'judgeboard-'));
  folders.push(folder);
  return folder;
}

/** The same at once, for a file of tests that names its folder where it begins. */
export function scratchFolder(): string {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'judgeboard-'));
  folders.push(folder);
  return folder;
}

export async function removeScratch(): Promise<void> {
  for (const folder of folders.splice(0)) await fs.rm(folder, { recursive: true, force: true });
}
