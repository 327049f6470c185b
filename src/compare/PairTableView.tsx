import { useState } from 'react';
import type { CellDelta } from '../board/delta.ts';
import { deltaClass } from '../board/look.ts';
import type { PageBoard } from '../board/page-board.ts';
import { exploreSearch, type FacetState } from '../explore/state.ts';
import { facetValueWords } from '../explore/words.ts';
import { isComputed } from '../schema/board.ts';
import { better, DIRECTION_WORDS, descends } from '../schema/metric.ts';
import type { ComparedBenchmark } from '../schema/release-paths.ts';
import { type Slice, sliceText } from '../schema/slice.ts';
import type { Difference, Summary } from '../stats/cluster.ts';
import { SIGNIFICANT } from '../stats/ranks.ts';
import { href } from '../ui/href.ts';
import { JudgeName } from '../ui/JudgeName.tsx';
import { Button, ScrollBox } from '../ui/layout.tsx';
import { chanceWords, fixed } from '../ui/number-words.ts';
import type { CaseCounts, PairGroup, PairLine, PairTable } from './paired/paired.ts';
import { SignedRange } from './Tables.tsx';

/** How a metric's numbers are written: as on the benchmark's leaderboards. */
export interface ValueFormat {
  /** The factor from the metric's natural unit to the one shown. */
  readonly scale: number;
  readonly decimals: number;
}

export interface PairContext {
  readonly benchmark: string;
  readonly labels: ComparedBenchmark['labels'];
  readonly formats: ReadonlyMap<string, ValueFormat>;
  readonly judge: ComparedSide;
  readonly base: ComparedSide;
}

interface ComparedSide {
  readonly name: string;
  readonly run: string;
}

type Unit = 'ratio' | 'score' | 'variance' | 'number';
const DEFAULTS: Readonly<Record<Unit, ValueFormat>> = {
  ratio: { scale: 1, decimals: 3 },
  score: { scale: 1, decimals: 2 },
  variance: { scale: 1, decimals: 2 },
  number: { scale: 1, decimals: 3 },
};

export function formatsOf(boards: readonly PageBoard[], benchmark: string): ReadonlyMap<string, ValueFormat> {
  const columns = boards.filter((b) => b.benchmark === benchmark && isComputed(b)).flatMap((b) => b.columns);
  return new Map(
    columns.flatMap(({ metric, unit, decimals }) =>
      metric === null ? [] : [[metric, { scale: unit === 'percent' ? 100 : 1, decimals }] as const],
    ),
  );
}

export const formatOf = (
  { formats }: PairContext,
  { id, unit }: { readonly id: string; readonly unit: Unit },
): ValueFormat => formats.get(id) ?? DEFAULTS[unit];

export const valueText = (value: number | null, { scale, decimals }: ValueFormat): string =>
  value === null ? '–' : fixed(value * scale, decimals);

export function pText(p: number | null): string {
  if (p === null) return '–';
  return p < 0.001 ? '< 0.001' : p.toFixed(3);
}

/** Keys that name themselves by their value: `Clarity` needs no `criterion` before it. */
const NAMED_BY_VALUE: ReadonlySet<string> = new Set(['criterion', 'other', 'dimension', 'bias_type', 'split']);

/** Writes a slice in words, without the keys that the table's heading has said. */
export function sliceLabel(labels: PairContext['labels'], slice: Slice, said: readonly string[] = []): string {
  const words = Object.entries(slice)
    .filter(([key]) => !said.includes(key))
    .map(([key, value]) => {
      const own = facetValueWords({ labels }, key, value);
      return NAMED_BY_VALUE.has(key) ? own : `${key.replaceAll('_', ' ')} ${own}`;
    });
  return words.join(' and ');
}

interface SidesProps {
  readonly cases: CaseCounts | null;
  readonly context: PairContext;
  readonly metric: string;
  readonly slice: Slice;
  readonly facets?: FacetState;
}

export function sideSearches({ context: { judge, base }, metric, slice, facets = {} }: Omit<SidesProps, 'cases'>) {
  const search = (one: string, other: string, side: 'above' | 'level') =>
    exploreSearch({ metric, run: one, slice: sliceText(slice), against: { run: other, side } }, facets);
  return {
    above: search(judge.run, base.run, 'above'),
    level: search(judge.run, base.run, 'level'),
    below: search(base.run, judge.run, 'above'),
  };
}

export function SideHeads({ context: { judge, base } }: Pick<SidesProps, 'context'>) {
  return (
    <>
      <th scope="col">
        <JudgeName name={judge.name} /> ahead
      </th>
      <th scope="col">equal</th>
      <th scope="col">
        <JudgeName name={base.name} /> ahead
      </th>
    </>
  );
}

export function SideCells({ cases, ...rest }: SidesProps) {
  const { benchmark, judge, base } = rest.context;
  if (cases === null) {
    return (
      <td className="none" colSpan={3}>
        not counted by case
      </td>
    );
  }
  const searches = sideSearches(rest);
  const words = { above: `${judge.name} ahead`, level: 'equal', below: `${base.name} ahead` };
  return (['above', 'level', 'below'] as const).map((side) => (
    <td key={side} className={`side ${side}`}>
      {cases[side] === 0 ? (
        0
      ) : (
        <a className="block min-h-24" href={href(`/${benchmark}/explore/${searches[side]}`)}>
          {cases[side]}
          <span className="hidden"> cases, {words[side]}</span>
        </a>
      )}
    </td>
  ));
}

/** More slices than this, or slices by two keys, are folded at first. */
const UNFOLDED = 12;
const SPLIT = ['split'];

function ownKeys({ whole, slices }: PairGroup): number {
  const [first] = slices;
  return first === undefined ? 0 : Object.keys(first.slice).length - Object.keys(whole.slice).length;
}

function PairValueCell({ summary, format }: { readonly summary: Summary; readonly format: ValueFormat }) {
  const { value, lo, hi, reason } = summary;
  const range = lo === null || hi === null ? '' : `95 % interval ${valueText(lo, format)} to ${valueText(hi, format)}`;
  return <td title={range === '' ? reason : range}>{valueText(value, format)}</td>;
}

/** Says whether the judge is ahead (1), behind (−1) or neither (0), and whether that is significant; null without a test. */
export function outcomeOf({ metric, difference, base, adjusted }: PairLine): Pick<CellDelta, 'better' | 'significant'> {
  const from = base.value ?? 0;
  return {
    better: Math.sign(better(metric.direction, from + (difference.value ?? 0), from)) as CellDelta['better'],
    significant: adjusted === null ? null : adjusted < SIGNIFICANT,
  };
}

function verdictWords(line: PairLine, { judge, base }: PairContext): string {
  if (line.difference.value === 0) return 'equal';
  const { better: ahead, significant } = outcomeOf(line);
  return chanceWords(significant) || (ahead === 0 ? 'they differ' : `${ahead > 0 ? judge.name : base.name} ahead`);
}

interface ScaledRangeProps {
  readonly difference: Difference;
  readonly format: ValueFormat;
}

export function ScaledRange({ difference: { value, lo, hi }, format: { scale, decimals } }: ScaledRangeProps) {
  const interval = lo === null || hi === null ? null : ([lo * scale, hi * scale] as const);
  return <SignedRange value={(value ?? 0) * scale} interval={interval} decimals={decimals} />;
}

function DeltaCells({ line, context }: { readonly line: PairLine; readonly context: PairContext }) {
  const { difference, adjusted, metric, shared, of } = line;
  const { value, p, reason } = difference;
  if (value === null) {
    return (
      <td className="none" colSpan={3}>
        {reason}
      </td>
    );
  }
  return (
    <>
      <td className={deltaClass(outcomeOf(line))} title={reason === '' ? undefined : reason}>
        <ScaledRange difference={difference} format={formatOf(context, metric)} />
        {shared < of ? (
          <small>
            on {shared} of {of} judgments
          </small>
        ) : null}
      </td>
      <td title={p === null ? reason : `unadjusted ${pText(p)}`}>{pText(adjusted)}</td>
      <td className="verdict">{verdictWords(line, context)}</td>
    </>
  );
}

interface LineProps {
  readonly line: PairLine;
  readonly context: PairContext;
  /** Slice keys that the lines above name already. */
  readonly said: readonly string[];
  /** How many slices there are, and whether they are shown; null for a slice. */
  readonly fold: { readonly count: number; readonly open: boolean; readonly turn: () => void } | null;
}

function Line({ line, context, said, fold }: LineProps) {
  const { metric, slice, other, base, difference } = line;
  const format = formatOf(context, metric);
  const words = sliceLabel(context.labels, slice, said);
  return (
    <tr className={fold === null ? 'of-metric' : undefined}>
      <th scope="row" title={metric.about}>
        {fold === null ? words : metric.label}
        {fold !== null && words !== '' ? <small>{words}</small> : null}
        {fold !== null && !descends(metric.direction) ? <small>{DIRECTION_WORDS[metric.direction]}</small> : null}
        {fold !== null && fold.count > 0 ? (
          <Button look="quiet fold" aria-expanded={fold.open} onClick={fold.turn}>
            {fold.open ? 'hide' : 'show'} {fold.count} slices<span className="hidden"> of {metric.label}</span>
          </Button>
        ) : null}
      </th>
      <PairValueCell summary={base} format={format} />
      <PairValueCell summary={other} format={format} />
      <DeltaCells line={line} context={context} />
      <td>{difference.clusters === 0 ? '' : difference.clusters}</td>
      <SideCells cases={line.cases} context={context} metric={metric.id} slice={slice} />
    </tr>
  );
}

function GroupLines({ group, context }: { readonly group: PairGroup; readonly context: PairContext }) {
  const { whole, slices } = group;
  const [open, setOpen] = useState(slices.length <= UNFOLDED && ownKeys(group) === 1);
  const fold = { count: slices.length, open, turn: () => setOpen(!open) };
  return (
    <tbody>
      <Line line={whole} context={context} said={SPLIT} fold={fold} />
      {open
        ? slices.map((line) => (
            <Line
              key={JSON.stringify(line.slice)}
              line={line}
              context={context}
              said={Object.keys(whole.slice)}
              fold={null}
            />
          ))
        : null}
    </tbody>
  );
}

interface PairTableViewProps {
  readonly table: PairTable;
  readonly heading: string;
  readonly context: PairContext;
}

export function PairTableView({ table, heading, context }: PairTableViewProps) {
  const { judge, base } = context;
  return (
    <section className="compared">
      <h4 className="below-2 text-body bold leading-3">{heading}</h4>
      <ScrollBox label={`${heading}: ${judge.name} against ${base.name}, scrolls sideways`}>
        <table className="board compare paired">
          <caption className="hidden">
            {heading}: {judge.name} against {base.name}, paired
          </caption>
          <thead>
            <tr>
              <td colSpan={3} />
              <th scope="colgroup" colSpan={4} className="group">
                {judge.name} compared with {base.name}
              </th>
              <th scope="colgroup" colSpan={3} className="group">
                Cases
              </th>
            </tr>
            <tr>
              <th scope="col" className="name">
                Metric
              </th>
              <th scope="col">
                <JudgeName name={base.name} />
              </th>
              <th scope="col">
                <JudgeName name={judge.name} />
              </th>
              <th scope="col">Difference, 95 %</th>
              <th scope="col">
                p<small>Holm</small>
              </th>
              <th scope="col" className="verdict">
                Verdict
              </th>
              <th scope="col">Clusters</th>
              <SideHeads context={context} />
            </tr>
          </thead>
          {table.groups.map((group) => (
            <GroupLines
              key={`${group.whole.metric.id} ${JSON.stringify(group.whole.slice)}`}
              group={group}
              context={context}
            />
          ))}
        </table>
      </ScrollBox>
    </section>
  );
}
