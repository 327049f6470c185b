import type { Source } from '../records/bytes.ts';
import type { Parse, Run } from '../schema/records.ts';
import type { ImportItem, ImportOptions } from './importer.ts';
import type { ImportFormat, ImportSteps, Ledger } from './ledger.ts';
import { NameBook, namedJudge, nameId, plainId, rivalJudge } from './names.ts';
import {
  type AnswerFile,
  checkNumbers,
  isPeopleOnly,
  type JudgedTask,
  type PictureAnswer,
  pictureInputs,
  type RaterRatings,
  readAnswers,
  readRatings,
  type ShownPictures,
  shownPicturesOf,
  stemOf,
  VIESCORE_CRITERIA,
  type ViescoreCriterion,
} from './viescore-answers.ts';

/** People rate with 0, ½ or 1, judges with 0 to 10. */
const SCALE = 10;

/** Writes people's ratings of one picture under one criterion, on the judges' scale: of each, and their mean where all have rated it. */
function* ratingItems(
  { raters }: JudgedTask,
  instance: string,
  {
    image,
    generator,
    criterion,
  }: { readonly image: string; readonly generator: string; readonly criterion: ViescoreCriterion },
) {
  const at = VIESCORE_CRITERIA.indexOf(criterion) as 0 | 1;
  const label = { instance, response: 'a', criterion: criterion.toLowerCase(), kind: 'quality' as const };
  const given = raters.map((ratings) => ratings.get(image)?.get(generator)?.[at] ?? null);
  for (const [r, rating] of given.entries()) {
    if (rating !== null)
      yield { kind: 'gold' as const, record: { ...label, value: String(rating * SCALE), annotator: `rater-${r + 1}` } };
  }
  if (given.some((rating) => rating === null)) return;
  const mean = (given.reduce((sum: number, rating) => sum + (rating ?? 0), 0) * SCALE) / given.length;
  yield { kind: 'gold' as const, record: { ...label, value: String(mean) } };
}

function answerOf(answer: PictureAnswer | undefined) {
  if (answer === undefined) return { parse: 'missing' as const };
  const { score, parse, parts, reasoning } = answer;
  return { score, parse, rationale: reasoning, raw: JSON.stringify(parts) };
}

/** Gives the records of one input: an instance per picture, but those that no judge of the paper was shown, with people's ratings and the judge's scores. */
function* scoresOfPictures(judged: JudgedTask, image: string): Generator<ImportItem> {
  const { task, answers } = judged;
  const shown = shownPicturesOf(judged, image);
  const rated = judged.generators.filter((g) => judged.raters.some((ratings) => ratings.get(image)?.has(g)));
  for (const generator of rated.filter((g) => !isPeopleOnly(task, g))) {
    const instance = `${task}/${stemOf(image)}/${generator}`;
    const made = { src: shown.made.get(generator) ?? null, alt: `Picture made by ${generator}` };
    const media = [...pictureInputs(task, shown), made];
    const about = { cluster: `${task}/${image}`, split: task, prompt: shown.prompt, attributes: { generator } };
    yield { kind: 'instances', record: { instance, ...about, media } };
    yield { kind: 'responses', record: { instance, response: 'a', model: generator, text: '' } };
    for (const criterion of VIESCORE_CRITERIA) {
      yield* ratingItems(judged, instance, { image, generator, criterion });
      const own = answers.get(`${criterion}/${generator}`);
      if (own === undefined) continue;
      const record = { instance, response: 'a', criterion: criterion.toLowerCase(), ...answerOf(own.get(image)) };
      yield { kind: 'judgments', record };
    }
  }
}

interface Pair {
  readonly instance: string;
  readonly image: string;
  readonly a: string;
  readonly b: string;
}

const sign = (difference: number): 'a' | 'b' | 'tie' => (difference > 0 ? 'a' : difference < 0 ? 'b' : 'tie');

interface Labels {
  readonly criterion: ViescoreCriterion;
  /** The preference of each rater; null where a rating is missing. */
  readonly each: readonly ('a' | 'b' | 'tie' | null)[];
  /** The preference by the mean of all raters; equal means give none. */
  readonly gold: 'a' | 'b' | null;
}

function labelsOf(
  { raters }: JudgedTask,
  { image, a, b }: Omit<Pair, 'instance'>,
  criterion: ViescoreCriterion,
): Labels {
  const at = VIESCORE_CRITERIA.indexOf(criterion) as 0 | 1;
  const differences = raters.map((ratings) => {
    const [left, right] = [ratings.get(image)?.get(a)?.[at], ratings.get(image)?.get(b)?.[at]];
    return left === undefined || right === undefined ? null : left - right;
  });
  const complete = differences.every((d) => d !== null);
  // Ratings are multiples of one half: sums are exact, so equal means are equal sums.
  const gold = sign(differences.reduce((sum: number, d) => sum + (d ?? 0), 0));
  const each = differences.map((d) => (d === null ? null : sign(d)));
  return { criterion, each, gold: complete && gold !== 'tie' ? gold : null };
}

function described(name: string, generator: string, answer: PictureAnswer | undefined): string {
  if (answer === undefined) return `${name} (${generator}): no answer`;
  const scores = answer.score === null ? 'malformed' : answer.parts.join(' and ');
  return `${name} (${generator}), sub-scores ${scores}: ${answer.reasoning}`;
}

interface ComparedPictures {
  readonly verdict: 'a' | 'b' | 'tie' | null;
  readonly parse: Parse;
  readonly rationale: string;
  readonly raw: string;
}

function compared(
  { answers }: JudgedTask,
  { image, a, b }: Pair,
  criterion: ViescoreCriterion,
): ComparedPictures | null {
  const [ofA, ofB] = [answers.get(`${criterion}/${a}`), answers.get(`${criterion}/${b}`)];
  if (ofA === undefined || ofB === undefined) return null;
  const [left, right] = [ofA.get(image), ofB.get(image)];
  const rationale = `${described('A', a, left)}\n\n${described('B', b, right)}`;
  const raw = JSON.stringify({ a: left?.parts ?? null, b: right?.parts ?? null });
  if (left?.score == null || right?.score == null) return { verdict: null, parse: 'error', rationale, raw };
  const parse = left.parse === 'ok' && right.parse === 'ok' ? 'ok' : 'fallback';
  return { verdict: sign(left.score - right.score), parse, rationale, raw };
}

function instanceItem(judged: JudgedTask, { instance, image, a, b }: Pair, shown: ShownPictures): ImportItem {
  const { task } = judged;
  const media = [
    ...pictureInputs(task, shown),
    { src: shown.made.get(a) ?? null, alt: `Response A, made by ${a}` },
    { src: shown.made.get(b) ?? null, alt: `Response B, made by ${b}` },
  ];
  const attributes = {
    generator_a: a,
    generator_b: b,
    pair_kind: 'cross-model',
    ...([a, b].some((generator) => isPeopleOnly(task, generator)) && { subset: 'people-only' }),
  };
  const cluster = `${task}/${image}`;
  return { kind: 'instances', record: { instance, cluster, split: task, prompt: shown.prompt, media, attributes } };
}

function* criterionItems(
  judged: JudgedTask,
  pair: Pair,
  { criterion: name, each, gold }: Labels,
): Generator<ImportItem> {
  const { instance } = pair;
  const criterion = name.toLowerCase();
  const label = { instance, criterion, kind: 'preference' as const };
  for (const [r, value] of each.entries()) {
    if (value !== null) yield { kind: 'gold', record: { ...label, value, annotator: `rater-${r + 1}` } };
  }
  if (gold === null) return;
  yield { kind: 'gold', record: { ...label, value: gold } };
  const judgment = compared(judged, pair, name);
  if (judgment !== null) yield { kind: 'judgments', record: { instance, criterion, ...judgment } };
}

function* picturePairs(judged: JudgedTask, image: string): Generator<ImportItem> {
  const shown = shownPicturesOf(judged, image);
  for (const [i, a] of judged.generators.entries()) {
    for (const b of judged.generators.slice(i + 1)) {
      const labels = VIESCORE_CRITERIA.map((criterion) => labelsOf(judged, { image, a, b }, criterion));
      if (labels.every((l) => l.gold === null)) continue;
      const instance = `${judged.task}/${stemOf(image)}/${a}-${b}`;
      const pair = { instance, image, a, b };
      yield instanceItem(judged, pair, shown);
      yield { kind: 'responses', record: { instance, response: 'a', model: a, text: '' } };
      yield { kind: 'responses', record: { instance, response: 'b', model: b, text: '' } };
      for (const own of labels) yield* criterionItems(judged, pair, own);
    }
  }
}

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

interface AnswerForm {
  readonly protocol: Run['protocol'];
  readonly recordsOf: (judged: JudgedTask, image: string) => Iterable<ImportItem>;
  readonly suffix: string;
  readonly notes: string;
}

async function* importAs(
  { protocol, recordsOf, suffix, notes }: AnswerForm,
  [ledger, given, options]: Parameters<ImportFormat['import']>,
): ImportSteps {
  const names = new NameBook();
  const sources = withoutRivals(given, names, ledger);
  const own = select(sources, options, ledger);
  const [first] = own;
  if (first === undefined) return;
  for (const task of new Set(own.map((f) => f.task))) {
    const read = await readTask(task, { own, sources, ledger });
    yield;
    if (read === null) continue;
    for (const image of read.images) {
      const rival = names.rivalOf({ file: task, field: `${task}: picture` }, image, stemOf(image));
      if (rival === null) for (const item of recordsOf(read.judged, image)) ledger.add(item);
      else ledger.fail(rival);
      yield;
    }
  }
  const judge = plainId(first.judge);
  const variant = { '0': '', ih: 'ih' }[first.shot] ?? `${first.shot}-shot`;
  const run = options.run ?? plainId(`${judge} ${variant} ${suffix}`);
  const benchmark = options.benchmark ?? 'viescore';
  ledger.add({ kind: 'run', record: { run, benchmark, judge, variant, protocol, notes } });
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
  import: (...given) => importAs(PAIRS, given),
  picks: true,
};

export const viescoreScores: ImportFormat = {
  id: 'viescore-scores',
  about: 'VIEScore, the scores themselves: one case per picture, with people’s ratings times ten; --judge, --shot',
  import: (...given) => importAs(SCORES, given),
  picks: true,
};
