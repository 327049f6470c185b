import type { Source } from '../records/source.ts';
import { type ImportFormat, type ImportOptions, slug } from './importer.ts';
import type { ImportItem } from './item.ts';
import { Ledger } from './ledger.ts';
import { type AnswerFile, type Criterion, type PictureAnswer, readAnswers } from './viescore-answers.ts';
import { type JudgedTask, pairsOf } from './viescore-pairs.ts';
import { type Ratings, readRatings } from './viescore-raters.ts';

const ANSWERS = /(?:^|\/)results_([^/]+)_(\d+shot|ih)\/([^/]+)\/([^/]+)\/(SC|PQ)\.json$/;
const RATER = /(?:^|\/)([^/]+)\/[^/]*_rater\d+\.tsv$/;

/** `ImagenHub_Text-Guided_IE` → `text-guided-ie`. */
const taskOf = (folder: string): string => slug(folder.replace(/^ImagenHub_/, ''));

interface Found extends AnswerFile {
  readonly judge: string;
  /** `0`, `1` or `ih`, as the folder's name says. */
  readonly shot: string;
}

/** The files of one judge and setting, and of all judges; null, with the reason reported, when they are not there. */
function select(
  sources: readonly Source[],
  options: ImportOptions,
  ledger: Ledger,
): { readonly own: readonly Found[]; readonly all: readonly Found[] } | null {
  const all = sources.flatMap((source): Found[] => {
    const [, judge, setting = '', folder = '', generator = '', criterion] = ANSWERS.exec(source.name) ?? [];
    if (judge === undefined) return [];
    const shot = setting.replace('shot', '');
    const task = taskOf(folder);
    return [
      {
        source,
        judge,
        shot,
        task,
        generator,
        criterion: criterion as Criterion,
        withExample: shot !== '0' && shot !== 'ih',
      },
    ];
  });
  const judges = [...new Set(all.map((f) => f.judge))];
  const judge = options.judge ?? (judges.length === 1 ? judges[0] : undefined) ?? '';
  const shot = options.shot ?? '0';
  const own = all.filter((f) => f.judge === judge && f.shot === shot);
  if (own.length > 0) return { own, all };
  const settings = [...new Set(all.map((f) => `${f.judge} (${f.shot} shot)`))].join(', ');
  ledger.fail({
    file: '.',
    field: 'judge',
    found: `${judge || 'none named'} (${shot} shot)`,
    message: 'no answers of this judge and setting',
    expected: settings || 'results_<judge>_<n>shot/',
    hint: 'say --judge and --shot',
  });
  return null;
}

/** Reads everything that was said of one task; null, with the reason reported, where there are no raters. */
async function readTask(
  task: string,
  { own, all }: { readonly own: readonly Found[]; readonly all: readonly Found[] },
  sources: readonly Source[],
  ledger: Ledger,
): Promise<{ readonly judged: JudgedTask; readonly images: ReadonlySet<string> } | null> {
  const tables = sources.filter(({ name }) => taskOf(RATER.exec(name)?.[1] ?? '') === task);
  if (tables.length === 0) {
    const message = 'no tables of raters under this path';
    const hint = 'give the folder above';
    ledger.fail({
      file: '.',
      field: 'raters',
      found: task,
      message,
      expected: 'files named …_rater1.tsv in a folder of the task',
      hint,
    });
    return null;
  }
  const raters: Ratings[] = [];
  for (const source of tables) raters.push(await readRatings(source, ledger));
  const images = new Set(raters.flatMap((r) => [...r.keys()]));
  const answers = new Map<string, ReadonlyMap<string, PictureAnswer>>();
  for (const file of own.filter((f) => f.task === task))
    answers.set(`${file.criterion}/${file.generator}`, await readAnswers(file, images, ledger));
  const shown = new Set(all.filter((f) => f.task === task).map((f) => f.generator));
  const rated = raters.flatMap((r) => [...r.values()].flatMap((ratings) => [...ratings.keys()]));
  return { judged: { task, generators: [...new Set(rated)].sort(), shown, raters, answers }, images };
}

async function* importViescore(
  sources: readonly Source[],
  options: ImportOptions,
): AsyncGenerator<readonly ImportItem[]> {
  const ledger = new Ledger();
  const selected = select(sources, options, ledger);
  const [first] = selected?.own ?? [];
  if (selected === null || first === undefined) {
    yield ledger.close();
    return;
  }
  for (const task of new Set(selected.own.map((f) => f.task))) {
    const read = await readTask(task, selected, sources, ledger);
    yield ledger.take();
    for (const image of read?.images ?? []) {
      if (read !== null) for (const item of pairsOf(read.judged, image)) ledger.add(item);
      yield ledger.take();
    }
  }
  const judge = slug(first.judge);
  const variant = { '0': '', ih: 'ih' }[first.shot] ?? `${first.shot}-shot`;
  const notes = 'Verdicts are made from the smallest sub-scores of the two pictures; raw holds the sub-scores.';
  const run = options.run ?? slug(`${judge} ${variant}`);
  const benchmark = options.benchmark ?? 'viescore';
  ledger.add({ kind: 'run', record: { run, benchmark, judge, variant, protocol: 'pairwise', notes } });
  yield ledger.close();
}

export const viescore: ImportFormat = {
  id: 'viescore',
  about: 'VIEScore: _answers/results_<judge>_<n>shot and _human_annotations, all tasks; --judge, --shot',
  import: importViescore,
};
