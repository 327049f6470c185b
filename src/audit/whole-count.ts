import { numberWords } from '../schema/number-words.ts';
import type { AuditFlag, PrintedCell } from '../schema/published.ts';
import { auditedCells, type Check, flag, unitOf, usableCell } from './context.ts';
import { type ScoredSamples, scoredSamples } from './scored.ts';

const id = 'whole-count';

const BASIS: Readonly<Record<ScoredSamples['basis'], string>> = {
  digits: 'no whole number over more samples gives these digits',
  parts: 'the samples of its parts add up to no more',
  twin: 'another table, with the same value, allows no more',
};

function verdict(cell: PrintedCell, { n, full, rounding, basis }: ScoredSamples, unit: string): AuditFlag[] {
  const what = unit === 'score' ? 'points' : 'hits';
  if (n === null) {
    const reason = `no whole number of ${what} over ${numberWords(full)} samples or fewer gives these digits`;
    return [
      flag(cell, id, {
        expected: `a whole number of ${what} over n ≤ ${numberWords(full)}`,
        status: 'suspect',
        reason,
      }),
    ];
  }
  const flags: AuditFlag[] = [];
  if (rounding === 'truncated') {
    flags.push(
      flag(cell, id, {
        expected: 'a rounded value',
        status: 'ok',
        reason: `cut off after the last digit, not rounded (n = ${numberWords(n)})`,
        n,
      }),
    );
  }
  if (n < full) {
    const reason = `at most ${numberWords(n)} of ${numberWords(full)} samples scored: ${BASIS[basis]}`;
    flags.push(flag(cell, id, { expected: `n = ${numberWords(full)}`, status: 'coverage', reason, n }));
  }
  return flags;
}

/** Checks shares and mean scores against the whole numbers that they must come from. */
export const wholeCount: Check = {
  id,
  label: 'Whole counts',
  about:
    'A share is hits over samples, a mean score is points over samples, both whole numbers. The most samples that give the printed digits are worked out: fewer than the full set means that some were not scored; none at all means that the value is wrong. Values cut off instead of rounded are remarked.',
  run: (context) => {
    const scored = scoredSamples(context);
    const flags: AuditFlag[] = [];
    for (const cell of auditedCells(context.tables)) {
      const found = scored.get(cell.key);
      if (found !== undefined && usableCell(context, cell))
        flags.push(...verdict(cell, found, unitOf(context.data, cell.spec)));
    }
    return { examined: scored.size, flags };
  },
};
