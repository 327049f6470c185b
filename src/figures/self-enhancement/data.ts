import { favoursOf, selfEnhancement } from '../../metrics/self-enhancement.ts';
import { querySliceSums, type SliceSum, selectedContributions } from '../../metrics/sums.ts';
import { parseSlice } from '../../schema/slice.ts';
import type { InstanceFigure } from '../kit/instance-figure.ts';
import type { Labelled } from '../kit/labelled.ts';
import { labelOfRun, namesOfJudges, runOrder } from '../kit/run-of.ts';

interface FavourCell {
  readonly generator: string;
  /** Scores behind it, over repeats. */
  readonly n: number;
  /** Mean score, 1 to 10. */
  readonly score: number;
  /** The same score centred over judges and generators. */
  readonly favour: number;
  /** Whether the judge wrote these responses itself. */
  readonly own: boolean;
}

export interface SelfEnhancementData {
  readonly generators: readonly Labelled[];
  readonly rows: readonly { readonly run: string; readonly label: string; readonly cells: readonly FavourCell[] }[];
  /** Runs that are left out because they have no score for some generator. */
  readonly incomplete: readonly string[];
}

const generatorOf = ({ slice }: SliceSum): string => parseSlice(slice).get('generator') ?? '';

/** The figure shows whether judges favour what their own model wrote: judge × generator, doubly centred. */
export const selfEnhancementFigure: InstanceFigure<SelfEnhancementData> = {
  id: 'self-enhancement',
  title: 'Which writers each judge favours',
  protocol: 'perturbation',
  topic: 'answers',
  reads: [],
  load: async (query, { where }, choices) => {
    const sums = await querySliceSums(
      query,
      selectedContributions({ metrics: [selfEnhancement.id], where, shared: null }),
    );
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
