import type { SliceSum } from '../../metrics/metric.ts';
import { favoursOf, selfEnhancement } from '../../metrics/self-enhancement.ts';
import { readSums, sliceSums } from '../../metrics/sums.ts';
import { parseSlice } from '../../schema/slice.ts';
import { signed } from '../../ui/number-words.ts';
import { labelOfRun, namesOfJudges, runOrder } from '../kit/case-figure.ts';
import type { InstanceFigure } from '../kit/case-view.ts';
import { Matrix, MatrixKey, type MatrixProps } from '../kit/Heat.tsx';
import { Numbers, Reading } from '../kit/Parts.tsx';
import { itemWithMost, type Labelled, labelIn, SENTENCE_DIGITS } from '../kit/words.ts';

interface FavourCell {
  readonly generator: string;
  /** Scores behind it, over repeats. */
  readonly n: number;
  /** Mean score, 1 to 10. */
  readonly score: number;
  /** The same score centred over judges and generators. */
  readonly favour: number;
  readonly own: boolean;
}

interface SelfEnhancementData {
  readonly generators: readonly Labelled[];
  readonly rows: readonly { readonly run: string; readonly label: string; readonly cells: readonly FavourCell[] }[];
  /** Runs that are left out because they have no score for some generator. */
  readonly incomplete: readonly string[];
}

const generatorOf = ({ slice }: SliceSum): string => parseSlice(slice).get('generator') ?? '';

export const selfEnhancementSentence = ({ generators, rows }: SelfEnhancementData): string => {
  const cells = rows.flatMap(({ label, cells: own }) => own.map((cell) => ({ ...cell, label })));
  const first = itemWithMost(cells, ({ favour }) => favour);
  return first === null
    ? ''
    : `${first.label} favours ${labelIn(generators)(first.generator)} most, by ${signed(first.favour, SENTENCE_DIGITS)} points.`;
};

const DECIMALS = 2;

function matrixOf({ generators, rows }: SelfEnhancementData): MatrixProps {
  return {
    title: 'Which writers each judge favours, in points of score',
    columns: generators.map(({ label }) => label),
    rows: rows.map(({ run, label, cells }) => ({ label, judge: null, run, values: cells.map(({ favour }) => favour) })),
    decimals: DECIMALS,
    negative: 'lower than expected',
    positive: 'higher than expected',
  };
}

function SelfEnhancement({ data }: { readonly data: SelfEnhancementData }) {
  const { generators, rows, incomplete } = data;
  const own = rows.flatMap(({ label, cells }) =>
    cells.filter((cell) => cell.own).map(({ favour }) => `${label} ${signed(favour, DECIMALS)}`),
  );
  return (
    <>
      <Reading says={selfEnhancementSentence(data)}>
        Points by which a judge scores a writer above what its own severity and the writer’s quality predict; all rows
        and columns add up to 0. Self-enhancement is a value above 0 for responses of its own model:{' '}
        {own.length === 0 ? 'no judge here wrote any of them' : own.join(', ')}. No interval is worked out.
        {incomplete.length === 0 ? '' : ` Left out, not having scored every writer: ${incomplete.join(', ')}.`}
      </Reading>
      <MatrixKey {...matrixOf(data)} />
      <Matrix {...matrixOf(data)} />
      <Numbers
        of="Which writers each judge favours"
        columns={['Judge', 'Writer', 'Favour', 'Mean score', 'Scores']}
        rows={rows.flatMap(({ label, cells }) =>
          cells.map(({ generator, favour, score, n }) => {
            return [label, labelIn(generators)(generator), signed(favour, DECIMALS), score.toFixed(DECIMALS), n];
          }),
        )}
      />
    </>
  );
}

export const selfEnhancementFigure: InstanceFigure<SelfEnhancementData> = {
  id: 'self-enhancement',
  title: 'Which writers each judge favours',
  protocol: 'perturbation',
  topic: 'answers',
  view: SelfEnhancement,
  reads: [],
  load: async (query, { where }, choices) => {
    const sums = sliceSums((await readSums(query, { metrics: [selfEnhancement], where })).rows);
    const generators = [...new Set(sums.map(generatorOf))].sort();
    const byRun = [...Map.groupBy(sums, ({ run }) => run)];
    const whole = byRun.filter(([, own]) => new Set(own.map(generatorOf)).size === generators.length);
    const favours = favoursOf(whole.flatMap(([, own]) => own));
    if (favours.value === null) return null;
    const names = await namesOfJudges(query);
    const judges = new Map(choices.runs.map(({ run, judge }) => [run, judge]));
    const place = runOrder(choices);
    const rows = whole.map(([run, own]) => ({
      run,
      label: labelOfRun(choices, run),
      cells: (favours.value ?? [])
        .filter((favour) => favour.run === run)
        .sort((a, b) => generators.indexOf(a.generator) - generators.indexOf(b.generator))
        .map(({ generator, score, favour }) => ({
          generator,
          score,
          favour,
          n: own.filter((s) => generatorOf(s) === generator).reduce((sum, s) => sum + s.n, 0),
          own: judges.get(run) === generator,
        })),
    }));
    return {
      generators: generators.map((id) => ({ id, label: names.get(id) ?? id.replaceAll(/[-_]/g, ' ') })),
      rows: rows.sort((a, b) => place(a.run) - place(b.run)),
      incomplete: byRun
        .filter(([run]) => whole.every(([known]) => known !== run))
        .map(([run]) => labelOfRun(choices, run)),
    };
  },
};
