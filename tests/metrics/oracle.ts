/**
 * An independent scorer: nested loops written from the formulas of docs/metrics.md, no code shared with src. Slow and plain on purpose.
 */
import type { DataSet } from './generate.ts';
import { critiqueContributions } from './oracle-critique.ts';
import { annotatorContributions, pairwiseContributions } from './oracle-pairwise.ts';
import { pointwiseContributions } from './oracle-pointwise.ts';
import type { Contribution, OracleSettings } from './oracle-rows.ts';

export function oracle(data: DataSet, settings: OracleSettings): Contribution[] {
  if (settings.judged === 'annotators') return annotatorContributions(data, settings);
  return data.runs.flatMap(({ run, protocol, repeats: promised }) => {
    const own = data.judgments.filter((j) => j.run === run);
    if (protocol === 'pairwise') {
      const labels = data.gold.filter((g) => g.kind === 'preference' && g.annotator === '');
      return pairwiseContributions(run, data, own, labels, settings, promised);
    }
    return protocol === 'critique'
      ? critiqueContributions(run, data, own, settings, promised)
      : pointwiseContributions(run, protocol, data, own, settings, promised);
  });
}
