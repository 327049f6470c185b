import { headlineAnswer, headlineOf, tableAnswer } from '../../../board/headline.ts';
import { intervalsOf } from '../../../board/strip.ts';
import { tablesOf } from '../../../board/tables-of.ts';
import { figuresPath, togetherPath } from '../../../figures/kit/case-figure.ts';
import { pageTab } from '../../../figures/kit/words.ts';
import { CASE_FIGURES, type PrerenderedFigures } from '../../../figures/page/case-figures.ts';
import { figuresOf } from '../../../figures/printed/index.ts';
import { readingsOf } from '../../../figures/printed/readings.ts';
import { type Release, releaseName } from '../../../release/read.ts';
import type { Benchmark } from '../../../schema/benchmark.ts';
import { type Board, contextWords, rowLabel } from '../../../schema/board.ts';
import type { Judge } from '../../../schema/judge.ts';
import { ACCESS_WORDS } from '../../../schema/words.ts';
import {
  judgesWithPage,
  mainStandings,
  profileOf,
  type Standing,
  standingsOf,
  standingWords,
} from '../../../site/judge/profile.ts';
import { countOf, plainPrinted } from '../../../ui/number-words.ts';
import { firstSentence } from '../../../ui/sentences.ts';
import { prerenderFigures } from '../figures.ts';
import { type CardRow, cardSvg } from './card.ts';

export interface PreviewCard {
  /** The page's path: `/judge/o3/`. */
  readonly page: string;
  readonly svg: string;
}

type Known = Pick<Release, 'benchmarks' | 'boards' | 'judges' | 'manifest' | 'dated'>;

const releaseWords = (release: string): string => `release ${release}`;

/** Columns of a table without an order that a row shows. */
const COLUMNS = 2;

/** Draws a leaderboard's best judges with their intervals; the rows of a table without an order. */
export function boardCard(board: Board): PreviewCard {
  const drawn = intervalsOf(board);
  const printed = (row: Board['rows'][number], key = ''): string => plainPrinted(row.cells[key]?.printed ?? '');
  const columns = board.columns.slice(0, COLUMNS);
  const places = drawn?.judges.map(({ dot: { row }, at, lo, hi }) => ({
    label: rowLabel(row, board),
    value: printed(row, drawn.headline.column.key),
    place: { access: row.access, at, from: lo === hi ? null : lo, to: lo === hi ? null : hi, others: [] },
  }));
  const lines = board.rows.map((row) => ({
    label: rowLabel(row, board) || row.row,
    value: columns.map(({ key, label }) => `${label} ${printed(row, key)}`).join(' · '),
  }));
  const judges = new Set(board.rows.flatMap(({ judge }) => judge ?? [])).size;
  const svg = cardSvg({
    lead: board.benchmarkName,
    title: board.heading,
    answer: drawn === null ? firstSentence(board.about).first : headlineAnswer(drawn.headline),
    foot: [...(judges === 0 ? [] : [countOf(judges, 'judge')]), releaseWords(board.release)].join(' · '),
    rows: places ?? lines,
    trivial: drawn?.trivial ?? [],
  });
  return { page: `/${board.benchmark}/${board.table}/`, svg };
}

function standingRow({ table: { board, row }, line: { place }, at, from, to, others }: Standing): CardRow {
  const { apart } = contextWords(row, board);
  return {
    label: `${board.benchmarkName}, ${board.title}${apart === '' ? '' : `, ${apart}`}`,
    value: `${place.at} of ${place.of}`,
    place: { access: row.access, at, from, to, others },
  };
}

/** Draws where a judge stands on every benchmark, among all others. */
function judgeCard(judge: Judge, release: Known): PreviewCard {
  const standings = standingsOf(release.benchmarks.flatMap(({ id }) => profileOf(release.boards, id, judge.id)));
  const words = standingWords(standings);
  const svg = cardSvg({
    lead: `${judge.organisation}, ${ACCESS_WORDS[judge.access]}`,
    title: `${judge.name} as a judge`,
    answer: words.length > 0 ? words.join(' ') : 'Every printed result, with its source.',
    foot: releaseWords(releaseName(release)),
    rows: mainStandings(standings).map(standingRow),
  });
  return { page: `/judge/${judge.id}/`, svg };
}

const tabOf = ({ page, pages }: PrerenderedFigures): string => pageTab(page, pages).toLowerCase();

const titlesOf = ({ page, data }: PrerenderedFigures): string[] =>
  CASE_FIGURES.filter(
    ({ id, protocol, topic }) => id in data && protocol === page.protocol && topic === page.topic,
  ).map(({ title }) => title);

/** Draws the titles of the figures of each page. */
async function figureCards(benchmark: Benchmark, release: Known): Promise<PreviewCard[]> {
  const { boards, judges, manifest } = release;
  const known = await prerenderFigures(benchmark, manifest);
  const printed = figuresOf(benchmark, boards, new Map(judges.map((judge) => [judge.id, judge]))).map((f) => f.title);
  const together = readingsOf(benchmark, boards).map(({ title }) => title);
  const card = (page: string, title: string, titles: readonly string[]): PreviewCard[] =>
    titles.length === 0
      ? []
      : [
          {
            page,
            svg: cardSvg({
              lead: benchmark.name,
              title,
              answer: benchmark.tagline,
              foot: `${countOf(titles.length, 'figure')} · ${releaseWords(releaseName(release))}`,
              rows: titles.map((label) => ({ label, value: '' })),
            }),
          },
        ];
  const [first, ...others] = known;
  const tab = first === undefined || known.length === 1 ? '' : `: ${tabOf(first)}`;
  return [
    ...card(`/${benchmark.id}/figures/`, `${benchmark.name}${tab}`, [...(first ? titlesOf(first) : []), ...printed]),
    ...others.flatMap((one) =>
      card(figuresPath(benchmark.id, one.pages, one.page), `Figures: ${tabOf(one)}`, titlesOf(one)),
    ),
    ...card(togetherPath(benchmark.id), 'Figures of several tables', together),
  ];
}

/** Draws the picture of all pages without one of their own: the answer of every benchmark. */
function siteCard(release: Known): PreviewCard {
  const { benchmarks, boards } = release;
  const answers = benchmarks
    .filter(({ synthetic }) => !synthetic)
    .flatMap(({ id, name }) => {
      const headline = headlineOf(boards, id);
      return headline === null ? [] : [{ label: `${name}, ${tableAnswer(headline)}`, value: '' }];
    });
  const svg = cardSvg({
    lead: 'Judgeboard',
    title: 'Multimodal judges, measured',
    answer:
      'Models that grade other models’ answers and pictures: every result with its uncertainty, and the cases behind it.',
    foot: releaseWords(releaseName(release)),
    rows: answers,
  });
  return { page: '/', svg };
}

/** Lists the preview pictures of all pages that have one of their own, and the site's. */
export async function previewCards(release: Known): Promise<readonly PreviewCard[]> {
  const { benchmarks, boards } = release;
  const figures = await Promise.all(benchmarks.map((benchmark) => figureCards(benchmark, release)));
  return [
    siteCard(release),
    ...benchmarks.flatMap(({ id }) => tablesOf(boards, id).map(boardCard)),
    ...judgesWithPage(release).map((judge) => judgeCard(judge, release)),
    ...figures.flat(),
  ];
}
