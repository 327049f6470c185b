import { closeSync, mkdirSync, openSync, writeFileSync } from 'node:fs';
import { readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { stringify } from 'yaml';
import { renderPicture } from './picture.ts';
import { ALL_RUNS, type GeneratedBatch, generateShapes, type ShapesOptions } from './runs.ts';
import type { ScenePicture } from './task.ts';

export interface ShapesSummary {
  readonly instances: number;
  readonly judgments: number;
  readonly runs: number;
  readonly pictures: number;
}

const JUDGMENTS = 'judgments.jsonl.gz';

const FLUSH_CHARACTERS = 1 << 23;

/** Lines of one file, gzipped and written out eight million characters at a time, each a member of its own. */
class Lines {
  private readonly file: number;
  private waiting: string[] = [];
  private size = 0;

  constructor(path: string) {
    this.file = openSync(path, 'w');
  }

  add(record: unknown): void {
    const line = `${JSON.stringify(record)}\n`;
    this.waiting.push(line);
    this.size += line.length;
    if (this.size > FLUSH_CHARACTERS) this.flush();
  }

  close(): void {
    this.flush();
    closeSync(this.file);
  }

  private flush(): void {
    if (this.size === 0) return;
    // Writes on until all of it is on disk, or throws: a single write may end half-way on a full disk.
    writeFileSync(this.file, gzipSync(this.waiting.join(''), { level: 9 }));
    this.waiting = [];
    this.size = 0;
  }
}

function openFiles(out: string) {
  const runs = new Map<string, Lines>();
  for (const run of ALL_RUNS) {
    const folder = join(out, 'runs', run.run);
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, 'run.yaml'), stringify(run));
    runs.set(run.run, new Lines(join(folder, JUDGMENTS)));
  }
  const shared = (name: string) => new Lines(join(out, `${name}.jsonl.gz`));
  return { instances: shared('instances'), responses: shared('responses'), gold: shared('gold'), runs };
}

function writeBatch({ shared, judgments }: GeneratedBatch, files: ReturnType<typeof openFiles>): number {
  files.instances.add(shared.instance);
  for (const response of shared.responses) files.responses.add(response);
  for (const gold of shared.gold) files.gold.add(gold);
  let count = 0;
  for (const { run, row } of judgments) {
    files.runs.get(run)?.add(row);
    count += 1;
  }
  return count;
}

/** Marks the folder as ours, with which options it was made, and whether it is complete. */
const STAMP = 'shapes.json';

const PICTURE = /^(?:black|scene-\d{4,}(?:-turned-\d+|-words-[0-9a-f]+)?)\.png$/;

/** What describes the benchmark stands beside its records and is nobody's output. */
const DESCRIPTIONS = ['benchmark.yaml', 'judges.yaml'];

/** Takes away what an earlier generation drew and judged; throws if the folder was filled by anything else. What others added stays. */
async function clear(out: string): Promise<void> {
  mkdirSync(out, { recursive: true });
  const names = await readdir(out);
  if (!names.includes(STAMP) && names.some((name) => !DESCRIPTIONS.includes(name))) {
    throw new Error(`${out} holds files that \`judgeboard shapes\` did not make; give an empty folder`);
  }
  const pictures = names.includes('media') ? await readdir(join(out, 'media')) : [];
  for (const name of pictures) if (PICTURE.test(name)) await rm(join(out, 'media', name));
  for (const { run } of ALL_RUNS)
    for (const name of ['run.yaml', JUDGMENTS]) await rm(join(out, 'runs', run, name), { force: true });
}

/**
 * Writes the whole benchmark into `out`: shared records, one folder per run, pictures under `media`. What an earlier
 * generation left there is replaced. `progress` hears how many judgments stand so far. Memory does not grow with the size.
 * Errors of the file system are thrown, and an error if `out` holds somebody else's files.
 */
export async function writeShapes(
  out: string,
  options: ShapesOptions,
  progress: (judgments: number) => void = () => {},
): Promise<ShapesSummary> {
  const media = join(out, 'media');
  await clear(out);
  await writeFile(join(out, STAMP), JSON.stringify({ ...options, whole: false }));
  mkdirSync(media, { recursive: true });
  const files = openFiles(out);
  const pictures = new Set<string>();
  let waiting: ScenePicture[] = [];
  const drawWaiting = async (): Promise<void> => {
    const drawn = waiting.map(async (picture) => writeFile(join(media, picture.file), await renderPicture(picture)));
    waiting = [];
    await Promise.all(drawn);
  };
  let [instances, judgments] = [0, 0];
  try {
    for (const batch of generateShapes(options)) {
      for (const picture of batch.shared.pictures) {
        if (!pictures.has(picture.file)) waiting.push(picture);
        pictures.add(picture.file);
      }
      if (waiting.length >= 8) await drawWaiting();
      judgments += writeBatch(batch, files);
      instances += 1;
      progress(judgments);
    }
    await drawWaiting();
  } finally {
    for (const file of [files.instances, files.responses, files.gold, ...files.runs.values()]) file.close();
  }
  await writeFile(join(out, STAMP), JSON.stringify({ ...options, whole: true }));
  return { instances, judgments, runs: ALL_RUNS.length, pictures: pictures.size };
}
