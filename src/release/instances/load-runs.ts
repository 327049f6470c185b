import { type LoadedRuns, mergeRuns, type RecordPictures, readRunFolders } from '../../scoring/load-runs.ts';
import type { RunFolder, RunsInput } from '../../scoring/run-folder.ts';
import { mediaFact, mediaFolders } from '../input-run.ts';
import type { TextOverlay } from '../texts/overlay.ts';
import type { Gallery } from './media.ts';
import type { Progress } from './progress.ts';
import type { WorkDatabase } from './work.ts';

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
