import { headlineAnswer, headlineOf, tableAnswer } from '../../../board/headline.ts';
import { intervalsOf } from '../../../board/strip.ts';
import { tablesOf } from '../../../board/tables-of.ts';
import { figuresPath, togetherPath } from '../../../figures/kit/case-figure.ts';
import { pageTab } from '../../../figures/kit/words.ts';
import { CASE_FIGURES, type PrerenderedFigures } from '../../../figures/page/case-figures.ts';
import { figuresOf } from '../../../figures/printed/index.ts';
import { readingsOf } from '../../../figures/printed/readings.ts';
import type { Release } from '../../../release/read.ts';
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
import { PREVIEW } from '../../../ui/href.ts';
import { countOf, plainPrinted } from '../../../ui/number-words.ts';
import { prerenderFigures } from '../figures.ts';
import { CARD_EDGE, cardSvg, cutToRoom, ink, PreviewWords } from './Card.tsx';
import { PlaceRows, roomFor, TableRows } from './rows.tsx';

const SIZE = 25;
const LINE = 42;
const INDENT = 26;

interface LinesProps {
  readonly texts: readonly string[];
  readonly top: number;
  readonly bottom: number;
}

function PreviewLines({ texts, top, bottom }: LinesProps) {
  const room = Math.floor((bottom - top) / LINE);
  const shown = texts.length <= room ? texts : [...texts.slice(0, room - 1), `and ${texts.length - room + 1} more`];
  return shown.map((text, i) => {
    const y = top + (i + 1) * LINE - 10;
    return (
      <g key={text}>
        <path d={`M${CARD_EDGE} ${y - 9}h10`} stroke={ink('accent')} strokeWidth={4} />
        <PreviewWords
          text={cutToRoom(text, { size: SIZE, room: PREVIEW.width - 2 * CARD_EDGE - INDENT })}
          x={CARD_EDGE + INDENT}
          y={y}
          size={SIZE}
          colour="ink"
        />
      </g>
    );
  });
}

export interface PreviewCard {
  /** The page's path: `/judge/o3/`. */
  readonly page: string;
  readonly svg: string;
}

type Known = Pick<Release, 'benchmarks' | 'boards' | 'judges' | 'manifest'>;

const releaseWords = (release: string): string => `release ${release}`;

/** Draws a leaderboard's best judges with their intervals; the first rows of a table without an order. */
export function boardCard(board: Board): PreviewCard {
  const drawn = intervalsOf(board);
  const judges = new Set(board.rows.flatMap(({ judge }) => judge ?? [])).size;
  const svg = cardSvg({
    lead: board.benchmarkName,
    title: board.heading,
    answer: drawn === null ? board.about : headlineAnswer(drawn.headline),
    foot: [...(judges === 0 ? [] : [countOf(judges, 'judge')]), releaseWords(board.release)].join(' · '),
    draw: (top, bottom) => {
      if (drawn === null) return <TableRows board={board} top={top} bottom={bottom} />;
      const rows = drawn.judges.slice(0, roomFor(top, bottom)).map(({ dot: { row }, at, lo, hi }) => ({
        label: rowLabel(row, board),
        access: row.access,
        at,
        from: lo === hi ? null : lo,
        to: lo === hi ? null : hi,
        others: [],
        value: plainPrinted(row.cells[drawn.headline.column.key]?.printed ?? ''),
      }));
      return <PlaceRows rows={rows} top={top} bottom={bottom} trivial={drawn.trivial} />;
    },
  });
  return { page: `/${board.benchmark}/${board.table}/`, svg };
}

function standingRow({ table: { board, row }, line: { place }, ...standing }: Standing) {
  const { apart } = contextWords(row, board);
  return {
    ...standing,
    label: `${board.benchmarkName}, ${board.title}${apart === '' ? '' : `, ${apart}`}`,
    access: row.access,
    value: `${place.at} of ${place.of}`,
  };
}

/** Draws where a judge stands on every benchmark, among all others. */
function judgeCard(judge: Judge, { benchmarks, boards, manifest }: Known): PreviewCard {
  const standings = standingsOf(benchmarks.flatMap(({ id }) => profileOf(boards, id, judge.id)));
  const main = mainStandings(standings);
  const words = standingWords(standings);
  const svg = cardSvg({
    lead: `${judge.organisation}, ${ACCESS_WORDS[judge.access]}`,
    title: `${judge.name} as a judge`,
    answer: words.length > 0 ? words.join(' ') : 'Every printed result, with its source.',
    foot: releaseWords(manifest.release),
    draw: (top, bottom) =>
      main.length === 0 ? null : (
        <PlaceRows rows={main.slice(0, roomFor(top, bottom)).map(standingRow)} top={top} bottom={bottom} />
      ),
  });
  return { page: `/judge/${judge.id}/`, svg };
}

interface FiguresOf {
  readonly benchmark: Benchmark;
  readonly release: string;
  readonly page: string;
  readonly tab: string;
  readonly titles: readonly string[];
}

function figuresCard({ benchmark, release, page, tab, titles }: FiguresOf): PreviewCard {
  const svg = cardSvg({
    lead: benchmark.name,
    title: tab,
    answer: benchmark.tagline,
    foot: `${countOf(titles.length, 'figure')} · ${releaseWords(release)}`,
    draw: (top, bottom) => <PreviewLines texts={titles} top={top} bottom={bottom} />,
  });
  return { page, svg };
}

const titlesOf = ({ page, data }: PrerenderedFigures): string[] =>
  CASE_FIGURES.filter(
    ({ id, protocol, topic }) => id in data && protocol === page.protocol && topic === page.topic,
  ).map(({ title }) => title);

async function figureCards(benchmark: Benchmark, { boards, judges, manifest }: Known): Promise<PreviewCard[]> {
  const known = await prerenderFigures(benchmark, manifest);
  const printed = figuresOf(benchmark, boards, new Map(judges.map((judge) => [judge.id, judge]))).map((f) => f.title);
  const together = readingsOf(benchmark, boards);
  const own = { benchmark, release: manifest.release };
  if (known.length === 0 && printed.length === 0) return [];
  const [first, ...others] = known;
  return [
    figuresCard({
      ...own,
      page: `/${benchmark.id}/figures/`,
      tab:
        first === undefined || known.length === 1
          ? benchmark.name
          : `${benchmark.name}: ${pageTab(first.page, first.pages).toLowerCase()}`,
      titles: [...(first === undefined ? [] : titlesOf(first)), ...printed],
    }),
    ...others.map((one) =>
      figuresCard({
        ...own,
        page: figuresPath(benchmark.id, one.pages, one.page),
        tab: `Figures: ${pageTab(one.page, one.pages).toLowerCase()}`,
        titles: titlesOf(one),
      }),
    ),
    ...(together.length === 0
      ? []
      : [
          figuresCard({
            ...own,
            page: togetherPath(benchmark.id),
            tab: 'Figures of several tables',
            titles: together.map(({ title }) => title),
          }),
        ]),
  ];
}

/** Draws the picture of all pages without one of their own: the answer of every benchmark. */
function siteCard({ benchmarks, boards, manifest }: Known): PreviewCard {
  const answers = benchmarks
    .filter(({ synthetic }) => !synthetic)
    .flatMap(({ id, name }) => {
      const headline = headlineOf(boards, id);
      return headline === null ? [] : [`${name}, ${tableAnswer(headline)}`];
    });
  const svg = cardSvg({
    lead: 'Judgeboard',
    title: 'Multimodal judges, measured',
    answer:
      'Models that grade other models’ answers and pictures: every result with its uncertainty, and the cases behind it.',
    foot: releaseWords(manifest.release),
    draw: (top, bottom) => <PreviewLines texts={answers} top={top} bottom={bottom} />,
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
