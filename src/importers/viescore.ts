import type { Source } from '../records/source.ts';
import type { Run } from '../schema/records.ts';
import type { ImportFormat, ImportOptions } from './importer.ts';
import type { ImportItem, ImportItems } from './item.ts';
import { Ledger } from './ledger.ts';
import { NameBook, namedJudge, nameId, plainId, rivalJudge } from './names.ts';
import { type AnswerFile, type PictureAnswer, readAnswers, type ViescoreCriterion } from './viescore-answers.ts';
import { picturePairs } from './viescore-pairs.ts';
import { type JudgedTask, stemOf } from './viescore-pictures.ts';
import { checkNumbers, type RaterRatings, readRatings } from './viescore-raters.ts';
import { scoresOfPictures } from './viescore-scores.ts';

const ANSWERS = /(?:^|\/)results_([^/]+)_(\d+shot|ih)\/([^/]+)\/([^/]+)\/(SC|PQ)\.json$/;
const RATER = /(?:^|\/)([^/]+)\/[^/]*_rater\d+\.tsv$/;

const taskName = (folder: string): string => folder.replace(/^ImagenHub_/, '');

/** Writes the task of a folder as an id: `ImagenHub_Text-Guided_IE` → `text-guided-ie`. */
const taskOf = (folder: string): string => nameId(taskName(folder));

interface Found extends AnswerFile {
  readonly judge: string;
  /** `0`, `1` or `ih`, as the folder's name says. */
  readonly shot: string;
}

/** Finds the files of one judge and setting; none, with the reason reported, when they are not there. */
function select(sources: readonly Source[], options: ImportOptions, ledger: Ledger): readonly Found[] {
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
        criterion: criterion as ViescoreCriterion,
        withExample: shot !== '0' && shot !== 'ih',
      },
    ];
  });
  const judges = [...new Set(all.map((f) => f.judge))];
  const judge = namedJudge(judges, options.judge);
  const shot = options.shot ?? '0';
  const rival = judge === null ? null : rivalJudge(judges, judge);
  if (rival !== null) {
    ledger.fail(rival);
    return [];
  }
  const own = all.filter((f) => f.judge === judge && f.shot === shot);
  if (own.length > 0) return own;
  const settings = [...new Set(all.map((f) => `${f.judge} (${f.shot} shot)`))].join(', ');
  ledger.fail({
    file: '.',
    field: 'judge',
    found: `${judge ?? options.judge ?? 'none named'} (${shot} shot)`,
    message: 'no answers of this judge and setting',
    expected: settings || 'results_<judge>_<n>shot/',
    hint: 'say --judge and --shot',
  });
  return [];
}

/** Reads everything that was said of one task; null, with the reason reported, where there are no raters. */
async function readTask(
  task: string,
  {
    own,
    sources,
    ledger,
  }: {
    readonly own: readonly Found[];
    readonly sources: readonly Source[];
    readonly ledger: Ledger;
  },
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
  checkNumbers(tables, ledger);
  const raters: RaterRatings[] = [];
  for (const source of tables) raters.push(await readRatings(source, ledger));
  const images = new Set(raters.flatMap((r) => [...r.keys()]));
  const answers = new Map<string, ReadonlyMap<string, PictureAnswer>>();
  for (const file of own.filter((f) => f.task === task))
    answers.set(`${file.criterion}/${file.generator}`, await readAnswers(file, images, ledger));
  const rated = raters.flatMap((r) => [...r.values()].flatMap((ratings) => [...ratings.keys()]));
  return { judged: { task, generators: [...new Set(rated)].sort(), raters, answers }, images };
}

/** Lists the files but those in a folder whose name makes the task of another folder. */
function withoutRivals(sources: readonly Source[], names: NameBook, ledger: Ledger): readonly Source[] {
  const folderOf = ({ name }: Source): string => taskName(ANSWERS.exec(name)?.[3] ?? RATER.exec(name)?.[1] ?? '');
  const rivals = new Set<string>();
  for (const folder of new Set(sources.map(folderOf))) {
    const rival = names.rivalOf({ file: '.', field: 'task' }, folder, taskOf(folder));
    if (rival === null) continue;
    ledger.fail(rival);
    rivals.add(folder);
  }
  return sources.filter((source) => !rivals.has(folderOf(source)));
}

/** What the answers become: verdicts on pairs of pictures, or scores. */
interface AnswerForm {
  readonly protocol: Run['protocol'];
  readonly recordsOf: (judged: JudgedTask, image: string) => Iterable<ImportItem>;
  /** The end of a run's name. */
  readonly suffix: string;
  readonly notes: string;
}

async function* importAs(
  { protocol, recordsOf, suffix, notes }: AnswerForm,
  given: readonly Source[],
  options: ImportOptions,
): ImportItems {
  const ledger = new Ledger();
  const names = new NameBook();
  const sources = withoutRivals(given, names, ledger);
  const own = select(sources, options, ledger);
  const [first] = own;
  if (first === undefined) {
    yield ledger.close();
    return;
  }
  for (const task of new Set(own.map((f) => f.task))) {
    const read = await readTask(task, { own, sources, ledger });
    yield ledger.take();
    if (read === null) continue;
    for (const image of read.images) {
      const rival = names.rivalOf({ file: task, field: `${task}: picture` }, image, stemOf(image));
      if (rival === null) for (const item of recordsOf(read.judged, image)) ledger.add(item);
      else ledger.fail(rival);
      yield ledger.take();
    }
  }
  const judge = plainId(first.judge);
  const variant = { '0': '', ih: 'ih' }[first.shot] ?? `${first.shot}-shot`;
  const run = options.run ?? plainId(`${judge} ${variant} ${suffix}`);
  const benchmark = options.benchmark ?? 'viescore';
  ledger.add({ kind: 'run', record: { run, benchmark, judge, variant, protocol, notes } });
  yield ledger.close();
}

const PAIRS: AnswerForm = {
  protocol: 'pairwise',
  recordsOf: picturePairs,
  suffix: '',
  notes: 'Verdicts are made from the smallest sub-scores of the two pictures; raw holds the sub-scores.',
};

const SCORES: AnswerForm = {
  protocol: 'pointwise',
  recordsOf: scoresOfPictures,
  suffix: 'scores',
  notes: 'A score is the smallest sub-score; raw holds the sub-scores.',
};

export const viescore: ImportFormat = {
  id: 'viescore',
  about: 'VIEScore: _answers/results_<judge>_<n>shot and _human_annotations, all tasks; --judge, --shot',
  import: (sources, options) => importAs(PAIRS, sources, options),
  picks: true,
};

export const viescoreScores: ImportFormat = {
  id: 'viescore-scores',
  about: 'VIEScore, the scores themselves: one case per picture, with people’s ratings times ten; --judge, --shot',
  import: (sources, options) => importAs(SCORES, sources, options),
  picks: true,
};
