import { type Step, sqlStep } from '../sql/step.ts';
import type { Choices } from './choices.ts';
import { marksSql, maskParts, runBits, STORED_CASES, type Summarised } from './scope.ts';

/** Bits per mask column in the rows read: half of a database mask, which fits JavaScript's bitwise operators. */
export const MASK_WORD = 30;

/** Says how many such columns a set of `count` bits has. */
export const maskWords = (count: number): number => Math.max(1, Math.ceil(count / MASK_WORD));

const half = (mask: string, word: number, name: string): string =>
  `((${mask} >> ${(word % 2) * MASK_WORD}) & ${2 ** MASK_WORD - 1})::INTEGER AS ${name}_${word}`;

/** Writes columns `name_0`, `name_1`, … of the first `count` bits of masks `of(0)`, `of(1)`, …, which have two each. */
const halves = (name: string, count: number, of: (part: number) => string): string =>
  Array.from({ length: maskWords(count) }, (_, word) => half(of(Math.floor(word / 2)), word, name)).join(', ');

/** Lists the steps to `judged_runs` (instance, judged_0, …): bits of the runs that have judgments of a case. */
export function judgedSteps(runs: Choices['runs']): readonly Step[] {
  const masks = maskParts(runs).map((k) => `bit_or(bit_${k}) AS judged_${k}`);
  return [
    sqlStep(
      'table',
      'judged_runs',
      `WITH ${runBits(runs)} SELECT instance, ${masks.join(', ')} FROM judgments JOIN places USING (run) GROUP BY instance`,
    ),
  ];
}

/** Lists the steps to `marked_runs` (instance, asked_0, …, lost_0, …): whose answers counted under one criterion, and whose were wrong. */
export const criterionSteps = (runs: Choices['runs'], criterion: string): readonly Step[] => [
  sqlStep('table', 'marked_runs', `WITH ${marksSql(runs, criterion)} SELECT * FROM marked`),
];

/**
 * Selects the rows of cases at some places (`where`, a condition on `_place`) in order, after `judgedSteps`: texts, places of facets' values,
 * numbers and masks.
 */
export function caseRows({ runs, facets, criteria }: Summarised, where: string): string {
  const masks = [
    halves('parse', MASK_WORD, () => '_parse'),
    halves('criterion', criteria.length, () => '_criteria'),
    halves('asked', runs.length, (k) => `(_won_${k} | _lost_${k})`),
    halves('won', runs.length, (k) => `_won_${k}`),
    halves('judged', runs.length, (k) => `coalesce(judged_${k}, 0)`),
  ];
  const codes = facets.map((_, k) => `_facet_${k}, `).join('');
  return `SELECT _place, instance, cluster, ${codes}_judgments, _longest, _prompt, ${masks.join(', ')}
FROM ${STORED_CASES} JOIN instances ON instances.rowid = _place LEFT JOIN judged_runs USING (instance) WHERE ${where} ORDER BY _place`;
}

/** Reads the masks of the same cases under one criterion, after `criterionSteps`. */
export function criterionRows(runs: Choices['runs'], where: string): string {
  const masks = [
    halves('asked', runs.length, (k) => `coalesce(asked_${k}, 0)`),
    halves('won', runs.length, (k) => `coalesce(asked_${k} & ~lost_${k}, 0)`),
  ];
  return `SELECT _place, ${masks.join(', ')} FROM (SELECT instance, rowid AS _place FROM instances) LEFT JOIN marked_runs USING (instance)
WHERE ${where} ORDER BY _place`;
}
