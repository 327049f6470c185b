import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { METRICS } from '../../src/metrics/index.ts';
import type { Metric } from '../../src/metrics/metric.ts';

/** What is known of a metric is a field of its definition, so that nothing else has to name it. */
const ROOT = path.resolve(import.meta.dirname, '../..');
const read = (file: string): string => fs.readFileSync(path.join(ROOT, file), 'utf8');
const files = fs
  .readdirSync(path.join(ROOT, 'src'), { recursive: true, encoding: 'utf8' })
  .map((file) => path.posix.join('src', file.split(path.sep).join('/')))
  .filter((file) => /\.(ts|tsx|astro)$/.test(file) && !file.startsWith('src/metrics/'));

/** Figures that are about certain metrics, and the metrics. */
const ABOUT: Readonly<Record<string, readonly string[]>> = {
  'src/figures/cases/AllOrNothing.tsx': ['pacc'],
  'src/figures/cases/Conflicts.tsx': ['cmr', 'leakage'],
  'src/figures/cases/Discrimination.tsx': ['conflict_discrimination', 'halo', 'tos'],
  'src/figures/cases/QualityBands.tsx': ['critique_score', 'self_enhancement'],
  'src/figures/cases/ScorePairs.tsx': ['bc', 'bd'],
  'src/figures/printed/index.ts': ['bc', 'bd', 'discernment'],
  'src/figures/printed/change.ts': ['correction_score', 'critique_score'],
  'src/figures/printed/readings.ts': ['abstention_ratio', 'bc', 'bd', 'pacc', 'reliability'],
};
/** Words of the language too: outside quotes they are no ids. */
const WORDS = ['coverage', 'discernment', 'halo', 'leakage', 'reliability'];
/** The status of a cell has this name; `schema/published.ts` lists it. */
const STATUS = 'coverage';

/** `conflict_discrimination` is exported as `conflictDiscrimination`. */
const exported = (id: string): string => id.replaceAll(/_(\w)/g, (_, letter: string) => letter.toUpperCase());
const imports = new Map(
  METRICS.map(
    ({ id }) => [id, new RegExp(`import \\{[^}]*\\b${exported(id)}\\b[^}]*\\} from '[^']*metrics/`)] as const,
  ),
);

/** Whether a text names a metric: by its id, or by importing its definition. */
function names(text: string, id: string): boolean {
  if (imports.get(id)?.test(text) === true) return true;
  if (id === STATUS) return false;
  const word = WORDS.includes(id) ? `['"\`]${id}['"\`;-]` : `(?<![\\w-])${id}(?![\\w-])`;
  return new RegExp(word).test(text);
}

const found = files.flatMap((file) => {
  const text = read(file);
  return METRICS.flatMap(({ id }) => (names(text, id) ? [{ file, id }] : []));
});
const allowed = ({ file, id }: { readonly file: string; readonly id: string }): boolean =>
  Object.entries(ABOUT).some(([place, ids]) => file.startsWith(place) && ids.includes(id));

/** Hashes what of a definition decides its values. */
function definitionHash({
  aggregate,
  units,
  combination,
  derive,
  ranked,
  rows,
  contributions,
  ...metric
}: Metric): string {
  const perProtocol = metric.protocols.map((protocol) => metric.contributionsIn?.(new Set([protocol])) ?? '');
  const code = [derive, ranked].map((part) => part?.toString().replace(/\s+|__vi_\w+?__\.?/g, ' ') ?? '');
  const all = [aggregate, units, combination, code, rows, contributions, perProtocol];
  return createHash('sha256').update(JSON.stringify(all)).digest('hex').slice(0, 8);
}

describe('metrics', () => {
  test('have another version since their definition changed: raise `version`, then take the new hash; where no value can change, take the hash alone', () => {
    const found = METRICS.map((metric) => `${metric.id} ${metric.version ?? 1} ${definitionHash(metric)}`);
    expect(found.join('\n')).toBe(read('tests/fixtures/metric-versions.txt').trim());
  });

  test('are named by their definition, by data, and by figures about them', () => {
    expect(found.filter((one) => !allowed(one))).toEqual([]);
  });

  test('that a figure is about are named there', () => {
    const needless = Object.entries(ABOUT).flatMap(([place, ids]) =>
      ids.filter((id) => !found.some((one) => one.file.startsWith(place) && one.id === id)).map((id) => [place, id]),
    );
    expect(needless).toEqual([]);
  });

  test('are looked for by their definition, in code and in addresses', () => {
    expect(names("import { bd, coverage } from '../metrics/coverage.ts';", 'coverage')).toBe(true);
    expect(names("metric === 'halo'", 'halo')).toBe(true);
    expect(names('a halo of one', 'halo')).toBe(false);
    expect(names('`pacc;split=easy`', 'pacc')).toBe(true);
    expect(names('figure-pacc-conflict', 'pacc')).toBe(false);
  });
});
