import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Files of unit tests that take longest. */
export const SLOWEST_UNIT = [
  'tests/release/instances/problems.test.ts',
  'tests/metrics/oracle.test.ts',
  'tests/own/intake/own-comparison.test.ts',
  'tests/release/instances/interrupted.test.ts',
  'tests/release/instances/score.test.ts',
  'tests/release/instances/viescore.test.ts',
];

/** And of tests in a browser that take 12. One that began last would leave the other processors idle until it ends. */
export const SLOWEST = [
  ...SLOWEST_UNIT,
  'tests/browser/real-texts.test.ts',
  'tests/browser/hostile-site.test.ts',
  'tests/browser/sql.test.ts',
  'tests/browser/every-page.test.ts',
  'tests/browser/explore-faults.test.ts',
  'tests/browser/length-score.test.ts',
  'tests/browser/your-results.test.ts',
  'tests/browser/tour.test.ts',
  'tests/browser/client.test.ts',
  'tests/browser/figures-cases.test.ts',
  'tests/browser/own-faults.test.ts',
  'tests/browser/own-table.test.ts',
  'tests/browser/no-bad-number.test.ts',
  'tests/browser/compare-cases.test.ts',
  'tests/browser/case.test.ts',
  'tests/browser/plot.test.ts',
];

interface Placed {
  /** Its absolute path. */
  readonly moduleId: string;
}

const placeOf = ({ moduleId }: Placed): number => {
  const place = SLOWEST.findIndex((file) => moduleId.endsWith(`/${file}`));
  return place === -1 ? SLOWEST.length : place;
};

/** Puts the slowest first, in the order of the list; the others stay as they are. */
export const slowestFirst = <File extends Placed>(files: readonly File[]): File[] =>
  files.toSorted((a, b) => placeOf(a) - placeOf(b));

/** Vitest begins with the files that took longest the last time, and in a fresh clone with the largest: here the slowest come first. */
export class SlowestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    return slowestFirst(await super.sort(files));
  }
}
