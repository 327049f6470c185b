import fs from 'node:fs/promises';
import path from 'node:path';
import type { Problem } from '../../schema/problem.ts';
import { machineMessage } from '../input-writer.ts';
import { type Progress, plural } from '../progress.ts';
import { fetchTexts } from './fetch.ts';
import { fetchedExtent, filesOf, type PinnedSource, pinnedSource } from './source.ts';

/** Minutes of a slow network belong to who waits for them: the next build goes on where this one stopped. */
const TEXTS_SECONDS = 180;

const MEGA = 10 ** 6;

/** The sources below `data/` whose texts are not here yet. Descriptions that cannot be read are the build's to report. */
async function missingSources(root: string): Promise<readonly PinnedSource[]> {
  const folders = await fs.readdir(path.join(root, 'data'), { withFileTypes: true }).catch(() => []);
  const sources: PinnedSource[] = [];
  for (const folder of folders) {
    if (!folder.isDirectory()) continue;
    const { pinned } = await pinnedSource(root, folder.name);
    if (pinned !== null && (await fetchedExtent(pinned)) === null) sources.push(pinned);
  }
  return sources;
}

const size = (files: readonly { readonly bytes: number }[]): string =>
  `${plural(files.length, 'file')}, ${(files.reduce((sum, { bytes }) => sum + bytes, 0) / MEGA).toFixed(0)} MB`;

/** For example `no connection to example.org (ENOTFOUND)`. */
const reason = ({ message, found }: Problem): string => (found === undefined ? message : `${message} (${found})`);

/** Fetches what a build wants of one source. Gives what became of it, in one line. */
async function fetchOne(
  pinned: PinnedSource,
  { progress, until, seconds }: { readonly progress: Progress; readonly until: AbortSignal; readonly seconds: number },
): Promise<string> {
  const { benchmark, source } = pinned;
  const files = filesOf(pinned, 'default');
  progress.step(`Fetching the texts of ${benchmark} (${size(files)}; --offline leaves them)`);
  const whose = source.by_default === undefined ? '' : `, ${source.by_default.about}`;
  try {
    const { files: done, problems } = await fetchTexts(pinned, null, { progress, extent: 'default', until });
    if (done === files.length)
      return `Texts of ${benchmark}: ${size(files)}${whose}; ${source.attribution} (${source.licence}).`;
    const came = `Texts of ${benchmark}: ${done} of ${files.length} files are here`;
    const [first] = problems;
    if (first === undefined) return `${came} after ${seconds} s, and the next build goes on; this one does without.`;
    const where = first.message.startsWith('no connection') ? '' : `${first.file}: `;
    return `${came}; ${where}${reason(first)}. The build goes on without; judgeboard fetch ${benchmark} tries again.`;
  } catch (error) {
    const message = machineMessage(error);
    if (message === null) throw error;
    return `Texts of ${benchmark}: ${message} The build goes on without.`;
  }
}

/**
 * Brings the texts that the figures below `data/` belong to, as far as the network has them, before a build. What is here is not asked
 * for again. Gives a line for each source that was not complete: nothing that goes wrong here stops a build.
 */
export async function fetchByDefault(
  root: string,
  { progress, seconds = TEXTS_SECONDS }: { readonly progress: Progress; readonly seconds?: number },
): Promise<readonly string[]> {
  const until = AbortSignal.timeout(seconds * 1000);
  const lines: string[] = [];
  for (const pinned of await missingSources(root)) lines.push(await fetchOne(pinned, { progress, until, seconds }));
  return lines;
}
