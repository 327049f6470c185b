import { CASE_OUTCOMES, STATUSES } from '../../src/cases/choices.ts';
import { type Bits, emptyBits, fullBits, minusBits } from '../../src/cases/columns/bits.ts';
import { columnCounts } from '../../src/cases/columns/counts.ts';
import { faredBy } from '../../src/cases/columns/fared.ts';
import { storedNumbers, storedTexts } from '../../src/cases/columns/layout.ts';
import type { CaseColumns } from '../../src/cases/columns/read.ts';
import { selectCases } from '../../src/cases/columns/select.ts';
import { decodeSheet } from '../../src/cases/columns/sheet.ts';
import { attributeCounts, type FacetCounts } from '../../src/cases/facet-counts.ts';
import { NO_FILTER } from '../../src/cases/wanted.ts';
import type { FigureChoices, SheetKind } from '../../src/figures/kit/instance-figure.ts';
import { CASE_FIGURES } from '../../src/figures/page/case-figures.ts';
import { EVERYWHERE } from '../../src/metrics/query.ts';

const JUDGES = 35;
const VALUES = [6, 9, 3, 14, 4];
const ROUNDS = 9;

/** Measures the least milliseconds of several rounds. */
async function least(work: () => unknown): Promise<number> {
  const times: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const started = performance.now();
    await work();
    times.push(performance.now() - started);
  }
  return Math.min(...times);
}

/** Makes pseudo-random numbers, the same in every run. */
function chances(): () => number {
  let state = 1;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state;
  };
}

/** Makes columns of made-up cases: five facets, 35 judges who were asked all of them. */
function madeColumns(cases: number): CaseColumns {
  const chance = chances();
  const every = fullBits(cases);
  const drawn = (): Bits => minusBits(every, emptyBits(cases).map(chance));
  const numbers = new Uint32Array(cases);
  const none = storedNumbers(new Uint8Array(4 * cases));
  return {
    cases,
    facets: VALUES.map((values, k) => ({ name: `f${k}`, values: Array.from({ length: values }, (_, i) => `v${i}`) })),
    runs: Array.from({ length: JUDGES }, (_, k) => `judge-${k}`),
    criteria: [],
    instances: storedTexts(new Uint8Array(), 0),
    codes: VALUES.map((values) => Uint8Array.from(numbers, () => (chance() >>> 8) % values)),
    withCriterion: [],
    withStatus: [every],
    judged: [],
    verdicts: Array.from({ length: JUDGES }, () => ({ asked: every, won: drawn() })),
    judgments: none,
    longest: none,
  };
}

/** Asks for every count, since none is made before; gives their sum. */
function everyCount({ facets, runs }: CaseColumns, { total, of }: FacetCounts): number {
  const lists: (readonly [facet: string, values: readonly string[]])[] = [
    ...facets.map(({ name, values }) => [attributeCounts(name), values] as const),
    ...(['right', 'wrong'] as const).map((verdict) => [verdict, runs] as const),
    ['outcome', CASE_OUTCOMES],
    ['parse', STATUSES],
  ];
  return lists.reduce((sum, [facet, values]) => values.reduce((own, value) => own + of(facet, value), sum), total);
}

/** Measures all counts of the explorer by columns for `cases` made-up cases: milliseconds of the slowest of four filters. */
export async function countsByColumns(cases: number): Promise<number> {
  const columns = madeColumns(cases);
  const fared = faredBy(cases, columns.verdicts);
  const times: number[] = [];
  for (const filter of [
    NO_FILTER,
    { ...NO_FILTER, facets: { f0: ['v1'] } },
    { ...NO_FILTER, right: ['judge-0'], wrong: ['judge-1'] },
    { ...NO_FILTER, facets: { f0: ['v1', 'v2'], f3: ['v1', 'v2', 'v3'] }, outcome: ['mixed'], wrong: ['judge-2'] },
  ] as const) {
    const count = () =>
      everyCount(columns, columnCounts(selectCases(columns, fared, { run: '', filter, words: null }), undefined));
    times.push(await least(count));
  }
  return Math.max(...times);
}

/** A stored sheet, its bytes in base 64. */
export interface SentSheet {
  readonly kind: SheetKind;
  readonly base64: string;
}

/** Measures the pairwise figures that stored sheets hold, all cases: least milliseconds by figure, intervals included. */
export async function matricesBySheets(
  choices: FigureChoices,
  sheets: readonly SentSheet[],
): Promise<Record<string, number>> {
  const times: Record<string, number> = {};
  for (const { kind, base64 } of sheets) {
    const sheet = decodeSheet(Uint8Array.from(atob(base64), (sign) => sign.charCodeAt(0)));
    const source = { sheet, selected: null, instances: async () => [] };
    for (const { id, protocol, quick } of CASE_FIGURES) {
      if (protocol !== 'pairwise' || quick?.sheet !== kind) continue;
      times[id] = await least(() => quick.load(source, { where: EVERYWHERE, runs: {} }, choices));
    }
  }
  return times;
}
