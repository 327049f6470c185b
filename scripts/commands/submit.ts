import fs from 'node:fs/promises';
import path from 'node:path';
import project from '../../package.json' with { type: 'json' };
import { submissionTexts, submittedFiles } from '../../src/records/submission.ts';
import { checkRun } from '../../src/release/check-run.ts';
import { nullIfMissing, realFolder, withWriting } from '../../src/release/folders.ts';
import { fileSource, hashOfSource } from '../../src/release/input-run.ts';
import { problemLines } from '../../src/release/progress.ts';
import {
  assertFolder,
  commandOf,
  LIMIT_OPTION,
  nothingWritten,
  option,
  ROOT_OPTION,
  UsageError,
  writablePath,
} from './command.ts';

interface Options {
  readonly root: string;
  readonly out: string;
  readonly limit: number;
}

async function handedFile(folder: string, name: string) {
  const source = await fileSource(path.join(folder, name), name);
  return { file: name, bytes: source.size, sha256: await hashOfSource(source) };
}

async function submit({ root, out, limit }: Options, folder: string): Promise<boolean> {
  assertFolder(folder);
  if ((await fs.lstat(out).catch(nullIfMissing)) !== null) throw new UsageError(`${out} exists; choose another --out`);
  const checked = await checkRun(folder, root, 'submission');
  const { run, knowsJudge, report } = checked;
  // The judge's entry is made here.
  const errors = report.log.errors - (knowsJudge ? 0 : 1);
  for (const line of problemLines(report.log, limit)) console.error(line);
  if (run === null || errors > 0) {
    console.log('Nothing was written: mend what is listed first.');
    return false;
  }
  const entries = await fs.readdir(folder, { withFileTypes: true });
  const names = submittedFiles(
    entries.filter((entry) => entry.isFile()).map(({ name }) => name),
    checked,
  ).sort();
  const files = await Promise.all(names.map((name) => handedFile(folder, name)));
  const texts = submissionTexts({ run, knowsJudge, madeBy: `judgeboard submit ${project.version}`, files });
  const place = await realFolder(out);
  await withWriting(place, async (scratch) => {
    for (const name of names) await fs.copyFile(path.join(folder, name), path.join(scratch, name));
    for (const [name, text] of texts) await fs.writeFile(path.join(scratch, name), text);
    await fs.rename(scratch, place);
  });
  console.log(`${out}: ${[...names, ...texts.keys()].join(', ')}`);
  if (!knowsJudge) console.log(`Fill in ${path.join(out, 'judge.yaml')} and add it to data/judges.yaml.`);
  console.log(`Put the folder at data/${run.benchmark}/runs/${run.run} and open a pull request.`);
  return true;
}

/** Exit code 1 where the run cannot be handed in; nothing is written then. */
export const registerSubmit = commandOf<Options>({
  name: 'submit',
  about: 'a run folder → one folder that is ready for a pull request: run, hashes of its files, the judge’s entry',
  argument: ['<dir>', 'a run folder'],
  options: [
    option('--out <dir>', 'the folder to write; nothing may be there yet', { needed: true, read: writablePath }),
    ROOT_OPTION(),
    LIMIT_OPTION(),
  ],
  run: submit,
  explain: nothingWritten,
});
