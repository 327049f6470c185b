import { auditData } from '../../src/release/build.ts';
import type { AuditedClaims } from '../../src/release/claims.ts';
import { machineMessage } from '../../src/release/input-writer.ts';
import { loadData } from '../../src/release/load.ts';
import { terminalProgress } from '../../src/release/progress.ts';
import { formatProblem } from '../../src/schema/problem.ts';
import type { AuditFlag, FindingResult } from '../../src/schema/published.ts';
import { commandOf, option, ROOT_OPTION } from './command.ts';

interface Options {
  readonly root: string;
  readonly json?: true;
  readonly coverage?: true;
}

function flagLine(f: AuditFlag): string {
  const row = f.variant === '' ? f.row : `${f.row} (${f.variant})`;
  const mark = f.status === 'ok' ? 'remark' : f.status;
  return `    ${mark.padEnd(8)}  ${row} · ${f.column}  ${f.printed}  [${f.check}] ${f.reason}; expected ${f.expected}`;
}

/** Flags under headings of benchmark and table; coverage, which is no fault, only on demand. */
function flagLines(flags: readonly AuditFlag[], coverage: boolean): string[] {
  const lines: string[] = [];
  let heading = '';
  for (const f of flags.filter((x) => coverage || x.status !== 'coverage').toSorted(byPlace)) {
    const place = `${f.benchmark}, ${f.table.replace('-', ' ')}`;
    if (place !== heading) lines.push('', place);
    heading = place;
    lines.push(flagLine(f));
  }
  return lines;
}

function byPlace(a: AuditFlag, b: AuditFlag): number {
  if (a.benchmark !== b.benchmark) return a.benchmark < b.benchmark ? -1 : 1;
  const numberOf = ({ table }: AuditFlag): number => Number(table.replace(/^\w+-/, ''));
  return numberOf(a) - numberOf(b) || a.rowIndex - b.rowIndex;
}

function summaryLines({ report }: AuditedClaims): string[] {
  const checks = report.checks.map(
    (c) => `    ${c.label.padEnd(28)} ${String(c.flagged).padStart(5)} flags, ${c.examined} examined`,
  );
  const counted = Object.entries(report.statuses).filter(([, counts]) => Object.keys(counts).length > 0);
  const statuses = counted.map(([benchmark, counts]) => {
    const parts = Object.entries(counts).map(([status, n]) => `${n} ${status}`);
    return `    ${benchmark}: ${parts.join(', ')}`;
  });
  return ['', 'Checks', ...checks, '', 'Cells', ...statuses];
}

function findingLines(findings: readonly FindingResult[]): string[] {
  const tested = findings.filter((f) => f.outcome !== 'untested');
  const failing = findings.filter((f) => f.outcome === 'fails');
  const counts = `${tested.length - failing.length} hold, ${failing.length} fail, ${findings.length - tested.length} cannot be tested`;
  const lines = failing.map((f) => `    ${f.benchmark} ${f.section}  ${f.claim}\n        ${f.detail}`);
  return ['', `Claims of the papers: ${counts}; the failing ones:`, ...lines];
}

async function audit(options: Options): Promise<boolean> {
  const { value: data, problems } = await loadData(options.root);
  const progress = terminalProgress(process.stderr);
  const outcome = await auditData(options.root, data, { progress }).finally(() => progress.clear());
  const all = [...problems, ...outcome.problems];
  for (const problem of all) console.error(formatProblem(problem));
  const { report, findings } = outcome;
  if (options.json === true) console.log(JSON.stringify({ problems: all, ...report, findings }, null, 2));
  else {
    const lines = [
      ...flagLines(report.flags, options.coverage === true),
      ...summaryLines(outcome),
      ...findingLines(findings),
    ];
    console.log(lines.join('\n').trimStart());
  }
  return all.length === 0;
}

/** Exit code 1 only when the data cannot be read; flagged cells are a result, no failure. */
export const registerAudit = commandOf<Options>({
  name: 'audit',
  about: 'consistency checks over the published tables; prints each flagged cell',
  options: [
    ROOT_OPTION(),
    option('--coverage', 'also list the cells explained by fewer scored samples'),
    option('--json', 'everything as JSON: checks, flags, statuses, findings'),
  ],
  run: audit,
  explain: machineMessage,
});
