import type { PairRange } from '../../cases/wanted.ts';
import type { BarsChart } from '../../charts/chart.ts';
import { Drawing } from '../../charts/Drawing.tsx';
import { Chart } from '../../charts/Live.tsx';
import { barsRoom } from '../../charts/layouts.ts';
import { SeriesLegend } from '../../charts/mark-kinds.tsx';
import { instanceColumns } from '../../metrics/items.ts';
import { type Funnel, funnels, pairSteps } from '../../metrics/pairs.ts';
import { parseSlice } from '../../schema/slice.ts';
import { entryOf, numberWords } from '../../schema/words.ts';
import { ScrollBox } from '../../ui/layout.tsx';
import { countOf } from '../../ui/number-words.ts';
import {
  chosenRun,
  type FigureProps,
  type InstanceFigure,
  type LinkScope,
  labelOfRun,
  pairHref,
  runOrder,
} from '../kit/case-figure.ts';
import { heat } from '../kit/Heat.tsx';
import { Numbers, Reading } from '../kit/Parts.tsx';
import { type BiasTypeLabel, biasTypesOf } from '../kit/words.ts';
import { inPanels } from '../printed/figure.ts';

/** Counts what became of pairs over all repeats: `scored` and the three losses add up to `pairs`. */
export interface FunnelCounts {
  readonly pairs: number;
  readonly parsed: number;
  readonly eligible: number;
  readonly scored: number;
  readonly abstained: number;
  /** Pairs in which a side has no number, for another reason. */
  readonly unparsed: number;
  /** Pairs whose score before was the lowest, so that it could not fall; only BD has such pairs. */
  readonly lowest: number;
}

interface FunnelData {
  readonly types: readonly BiasTypeLabel[];
  readonly runs: readonly {
    readonly run: string;
    readonly label: string;
    readonly repeats: number;
    readonly total: FunnelCounts;
    /** Counts by bias type; types that the run lacks are absent. */
    readonly byType: Readonly<Record<string, FunnelCounts>>;
  }[];
}

const NOTHING: FunnelCounts = { pairs: 0, parsed: 0, eligible: 0, scored: 0, abstained: 0, unparsed: 0, lowest: 0 };

function added(sum: FunnelCounts, row: Funnel): FunnelCounts {
  return {
    pairs: sum.pairs + row.pairs,
    parsed: sum.parsed + row.parsed,
    eligible: sum.eligible + row.eligible,
    scored: sum.scored + row.scored,
    // A number beside an N/A is parsed and eligible, and still not scored.
    abstained: sum.abstained + row.abstained + row.eligible - row.scored,
    unparsed: sum.unparsed + row.pairs - row.parsed - row.abstained,
    lowest: sum.lowest + row.parsed - row.eligible,
  };
}

const total = (rows: readonly Funnel[]): FunnelCounts => rows.reduce(added, NOTHING);

const valueIn = (row: Funnel, key: string): string => parseSlice(row.slice).get(key) ?? '';

/** Says what became of the pairs of one judge. `run` is undefined where the judge has none here. */
export function funnelSentence(run: FunnelData['runs'][number] | undefined): string {
  if (run === undefined) return 'The chosen judge has no pairs here.';
  const { pairs, parsed, eligible, scored } = run.total;
  return `Of ${numberWords(pairs)} pairs of ${run.label}, ${numberWords(parsed)} have both scores, ${numberWords(eligible)} could show a change, and ${numberWords(scored)} are counted.`;
}

const PARTS = [
  { key: 'scored', label: 'scored' },
  { key: 'lowest', label: 'score before was 1' },
  { key: 'abstained', label: 'abstained' },
  { key: 'unparsed', label: 'no score found' },
] as const;

function lossWords(counts: FunnelCounts): string {
  const lost = PARTS.slice(1).filter(({ key }) => counts[key] > 0);
  const words = lost.map(({ key, label }) => `${numberWords(counts[key])} ${label}`);
  return words.length === 0 ? 'none lost' : words.join(', ');
}

/** Asks for the cases behind a loss; a loss that is no pair of scores has no list of them. */
function lossPair(biasType: string, key: (typeof PARTS)[number]['key']): Partial<PairRange> | null {
  if (key === 'lowest') return { before: 1, biasType };
  return key === 'scored' ? null : { kind: 'unscored', biasType };
}

interface BarProps {
  readonly type: BiasTypeLabel;
  readonly counts: FunnelCounts;
  readonly run: string;
  readonly links: LinkScope;
}

function barOf({ type, counts, run, links }: BarProps): BarsChart['rows'][number] {
  let from = 0;
  const parts = PARTS.map(({ key, label }) => {
    const words = `${type.label}: ${numberWords(counts[key])} of ${countOf(counts.pairs, 'pair')}, ${label}`;
    const lost = lossPair(type.id, key);
    const told =
      lost === null ? { words, href: null } : { words: `${words}: open these cases`, href: pairHref(links, run, lost) };
    const part = { look: `funnel-${key}`, from, to: from + counts[key], told };
    from = part.to;
    return part;
  });
  return {
    label: type.label,
    group: '',
    text: `${numberWords(counts.scored)} of ${numberWords(counts.pairs)} · ${lossWords(counts)}`,
    parts: parts.filter((part) => part.to > part.from),
    told: null,
  };
}

interface PartProps {
  readonly data: FunnelData;
  readonly chosen: string;
}

function Bars({ data: { types, runs }, chosen, links }: PartProps & { readonly links: LinkScope }) {
  const run = runs.find((one) => one.run === chosen);
  if (run === undefined) return null;
  const own = types.flatMap((type) => {
    const counts = entryOf(run.byType, type.id);
    return counts === undefined ? [] : [{ type, counts }];
  });
  const most = Math.max(1, ...own.map(({ counts }) => counts.pairs));
  const title = `Funnel of ${run.label}`;
  const room = barsRoom(
    own.map(({ type }) => type.label),
    true,
  );
  return (
    <Drawing of={title} className="panels">
      {inPanels(own).map((bars) => (
        <Chart
          key={bars[0]?.type.id}
          chart={{
            kind: 'bars',
            title: `${title}: ${bars.map(({ type }) => type.label).join(', ')}`,
            axis: { label: '', domain: [0, most], log: false },
            bare: true,
            panel: '',
            mark: null,
            room,
            rows: bars.map((bar) => barOf({ ...bar, run: chosen, links })),
          }}
        />
      ))}
    </Drawing>
  );
}

function Cell({ counts }: { readonly counts: FunnelCounts | undefined }) {
  if (counts === undefined) return <td>–</td>;
  const lost = 1 - counts.scored / counts.pairs;
  return (
    <td title={lossWords(counts)} style={heat(lost)}>
      {numberWords(counts.scored)}
      <small>{` / ${numberWords(counts.pairs)}`}</small>
    </td>
  );
}

function Everybody({ data: { types, runs }, chosen }: PartProps) {
  return (
    <>
      <p className="small">Scored / all pairs, every judge. The stronger the colour, the larger the share lost.</p>
      <ScrollBox className="slices abreast" label="Scored pairs of every judge, table">
        <table className="funnel-table">
          <caption className="hidden">Scored / all pairs, every judge</caption>
          <thead>
            <tr>
              <th scope="col">Judge</th>
              {types.map(({ id, label }) => (
                <th key={id} scope="col">
                  {label}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {runs.map(({ run, label, byType }) => (
              <tr key={run} data-run={run} aria-current={run === chosen ? 'true' : undefined}>
                <th scope="row">{label}</th>
                {types.map(({ id }) => (
                  <Cell key={id} counts={entryOf(byType, id)} />
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollBox>
    </>
  );
}

function FunnelFigure({ data, scope, choices }: FigureProps<FunnelData>) {
  const { types, runs } = data;
  const chosen = chosenRun(choices, scope, 'perturbation')?.run ?? '';
  const repeats = Math.max(1, ...runs.map((one) => one.repeats));
  return (
    <>
      <Reading says={funnelSentence(runs.find((one) => one.run === chosen))}>
        {repeats > 1 ? `A pair counts once in each of ${repeats} repeats. ` : ''}
        Pairs are not lost at random, so two judges can be compared fairly only where few are lost. A part of a bar
        opens its cases.
      </Reading>
      <SeriesLegend series={PARTS.map(({ key, label }) => ({ label, look: `funnel-${key}` }))} />
      <Bars data={data} chosen={chosen} links={{ scope, choices }} />
      <Everybody data={data} chosen={chosen} />
      <Numbers
        of="Funnel"
        summary="Every step, every judge"
        columns={[
          'Judge',
          'Bias type',
          'Pairs',
          'Parsed',
          'Eligible',
          'Scored',
          'Abstained',
          'No score found',
          'Score before 1',
        ]}
        rows={runs.flatMap(({ label, byType }) =>
          types.flatMap((type) => {
            const counts = entryOf(byType, type.id);
            if (counts === undefined) return [];
            const { pairs, parsed, eligible, scored, abstained, unparsed, lowest } = counts;
            return [[label, type.label, pairs, parsed, eligible, scored, abstained, unparsed, lowest]];
          }),
        )}
      />
    </>
  );
}

export const funnelFigure: InstanceFigure<FunnelData> = {
  id: 'funnel',
  title: 'From pairs to scored pairs',
  protocol: 'perturbation',
  topic: 'answers',
  view: FunnelFigure,
  anyRun: true,
  load: async (query, { where }, choices) => {
    const rows = await funnels(query, where, pairSteps(await instanceColumns(query)));
    if (rows.length === 0) return null;
    const place = runOrder(choices);
    const runs = [...Map.groupBy(rows, ({ run }) => run)].map(([run, own]) => ({
      run,
      label: labelOfRun(choices, run),
      repeats: new Set(own.map((row) => valueIn(row, 'repeat'))).size,
      total: total(own),
      byType: Object.fromEntries(
        [...Map.groupBy(own, (row) => valueIn(row, 'bias_type'))].map(([type, of]) => [type, total(of)]),
      ),
    }));
    const found = rows.map((row) => ({ biasType: valueIn(row, 'bias_type'), dimension: row.dimension }));
    return {
      types: biasTypesOf(choices, found),
      runs: runs.sort((a, b) => place(a.run) - place(b.run)),
    };
  },
};
