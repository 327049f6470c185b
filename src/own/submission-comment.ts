import { hasPlace } from '../board/page-board.ts';
import { mostGaps } from '../compare/paired/most.ts';
import { pairMeasureOf } from '../compare/paired/paired.ts';
import type { RunReport } from '../records/read.ts';
import type { Benchmark } from '../schema/benchmark.ts';
import { judgesAmong, type StoredBoard } from '../schema/board.ts';
import type { Judge } from '../schema/judge.ts';
import { better } from '../schema/metric.ts';
import { formatProblem, problemsInOrder, shownText } from '../schema/problem.ts';
import type { Run } from '../schema/records.ts';
import { tabledSource } from '../scoring/board-values.ts';
import type { Query } from '../sql/query.ts';
import { OWN_PREFIX, printedBoards } from './intake/standing.ts';
import {
  amongPrintedWords,
  comparedWords,
  intervalAndPlace,
  isOwn,
  type OwnStanding,
  ownHeadline,
  ownStandings,
} from './standing-words.ts';

/** Writes foreign text as code: nothing in it is a link, a picture, a mention or markup. ``a`b`` → ``` `` a`b `` ```. */
export function codeText(text: string, shown = shownText(text)): string {
  const ticks = '`'.repeat(Math.max(0, ...[...shown.matchAll(/`+/g)].map(([run]) => run.length)) + 1);
  return ticks === '`' && shown.trim() !== '' ? `\`${shown}\`` : `${ticks} ${shown} ${ticks}`;
}

const MOST_CASES = 10;
const MOST_PROBLEMS = 20;

function problemList({ log }: RunReport, severity: 'error' | 'warning'): string[] {
  const own = problemsInOrder(log.kept).filter((problem) => (problem.severity ?? 'error') === severity);
  const count = severity === 'error' ? log.errors : log.warnings;
  const lines = own.slice(0, MOST_PROBLEMS).map((problem) => {
    const words = formatProblem(problem);
    return `- ${codeText(words, words)}`;
  });
  return count > lines.length ? [...lines, `- and ${count - lines.length} more`] : lines;
}

const coverageOf = ({ coverage: { judged, expected } }: RunReport): string => `${judged} of ${expected} cases judged`;

const titleOf = ({ run, folder }: RunReport): string =>
  run === null
    ? `### ${codeText(folder)}`
    : `### ${codeText(run.judge)} on ${codeText(run.benchmark)}: run ${codeText(run.run)}`;

export const refusedComment = (report: RunReport): string =>
  [
    titleOf(report),
    '',
    `**Not placed** (${coverageOf(report)}). What has to be mended:`,
    '',
    ...problemList(report, 'error'),
    '',
  ].join('\n');

const quoted = (standing: OwnStanding): OwnStanding => ({
  ...standing,
  ...{ name: codeText(standing.name), column: codeText(standing.column) },
  ...{ apart: standing.apart && codeText(standing.apart), why: standing.why && codeText(standing.why) },
  ...{ better: standing.better.map((name) => codeText(name)), worse: standing.worse.map((name) => codeText(name)) },
});

async function lostToLeader(board: StoredBoard, { run, protocol }: Run, query: Query): Promise<string[]> {
  const column = ownHeadline(board);
  if (board.source !== 'computed' || column === undefined || column.metric === null) return [];
  const worth = ({ cells }: StoredBoard['rows'][number]): number => cells[column.key]?.value ?? Number.NaN;
  const others = judgesAmong(board.rows).filter((row) => !isOwn(row) && hasPlace(row.cells[column.key]));
  const [leader] = others.toSorted((a, b) => better(column.direction, worth(b), worth(a)));
  if (leader === undefined) return [];
  const question = { other: run, base: leader.id, protocol, support: 'shared' } as const;
  const measure = pairMeasureOf(column.metric, column.slice);
  const { below } = await mostGaps(query, question, { measure, attributes: [], most: MOST_CASES });
  const who = codeText(leader.name);
  if (below.length === 0) return [`${who}, the best of the others, won no case that this run lost.`, ''];
  const names = below.map(({ instance }) => codeText(instance)).join(', ');
  return [`Cases that ${who}, the best of the others, won and this run lost, furthest apart first: ${names}`, ''];
}

async function placedOn(board: StoredBoard, run: Run, query: Query): Promise<string[]> {
  const rows = board.rows.map((row) => (row.id === run.run ? { ...row, id: `${OWN_PREFIX}${row.id}` } : row));
  const own = { ...board, rows };
  const [standing] = ownStandings(own);
  if (standing === undefined) return [];
  const constant = rows.find(isOwn)?.constant;
  const told = quoted(standing);
  const place = standing.rank === '' ? '' : `would stand **${standing.rank} of ${standing.judges}** by `;
  return [
    `**${codeText(board.title)}**: ${place}${told.column} **${standing.value}**${intervalAndPlace({ ...told, rank: '' })}`,
    '',
    comparedWords(told, 'this run', board.pairs !== undefined).trim(),
    '',
    ...(constant === undefined
      ? []
      : [`One answer to nearly all: ${codeText(constant.answer)}, ${constant.given} of ${constant.of}.`, '']),
    ...(await lostToLeader(own, run, query)),
  ];
}

/** What a run is placed among: boards of the benchmark's runs, and its printed tables, where no run but this one is there. */
export interface PlaceAmong {
  readonly benchmark: Benchmark;
  readonly judges: readonly Judge[];
  readonly boards: readonly StoredBoard[];
  readonly printed: readonly StoredBoard[];
}

async function boardsFor(run: Run, { benchmark, judges, boards, printed }: PlaceAmong, query: Query) {
  const own = boards.filter(({ rows }) => rows.some(({ id }) => id === run.run));
  if (printed.length === 0 || own.some(({ rows }) => judgesAmong(rows).length > 1)) return own;
  const source = await tabledSource(query);
  const known = new Map(judges.map((judge) => [judge.id, judge]));
  const tables = await printedBoards({ benchmark, judges: known, runs: [run], source }, printed);
  return tables.length > 0 ? tables : own;
}

export async function placedComment(report: RunReport, among: PlaceAmong, query: Query): Promise<string> {
  const { run } = report;
  if (run === null) return refusedComment(report);
  const own = await boardsFor(run, among, query);
  const placed: string[] = own.some(({ source }) => source !== 'computed') ? [amongPrintedWords('this run’s'), ''] : [];
  for (const board of own) placed.push(...(await placedOn(board, run, query)));
  const warnings = problemList(report, 'warning');
  const audit = `Audit: ${coverageOf(report)}; ${warnings.length === 0 ? 'nothing to remark' : 'remarks:'}`;
  const none = placed.length === 0 ? ['It has no value on any board.', ''] : placed;
  return [titleOf(report), '', ...none, audit, '', ...warnings, ''].join('\n');
}
