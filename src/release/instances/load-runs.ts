import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { isWebAddress, type MediaFact } from '../../records/run-context.ts';
import type { Instance } from '../../schema/records.ts';
import type { StoredCase } from '../../schema/shard.ts';
import { type LoadedRuns, mergeRuns, type RecordPictures, readRunFolders } from '../../scoring/load-runs.ts';
import type { RunFolder, RunsInput } from '../../scoring/run-folder.ts';
import { mediaFact, mediaFolders } from '../input-run.ts';
import type { TextOverlay } from '../texts/overlay.ts';
import type { Progress } from './progress.ts';
import type { SmallFiles } from './small-files.ts';
import type { WorkDatabase } from './work.ts';

type StoredMedia = NonNullable<StoredCase['media']>[number];

/** The ending of a picture's name by its first byte. PNG, JPEG and WebP (RIFF) are all that `mediaFact` takes for a picture. */
const EXTENSIONS: Readonly<Record<number, string>> = { 137: 'png', 255: 'jpg', 82: 'webp' };

function bytesOf(file: string): Uint8Array | null {
  try {
    return readFileSync(file);
  } catch {
    return null;
  }
}

/** Copies pictures under names that carry their hash, each once, whatever the instances that show it. */
export class Gallery {
  private readonly known = new Map<string, Pick<StoredMedia, 'src' | 'why'>>();
  private readonly facts = new Map<string, MediaFact>();
  private readonly files: SmallFiles;
  private readonly benchmark: string;

  constructor(files: SmallFiles, benchmark: string) {
    this.files = files;
    this.benchmark = benchmark;
  }

  /** The media of an instance as the release shows them; a file is looked for in each folder in turn. */
  publish(folders: readonly string[], media: Instance['media']): StoredMedia[] {
    return media.map((one) => {
      if (one.src === null || isWebAddress(one.src)) return one;
      const key = JSON.stringify([folders, one.src]);
      const found = this.known.get(key) ?? this.copy(folders, one.src);
      this.known.set(key, found);
      return { ...one, ...found };
    });
  }

  /** Says what an image path leads to; see `mediaFact`. */
  fact(folders: readonly string[], src: string): MediaFact {
    const key = JSON.stringify([folders, src]);
    const found = this.facts.get(key) ?? mediaFact(folders, src);
    this.facts.set(key, found);
    return found;
  }

  private copy(folders: readonly string[], src: string): Pick<StoredMedia, 'src' | 'why'> {
    const fact = this.fact(folders, src);
    return fact === 'picture'
      ? { src: this.place(folders.map((folder) => path.resolve(folder, src))) }
      : { src: null, why: fact };
  }

  /** Copies the first of these files that is there; gives the picture's path below `public/data`. A promise for each of thousands would cost more. */
  private place(files: readonly string[]): string {
    for (const file of files) {
      const bytes = bytesOf(file);
      if (bytes === null) continue;
      const hash = createHash('sha256').update(bytes).digest('hex').slice(0, 12);
      const name = `${this.benchmark}/media/${hash}.${EXTENSIONS[bytes[0] ?? 0] ?? 'bin'}`;
      this.files.write(name, bytes);
      return name;
    }
    throw new Error(`${files.join(', ')}: gone while the release was built`);
  }
}

/** The pictures in the folders of a benchmark and its runs; without a gallery they are looked at and published nowhere. */
function picturesOf({ folder: shared }: RunsInput, gallery: Gallery | null): RecordPictures {
  const folders = (run: RunFolder | null): string[] => mediaFolders(shared, run);
  return {
    fact: (run, src) => gallery?.fact(folders(run), src) ?? mediaFact(folders(run), src),
    publish: (run, media) => gallery?.publish(folders(run), media) ?? media,
  };
}

/** Reads every run of a benchmark into the working database and makes one set of records of it; see `readRunFolders` and `mergeRuns`. */
export async function loadRuns(
  input: RunsInput & { readonly texts?: TextOverlay },
  work: WorkDatabase,
  { gallery, progress }: { readonly gallery: Gallery | null; readonly progress: Progress },
): Promise<LoadedRuns> {
  progress.step(`Reading ${input.benchmark?.name ?? input.label}`);
  const count = (judgments: number): void => progress.count(judgments, 'judgments');
  return mergeRuns(await readRunFolders(input, work, { pictures: picturesOf(input, gallery), count }), work);
}
