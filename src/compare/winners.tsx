import type { SlopesChart } from '../charts/chart.ts';
import { Chart } from '../charts/Live.tsx';
import { slopeNames } from '../charts/layouts.ts';
import type { Benchmark } from '../schema/benchmark.ts';
import type { Board, BoardRow, GeneratorRanking } from '../schema/board.ts';
import { meanOf } from '../stats/intervals.ts';
import { countOf, fixed } from '../ui/number-words.ts';
import { USUAL_SETTING } from './differences.ts';

type OwnRanking = NonNullable<BoardRow['rankings']>[number];

export interface JudgeRankings {
  readonly benchmark: string;
  readonly name: string;
  readonly rankings: readonly (OwnRanking & { readonly label: string })[];
}

type Named = Pick<Benchmark, 'id' | 'splits' | 'criteria'>;

/** Names a split and criterion: `Text-guided editing, SC`. */
function labelOf({ split, criterion }: OwnRanking, { splits, criteria }: Named): string {
  const named = criteria.find((one) => one.id === criterion && one.split === split);
  const parts = [splits.find(({ id }) => id === split)?.label ?? split, named?.label ?? criterion];
  return parts.filter((part) => part !== '').join(', ');
}

/** A judge's rankings in its usual setting, benchmark by benchmark: those by scores of single responses, else those by pairs won. */
export function judgeRankings(
  boards: readonly Pick<Board, 'benchmark' | 'split' | 'rows'>[],
  benchmarks: readonly (Named & Pick<Benchmark, 'name'>)[],
  judge: string,
): readonly JudgeRankings[] {
  return benchmarks.flatMap((benchmark): JudgeRankings[] => {
    const found = boards
      .filter((board) => board.benchmark === benchmark.id)
      .flatMap(({ split, rows }) => {
        const own = rows.filter((row) => row.judge === judge && row.rankings !== undefined);
        const usual = own.find(({ variant }) => variant === '' || variant === USUAL_SETTING) ?? own[0];
        return usual === undefined ? [] : [{ split, rankings: usual.rankings ?? [] }];
      });
    const scored = found.filter(({ split }) => split === null);
    const rankings = (scored.length > 0 ? scored : found)
      .flatMap((one) => one.rankings)
      .map((one) => ({ ...one, label: labelOf(one, benchmark) }));
    return rankings.length === 0 ? [] : [{ benchmark: benchmark.id, name: benchmark.name, rankings }];
  });
}

/** Writes a whole number without digits: `9`, `8.5`. */
const plainNumber = (value: number): string => fixed(value, Number.isInteger(value) ? 0 : 1);

/** Says how often a judge crowns people's winner, how its orders agree, and of how many cases that can be told. */
function rankingWords({ name, rankings }: JudgeRankings): string {
  const same = rankings.reduce((sum, one) => sum + one.same, 0);
  const taus = rankings.flatMap(({ tau }) => tau ?? []);
  const sure = rankings.flatMap(({ needed }) => needed ?? []);
  const [least, most] = [Math.min(...sure), Math.max(...sure)];
  const order =
    taus.length === 0
      ? 'it has no order'
      : `its order agrees with theirs by a τ of ${fixed(meanOf(taus), 2)}, where 1 is the same order`;
  const again = fixed(100 * meanOf(rankings.map(({ probability }) => probability)), 0);
  const enough =
    sure.length === 0
      ? 'Nowhere do the cases suffice to be 95 % sure of the same winner.'
      : `In ${sure.length} of ${rankings.length}, ${least === most ? countOf(most, 'case') : `${least} to ${countOf(most, 'case')}`} suffice for the same winner in 95 % of samples${sure.length === rankings.length ? '.' : '; elsewhere it takes more than there are.'}`;
  return `${name}: its winner is people’s in ${plainNumber(same)} of ${countOf(rankings.length, 'ranking')}, and in ${again} % of resamples of these cases. On average ${order}. ${enough}`;
}

/** Places of values, the highest first; equal ones stand in the order of the list, so that lines do not hide each other. */
const placesOf = (values: readonly number[]): readonly number[] =>
  values.map((value, i) => 1 + values.filter((other, j) => other > value || (other === value && j < i)).length);

function winnersChart(ranking: OwnRanking & { readonly label: string }, judge: string): SlopesChart {
  const { generators, label } = ranking;
  const people = placesOf(generators.map((one) => one.people));
  const own = placesOf(generators.map((one) => one.judge));
  return {
    kind: 'slopes',
    title: label,
    settings: ['People', judge],
    names: slopeNames(generators.map(({ generator }) => generator)),
    rows: generators.map((one, i) => ({
      label: one.generator,
      mark: null,
      told: {
        words: `${one.generator}: people ${fixed(one.people, 2)}, place ${people[i]}; ${judge} ${fixed(one.judge, 2)}, place ${own[i]}`,
        href: null,
      },
      at: [
        { place: people[i] ?? 0, text: fixed(one.people, 2) },
        { place: own[i] ?? 0, text: fixed(one.judge, 2) },
      ],
    })),
  };
}

function bestOf({ generators }: GeneratorRanking, by: 'judge' | 'people'): string {
  const most = Math.max(...generators.map((one) => one[by]));
  const best = generators.filter((one) => most - one[by] < 1e-9).map(({ generator }) => generator);
  return best.length > 2 ? `${best.length} alike` : best.join(', ');
}

const HEADS = ['Its winner', 'People’s winner', 'Rank τ', 'P(same winner)', 'Cases needed'] as const;

function RankingTable({ own: { name, rankings } }: { readonly own: JudgeRankings }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: who scrolls by keys must reach it
    <section className="wide" tabIndex={0} aria-label={`Winners of ${name}, scrolls sideways`}>
      <table className="plain data">
        <caption className="hidden">Winners of {name} by the judge and by people</caption>
        <thead>
          <tr>
            <th scope="col">Ranking</th>
            {HEADS.map((head, i) => (
              <th key={head} scope="col" className={i > 1 ? 'n' : undefined}>
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rankings.map((one) => (
            <tr key={one.label}>
              <th scope="row">{one.label}</th>
              <td>{bestOf(one, 'judge')}</td>
              <td>{bestOf(one, 'people')}</td>
              <td className="n">{one.tau === null ? 'no order' : fixed(one.tau, 2)}</td>
              <td className="n">{fixed(one.probability, 2)}</td>
              <td className="n">
                {one.needed === null ? `more than ${one.clusters}` : `${one.needed} of ${one.clusters}`}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

/** The most rankings of a benchmark that are drawn: a page of a judge has no room for more. */
const DRAWN = 1;

/** Says and draws whether a judge crowns the same winners as people: the rankings with most generators, and a table of all. */
export function Winners({ all, judge }: { readonly all: readonly JudgeRankings[]; readonly judge: string }) {
  return all.map((own) => {
    const most = Math.max(...own.rankings.map(({ generators }) => generators.length));
    const drawn = own.rankings.filter(({ generators }) => generators.length === most).slice(0, DRAWN);
    return (
      <div key={own.benchmark}>
        <p>{rankingWords(own)}</p>
        <div className="panels">
          {drawn.map((ranking) => (
            <div key={ranking.label} className="drawing">
              <Chart className="phone" chart={winnersChart(ranking, judge)} />
            </div>
          ))}
        </div>
        <details className="fold">
          <summary>All {countOf(own.rankings.length, 'ranking')}</summary>
          <div>
            <RankingTable own={own} />
          </div>
        </details>
      </div>
    );
  });
}
