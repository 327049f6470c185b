import { plainId } from '../../importers/names.ts';
import type { Protocol } from '../../schema/benchmark.ts';
import type { ColumnFacts, Preview } from '../intake/preview.ts';
import { areAnswers, haveAnswers, MEANT_ANSWERS, ROLES, type RoleId, usualMeanings } from './roles.ts';

export interface MappingDraft {
  readonly benchmark: string;
  /** The judge of all rows, where no column names it. */
  readonly judge: string;
  readonly protocol: Protocol;
  /** Column → what it means; columns that are not used are left out. */
  readonly columns: Readonly<Record<string, RoleId>>;
  /** Column with whole answers → the pattern by which the verdict is found in them; left out: by the official rules. */
  readonly patterns: Readonly<Record<string, string>>;
  /** Column → value in the file → what it means; '' where nobody has said. */
  readonly values: Readonly<Record<string, Readonly<Record<string, string>>>>;
}

const NONE: ColumnFacts = {
  values: [],
  holds: 'nothing',
  hasCommas: false,
  range: null,
  isUnique: false,
  completedBy: [],
  readings: [],
};

export const knownFacts = ({ facts }: Preview, column: string): ColumnFacts => facts[column] ?? NONE;

export const columnsMeaning = ({ columns }: Pick<MappingDraft, 'columns'>, role: RoleId): readonly string[] =>
  Object.keys(columns).filter((column) => columns[column] === role);

function answersIn(draft: MappingDraft, preview: Preview, column: string): readonly string[] {
  const { values, readings } = knownFacts(preview, column);
  if (draft.columns[column] !== 'output') return values;
  return readings.find(({ pattern }) => pattern === draft.patterns[column])?.values ?? [];
}

export function answerColumns(draft: MappingDraft, preview: Preview): [column: string, values: readonly string[]][] {
  if (MEANT_ANSWERS[draft.protocol].length === 0) return [];
  return Object.entries(draft.columns).flatMap(([column, role]) =>
    role === 'verdict' || role === 'swapped' || role === 'gold' || role === 'output'
      ? [[column, answersIn(draft, preview, column)]]
      : [],
  );
}

/** Translates values by their usual meaning in the protocol; what somebody has said of them counts, as far as the protocol knows it. */
export function withMeanings(draft: MappingDraft, preview: Preview): MappingDraft {
  const known = MEANT_ANSWERS[draft.protocol];
  const values = answerColumns(draft, preview).map(([column, found]) => {
    const usual = usualMeanings(found, draft.protocol);
    const said = (value: string): string | undefined =>
      [draft.values[column]?.[value]].find((meaning) => meaning !== undefined && known.includes(meaning));
    return [column, Object.fromEntries(found.map((value) => [value, said(value) ?? usual[value] ?? '']))];
  });
  return { ...draft, values: Object.fromEntries(values) };
}

export const withProtocol = (draft: MappingDraft, protocol: Protocol, preview: Preview): MappingDraft =>
  withMeanings({ ...draft, protocol, values: protocol === draft.protocol ? draft.values : {} }, preview);

const SAYING: readonly RoleId[] = ['verdict', 'swapped', 'score', 'output', 'better'];

export function openQuestions(draft: MappingDraft): readonly string[] {
  if (!SAYING.some((role) => columnsMeaning(draft, role).length > 0))
    return ['Say which column holds the judge’s verdict, score or whole answer.'];
  return Object.entries(draft.values).flatMap(([column, meanings]) => {
    const values = Object.keys(meanings);
    const open = values.filter((value) => meanings[value] === '');
    const said = new Set(Object.values(meanings));
    if (open.length > 0)
      return [`Say what ${open.join(' and ')} ${open.length === 1 ? 'means' : 'mean'} in ${column}.`];
    return values.length === 2 && said.size === 1
      ? [`${values.join(' and ')} mean the same in ${column}: is that so?`]
      : [];
  });
}

type Columns = Record<string, RoleId>;

const answersOfAny = (values: readonly string[]): boolean =>
  areAnswers(values, 'pairwise') || areAnswers(values, 'critique');

const holdAnswers = (values: readonly string[]): boolean =>
  haveAnswers(values, 'pairwise') || haveAnswers(values, 'critique');

function mayMean(role: RoleId, column: string, { values, holds, readings }: ColumnFacts): boolean {
  if (role === 'better' || role === 'worse') return holds === 'numbers';
  if (role === 'swapped') return holdAnswers(values);
  // Names of judges are no verdicts.
  if (role === 'verdict') return holdAnswers(values) || (values.length > 0 && !/judge/i.test(column));
  if (role === 'judge' || role === 'variant') return holds === 'texts' && values.length > 0 && !answersOfAny(values);
  if (role === 'score') return holds === 'numbers' || holds === 'lists';
  if (role === 'output') return holds === 'texts' && (values.length === 0 || readings.length > 0);
  return true;
}

const SEVERAL: readonly RoleId[] = ['attribute'];

function byNames(preview: Preview): Columns {
  const columns: Columns = {};
  const taken = new Set<RoleId>();
  const isFree = (role: RoleId): boolean => SEVERAL.includes(role) || !taken.has(role);
  // Beside a column of verdicts one called `judge` names who gave them, whatever judges are called: `model-1`.
  const calledJudge = (column: string): number => Number(/judge$/i.test(column));
  for (const column of preview.columns.toSorted((a, b) => calledJudge(a) - calledJudge(b))) {
    const facts = knownFacts(preview, column);
    const role = ROLES.find(({ id, names }) => names.test(column) && isFree(id) && mayMean(id, column, facts))?.id;
    if (role === undefined) continue;
    columns[column] = role;
    taken.add(role);
  }
  return columns;
}

/** An id that stands in several rows is completed by a column which, with it, names each row, unless that column says why there are several. */
function withWholeIds(columns: Columns, preview: Preview): Columns {
  const [id] = columnsMeaning({ columns }, 'instance');
  const { isUnique, completedBy } = knownFacts(preview, id ?? '');
  if (id === undefined || isUnique) return columns;
  const says = (column: string): boolean =>
    ['judge', 'variant', 'criterion', 'repeat', 'response', 'order'].includes(columns[column] ?? '');
  const [more] = completedBy;
  return more === undefined || completedBy.some(says) ? columns : { ...columns, [more]: 'instance' };
}

/** Where no column is called as verdict or score, unknown ones that hold answers are judges, and unknown ones that hold numbers criteria. */
function withAnswers(columns: Columns, preview: Preview): Columns {
  const used = new Set(Object.values(columns));
  const is = (...roles: readonly RoleId[]): boolean => roles.some((role) => used.has(role));
  if (is(...SAYING)) return columns;
  const free = preview.columns.filter((column) => columns[column] === undefined);
  const of = (role: RoleId, test: (facts: ColumnFacts) => boolean): Columns =>
    Object.fromEntries(free.filter((column) => test(knownFacts(preview, column))).map((column) => [column, role]));
  const areWords = (values: readonly string[]): boolean =>
    values.length > 1 && values.some((value) => !/^\d+$/.test(value));
  const verdicts = of('verdict', ({ values }) => answersOfAny(values) && areWords(values));
  if (Object.keys(verdicts).length > 0) return { ...columns, ...verdicts };
  return {
    ...columns,
    ...of('score', ({ holds, isUnique, values }) => holds === 'numbers' && !isUnique && values.length !== 1),
  };
}

function guessedProtocol(columns: Columns, preview: Preview): Protocol {
  const has = (role: RoleId): boolean => columnsMeaning({ columns }, role).length > 0;
  if (has('better')) return 'pairwise';
  if (has('score') && !has('verdict') && !has('swapped') && !has('output')) return 'pointwise';
  const answers = [...columnsMeaning({ columns }, 'verdict'), ...columnsMeaning({ columns }, 'gold')].map((column) =>
    knownFacts(preview, column).values.filter((value) => !/^\d+$/.test(value)),
  );
  const all = answers.flat();
  return areAnswers(all, 'critique') && !areAnswers(all, 'pairwise') ? 'critique' : 'pairwise';
}

/** Takes labels away that the judge's answers cannot be held against: other words than the protocol's, or numbers beyond those that the judge gives. */
function withFitLabels(columns: Columns, preview: Preview, protocol: Protocol): Columns {
  const scores = columnsMeaning({ columns }, 'score').flatMap((column) =>
    [knownFacts(preview, column).range ?? []].flat(),
  );
  const fits = (column: string): boolean => {
    const { values, range } = knownFacts(preview, column);
    if (protocol !== 'pointwise') return haveAnswers(values, protocol) || values.join().startsWith('0,1');
    const [least, most] = range ?? [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
    return range !== null && (scores.length === 0 || (least <= Math.max(...scores) && most >= Math.min(...scores)));
  };
  return Object.fromEntries(Object.entries(columns).filter(([column, role]) => role !== 'gold' || fits(column)));
}

function guessedPatterns(columns: Columns, preview: Preview, protocol: Protocol): MappingDraft['patterns'] {
  return Object.fromEntries(
    columnsMeaning({ columns }, 'output').flatMap((column) => {
      const found = knownFacts(preview, column).readings.find(({ values }) => areAnswers(values, protocol));
      return found === undefined ? [] : [[column, found.pattern]];
    }),
  );
}

/** Gives a first guess, by the names of columns and by what stands in them. `known`: ids of the site's benchmarks, whose labels stand in for missing ones. */
export function guessedDraft(preview: Preview, known: readonly string[]): MappingDraft {
  const named = withAnswers(withWholeIds(byNames(preview), preview), preview);
  const protocol = guessedProtocol(named, preview);
  const columns = withFitLabels(named, preview, protocol);
  const patterns = guessedPatterns(columns, preview, protocol);
  const isLabelled = (['gold', 'better'] as const).some((role) => columnsMeaning({ columns }, role).length > 0);
  const own = plainId(preview.file.replace(/^.*\/|\.[^/]*$/g, '')) || 'my-benchmark';
  const benchmark = isLabelled ? own : (known[0] ?? own);
  return withMeanings({ benchmark, judge: 'my-judge', protocol, columns, patterns, values: {} }, preview);
}
