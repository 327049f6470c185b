import { DATA_FILE, type ImportOptions, isRow, type RawRow } from '../../importers/importer.ts';
import { FORMATS } from '../../importers/index.ts';
import { holdsQuestions } from '../../importers/multi-crit.ts';
import { judgeInName, momentInName } from '../../importers/names.ts';
import { headOfSource, type Source } from '../../records/bytes.ts';
import { recordKindOf } from '../../records/issues.ts';
import { parseJson } from '../../records/json.ts';
import { notText } from '../../records/lines.ts';
import type { Problem } from '../../schema/problem.ts';
import { deepFiles } from '../../scoring/run-folder.ts';

const baseOf = (name: string): string => name.slice(name.lastIndexOf('/') + 1);
const has = (row: RawRow | null, ...keys: readonly string[]): boolean =>
  row !== null && keys.every((key) => key in row);
const unique = (names: Iterable<string>): string[] => [...new Set(names)].sort();

function firstObject(text: string): RawRow | null {
  const whole = parseJson(text).value;
  const one = Array.isArray(whole) ? whole[0] : whole;
  if (isRow(one)) return one;
  const line = parseJson(text.split('\n').find((l) => l.trim() !== '') ?? '').value;
  return isRow(line) ? line : null;
}

const GENAI = /(?:^|\/)[^/]+_(?:generation|edition)\/([^/]+)\/pairwise\.jsonl$/;
const VIESCORE = /(?:^|\/)results_([^/]+)_(?:\d+shot|ih)\/[^/]+\/[^/]+\/(?:SC|PQ)\.json$/;
const LMMS = /_samples_multi_crit_?[^/.]*[^/]*\.jsonl(?:\.gz)?$/;
const CRITIC =
  /^(?:samples|critiques|critique[_-]scores|corrections|correction[_-]scores|preferences)[^/]*\.jsonl?(?:\.gz)?$/;
export const MAPPING = /(?:^|\/)mapping\.(?:sql|ya?ml|json)$/;

interface FormatGuess {
  readonly format: string;
  readonly reason: string;
  readonly judges?: readonly string[];
  /** Given for what other benchmarks' files have, too: it counts beside a file that is surely of this format. */
  readonly unsure?: true;
  readonly asks?: readonly FileReading[];
}

interface FileReading {
  readonly id: string;
  readonly label: string;
}

const AS_TABLE: FileReading = { id: 'table', label: 'Read it as a table instead' };
const EVERY_RUN: FileReading = { id: 'runs', label: 'Read every run of it, not the newest alone' };
/** The tasks of GenAI-Bench by the names of its folders, which a file that lies in none does not tell. */
const TASKS: readonly FileReading[] = ['image_generation', 'image_edition', 'video_generation'].map((id) => ({
  id,
  label: id.replace('_', ' ').replace(/^./, (letter) => letter.toUpperCase()),
}));

function byNames(names: readonly string[]): FormatGuess | null {
  const judgesIn = (pattern: RegExp): string[] => unique(names.flatMap((name) => pattern.exec(name)?.[1] ?? []));
  const mapping = names.find((name) => MAPPING.test(name));
  if (mapping !== undefined) return { format: 'table', reason: `${mapping} says what the columns mean` };
  for (const [format, pattern] of [
    ['genai-bench', GENAI],
    ['viescore', VIESCORE],
  ] as const) {
    const [first] = names.filter((name) => pattern.test(name));
    if (first !== undefined)
      return { format, reason: `${first} has the place of an official file`, judges: judgesIn(pattern) };
  }
  const lmms = names.filter((name) => LMMS.test(name));
  if (lmms.length > 0) {
    const judges = unique(lmms.map(judgeInName));
    return { format: 'multi-crit-lmms-eval', reason: `${lmms[0]} has the name of lmms-eval samples`, judges };
  }
  const critic = names.find((name) => CRITIC.test(baseOf(name)));
  const answers = names.some((name) => /^(?:critiques|corrections|preferences)/.test(baseOf(name)));
  if (critic !== undefined && answers)
    return { format: 'mm-critic', reason: `${critic} has the name of the documented layout` };
  return null;
}

function byContent(name: string, row: RawRow | null): FormatGuess | null {
  if (row === null) return null;
  if (has(row, 'meta', 'judgement')) {
    const judges = isRow(row['judgement']) ? unique(Object.keys(row['judgement'])) : [];
    return { format: 'mm-judgebias', reason: `${name} has the fields meta and judgement`, judges };
  }
  if (has(row, 'idx', 'response', 'human_vote', 'model_vote'))
    return { format: 'genai-bench', reason: `${name} has the columns of a pairwise.jsonl`, asks: TASKS };
  if (has(row, 'per_bias')) return { format: 'mm-judgebias', reason: `${name} has the field per_bias` };
  if (has(row, 'schema_version', 'evaluation_results'))
    return { format: 'every-eval-ever', reason: `${name} has the fields schema_version and evaluation_results` };
  if (Object.values(row).some((value) => isRow(value) && has(value, 'question_id', 'prediction')))
    return { format: 'multi-crit-lmms-eval', reason: `${name} has metric records with question_id and prediction` };
  if (has(row, 'question_id') && ['output', 'response', 'judgment', 'judgement'].some((key) => key in row))
    return {
      format: 'multi-crit',
      reason: `${name} has the field question_id beside an answer`,
      judges: [judgeInName(name)],
      unsure: true,
    };
  return null;
}

/** Recognises a file by its beginning, which is null for Parquet, and by its columns. */
async function guessOf(source: Source, head: string | null): Promise<FormatGuess | null> {
  const guess = byContent(source.name, head === null ? null : firstObject(head));
  if (guess !== null && guess.unsure !== true) return guess;
  if (!(await holdsQuestions(source))) return guess;
  return { format: 'multi-crit', reason: `${source.name} has the columns of Multi-Crit’s questions` };
}

type NamedGuess = readonly [file: string, guess: FormatGuess];

function sureGuesses(all: readonly NamedGuess[]): readonly NamedGuess[] {
  const sure = all.filter(([, { unsure }]) => unsure !== true);
  const formats = new Set(sure.map(([, { format }]) => format));
  return [...sure, ...all.filter(([, { unsure, format }]) => unsure === true && formats.has(format))];
}

const folderOf = (name: string): string => name.slice(0, Math.max(0, name.lastIndexOf('/')));

export interface Recognised {
  /** `run`: a run folder of this project; else an importer's name; `table`: a table that needs a mapping. */
  readonly format: string;
  readonly reason: string;
  /** The folder of a run folder; '' otherwise. */
  readonly folder: string;
  /** Whose answers the files hold, where they hold several judges'; each becomes a run. */
  readonly judges: readonly string[];
  readonly takes: readonly Take[];
  readonly sources: readonly Source[];
  readonly readings: readonly FileReading[];
  readonly chosen?: string | undefined;
  readonly asks?: true;
}

/** The readings that somebody chose, by the place of the files in what was found. */
export type ChosenReadings = Readonly<Record<number, string>>;

/** Whose answers become a run; neither where the importer finds out by itself. */
interface Take extends Pick<ImportOptions, 'judge' | 'shot' | 'run'> {
  readonly of?: (file: string) => boolean;
}

const ofAnotherFormat = (file: string, { format, reason }: FormatGuess, read: string): Problem => ({
  file,
  message: `not read: the files beside it are read as ${read}`,
  found: `${format}, since ${reason}`,
  hint: 'drop the files of one format at a time',
});

interface Looked {
  readonly verdict: FormatGuess | null;
  readonly problems: readonly Problem[];
}

async function lookAt(sources: readonly Source[]): Promise<Looked> {
  const problems: Problem[] = [];
  const guesses: NamedGuess[] = [];
  let table: string | null = null;
  for (const source of sources) {
    if (sources.length > 1 && !DATA_FILE.test(source.name)) continue;
    const byName = byNames([source.name]);
    if (byName !== null) {
      guesses.push([source.name, byName]);
      continue;
    }
    const head = await headOfSource(source, 2 ** 20);
    if (head.byteLength === 0) {
      problems.push({ file: source.name, message: 'an empty file', hint: 'was it written to its end?' });
      continue;
    }
    const isParquet = head[0] === 0x50 && head[1] === 0x41 && head[2] === 0x52 && head[3] === 0x31;
    const odd = isParquet ? null : notText(source.name, head);
    if (odd !== null) problems.push(odd);
    else {
      const guess = await guessOf(source, isParquet ? null : new TextDecoder().decode(head));
      if (guess !== null) guesses.push([source.name, guess]);
      table ??= source.name;
    }
  }
  const verdicts = sureGuesses(guesses);
  const named = byNames(sources.map(({ name }) => name));
  const first = named ?? verdicts[0]?.[1];
  if (first === undefined) {
    if (table === null) return { verdict: null, problems };
    const reason = `${table} is a table of a form that is not known here`;
    return { verdict: { format: 'table', reason }, problems };
  }
  // A mapping speaks for all files beside it.
  const others = first.format === 'table' ? [] : verdicts.filter(([, { format }]) => format !== first.format);
  const judges = unique(
    verdicts.flatMap(([, verdict]) => (verdict.format === first.format ? (verdict.judges ?? []) : [])),
  );
  return {
    verdict: named ?? { ...first, judges },
    problems: others.map(([file, verdict]) => ofAnotherFormat(file, verdict, first.format)),
  };
}

/** Gives the folders that are run folders of this project: those with a run.yaml, or with a file of judgments. */
function runFolders(sources: readonly Source[]): string[] {
  const described = unique(sources.filter(({ name }) => baseOf(name) === 'run.yaml').map(({ name }) => folderOf(name)));
  if (described.length > 0) return described;
  return unique(sources.filter(({ name }) => recordKindOf(name) === 'judgments').map(({ name }) => folderOf(name)));
}

const SETTING = /(?:^|\/)(results_([^/]+)_(?:(\d+)shot|ih))\//;

interface Taken {
  readonly takes: readonly Take[];
  readonly told: readonly Problem[];
}

/** Formats whose files do not say whose answers they hold. */
const NAMED_BY_FILE: readonly string[] = ['multi-crit', 'multi-crit-lmms-eval'];

/** Where names of files tell several judges, each is read by itself; a file that is named after none leaves all to the importer. */
function takesByName(judges: readonly string[]): Taken {
  if (judges.length < 2 || judges.includes('')) return { takes: [{}], told: [] };
  return {
    takes: judges.map((judge) => ({ judge })),
    told: [
      {
        severity: 'warning',
        file: 'these files',
        field: 'judge',
        message: 'none says whose answers it holds; each was taken for those of the judge that it is named after',
        found: judges.join(', '),
        hint: 'where they are one judge’s, join them into one file',
      },
    ],
  };
}

/** Of each judge one setting is read, that with the fewest examples first; the folders of the others are told. */
function takesOf({ format, judges = [] }: FormatGuess, sources: readonly Source[]): Taken {
  if (NAMED_BY_FILE.includes(format)) return takesByName(judges);
  if (format !== 'viescore')
    return { takes: judges.length === 0 ? [{}] : judges.map((judge) => ({ judge })), told: [] };
  const folders = new Map<string, { readonly judge: string; readonly shot: string }>();
  for (const { name } of sources) {
    const [, folder, judge, shot = 'ih'] = SETTING.exec(name) ?? [];
    if (folder !== undefined && judge !== undefined) folders.set(folder, { judge, shot });
  }
  const settings = [...folders].sort(([a], [b]) => a.localeCompare(b, 'en', { numeric: true }));
  const takes = judges.flatMap((judge) => settings.find(([, one]) => one.judge === judge)?.[1] ?? []);
  const told = settings
    .filter(([, one]) => !takes.includes(one))
    .map(
      ([file, { judge }]): Problem => ({
        severity: 'warning',
        file,
        message: `not read: of ${judge} another setting is`,
        hint: 'drop this folder by itself, with the tables of raters',
      }),
    );
  return { takes, told };
}

const within = (name: string, folder: string): boolean => folder === '' || name.startsWith(`${folder}/`);

const notInARun = (file: string): Problem => ({
  severity: 'warning',
  file,
  message:
    'not read: it lies in no run folder; runs without cases of their own are held against the cases of this site',
  hint: 'put it beside the run.yaml that it belongs to',
});

const outermost = (folders: readonly string[]): readonly string[] =>
  folders.filter((folder) => !folders.some((other) => other !== folder && within(folder, other)));

const namesIn = (sources: readonly Source[], folder: string): readonly string[] =>
  sources
    .map(({ name }) => name)
    .filter((name) => within(name, folder))
    .map((name) => (folder === '' ? name : name.slice(folder.length + 1)));

const CHOSEN_TABLE = { format: 'table', reason: 'you said so', judges: [], takes: [{}], chosen: 'table' } as const;

function runsByMoment(takes: readonly Take[], sources: readonly Source[]): readonly Take[] {
  return takes.flatMap((take) => {
    const moments = unique(
      sources.flatMap(({ name }) => {
        const isOwn = take.judge === undefined || judgeInName(name) === take.judge;
        return isOwn ? momentInName(name) : [];
      }),
    );
    if (moments.length < 2 || moments.includes('')) return [take];
    const judge = take.judge ?? judgeInName(sources[0]?.name ?? '');
    return moments.map((moment) => ({
      ...take,
      run: `${judge}-${moment}`,
      of: (file: string) => momentInName(file) === moment,
    }));
  });
}

function placedIn(task: string, { name, ...source }: Source): Source {
  const judge = judgeInName(name.replace(/pairwise(?=\.jsonl)/, '')) || 'my-judge';
  return { ...source, name: `${task}/${judge}/pairwise.jsonl` };
}

function setOf(guess: FormatGuess, sources: readonly Source[], chosen: string | undefined) {
  const asked = guess.asks ?? [];
  const task = asked.find(({ id }) => id === chosen);
  const own = task === undefined ? sources : sources.map((source) => placedIn(task.id, source));
  const { takes: newest, told } = takesOf(guess, own);
  const every = NAMED_BY_FILE.includes(guess.format) ? runsByMoment(newest, own) : newest;
  const readings = [...asked, ...(every.length > newest.length ? [EVERY_RUN] : []), AS_TABLE];
  const takes = chosen === EVERY_RUN.id ? every : newest;
  const judges = newest.flatMap(({ judge }) => judge ?? []);
  const asks = asked.length > 0 && task === undefined ? ({ asks: true } as const) : {};
  const { format, reason } = guess;
  const set: Recognised = { format, reason, judges, takes, folder: '', sources: own, readings, chosen, ...asks };
  return { set, told };
}

/** Says by names and first bytes what files are: run folders one by one, all others as one set of one format. Files that are neither are problems. */
export async function recognise(
  sources: readonly Source[],
  chosen: ChosenReadings = {},
): Promise<{ readonly found: readonly Recognised[]; readonly problems: readonly Problem[] }> {
  const folders = runFolders(sources);
  const runs = folders.map((folder, place): Recognised => {
    const own = sources.filter(({ name }) => within(name, folder));
    const first =
      own.find(({ name }) => baseOf(name) === 'run.yaml') ?? own.find(({ name }) => recordKindOf(name) !== null);
    const reason = `${first?.name} makes it a run folder`;
    const run = { format: 'run', reason, folder, judges: [], takes: [], sources: own, readings: [AS_TABLE] };
    return chosen[place] === AS_TABLE.id ? { ...run, ...CHOSEN_TABLE } : run;
  });
  const deep = outermost(folders).flatMap((folder) => deepFiles(namesIn(sources, folder), folder));
  const beside = sources.filter(({ name }) => !folders.some((folder) => within(name, folder)));
  const isShared = ({ name }: Source): boolean => folders.length > 0 && recordKindOf(name) !== null;
  const shared = beside.filter(isShared).map(({ name }) => notInARun(name));
  const rest = beside.filter((source) => !isShared(source));
  if (rest.length === 0) return { found: runs, problems: [...deep, ...shared] };
  const wanted = chosen[runs.length];
  if (wanted === AS_TABLE.id) {
    const table = { ...CHOSEN_TABLE, folder: '', sources: rest, readings: [AS_TABLE] };
    return { found: [...runs, table], problems: [...deep, ...shared] };
  }
  const looked = await lookAt(rest);
  const problems = [...deep, ...shared, ...looked.problems];
  if (looked.verdict === null) return { found: runs, problems };
  const { set, told } = setOf(looked.verdict, rest, wanted);
  return { found: [...runs, set], problems: [...problems, ...told] };
}

export const needsMapping = ({ format, sources, chosen }: Recognised): boolean =>
  format === 'table' && (chosen === AS_TABLE.id || !sources.some(({ name }) => MAPPING.test(name)));

export const formatWords = (format: string): string =>
  format === 'run' ? 'a run folder' : (FORMATS.find(({ id }) => id === format)?.about ?? format);
