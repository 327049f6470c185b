import { literal, literalRows } from '../../src/sql/quote.ts';
import { chance, type MadeTables } from './made-tables.ts';

const JUDGES = 10;
const SCORERS = ['rubric-neutral', 'rubric-length'] as const;
const VERDICTS = ['correct', 'error'] as const;
/** Columns of `instances` that are facets, with how many values each takes. */
const FACETS = { task: 6, band: 3, domain: 9, difficulty: 3 } as const;

/** Every judge criticises every case. */
export const chartCases = (points: number): number => Math.ceil(points / JUDGES);

const ID = "'case-' || lpad(i::VARCHAR, 9, '0')";
/** From 24 characters on, spread over two orders of magnitude; each judge has a manner of its own. */
const LENGTH = `(24 * (1 + k % 4) * exp((${chance('i', 'k', 1)} + ${chance('i', 'k', 2)}) / 700.0))::INTEGER`;
/** 0 to 10: better judges, better cases and, by the second scorer, longer critiques score higher. */
const SCORE = `greatest(0, least(10, round(2 + 0.3 * k + ${chance('i', 3)} / 400.0 + ${chance('i', 'k', 4)} / 500.0 + s * ln(length / 100.0))))`;

/** Critiques that fill the figure of lengths and scores: `points` of them, by ten judges, under each of two scorers. */
export function critiqueTables(points: number): MadeTables {
  const all = `range(${chartCases(points)}) AS cases(i)`;
  const judges = Array.from({ length: JUDGES }, (_, k) => `judge-${k}`);
  const facets = Object.entries(FACETS).map(
    ([name, values], place) =>
      `INSERT INTO attributes SELECT -1, i, ${literal(name)}, ${literal(`${name}-`)} || ${chance('i', place + 10)} % ${values} FROM ${all}`,
  );
  const runs = judges.map((id, k) => [k, id, 'shapes', id, 'critique', '', 1, false]);
  const labels = SCORERS.flatMap((scorer, s) =>
    VERDICTS.map((verdict, v) => [2 * s + v, '', 'critique', 'base', scorer, 0, 'ab', verdict, 'ok', null]),
  );
  const right = `(${chance('i', 5)} < 600)`;
  const statements = [
    `INSERT INTO instances SELECT -1, i, ${ID}, 0, ${ID}, 'critique', 40 + ${chance('i', 7)}, '{}', '' FROM ${all}`,
    ...facets,
    `INSERT INTO gold SELECT -1, i, '', '', 'correct', '', CASE WHEN ${right} THEN 'correct' ELSE 'error' END, '{}' FROM ${all}`,
    `INSERT INTO runs VALUES ${literalRows(runs)}`,
    `INSERT INTO labels VALUES ${literalRows(labels)}`,
    `INSERT INTO response_names VALUES (0, '')`,
    `INSERT INTO judgments SELECT k, i, 0, 2 * s + v, ${SCORE}, length, 'nan', -1, -1, '' FROM (
SELECT k, i, s, CASE WHEN (${chance('i', 'k', 6)} < 550 + 40 * k) = ${right} THEN 0 ELSE 1 END AS v, ${LENGTH} AS length
FROM range(${JUDGES}) AS judges(k), ${all}, range(${SCORERS.length}) AS scorers(s))`,
  ];
  return { statements, facets: Object.keys(FACETS), judges: [...judges, ...SCORERS] };
}
