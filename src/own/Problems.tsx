import { saveFile } from '../client/save-file.ts';
import { formatProblem, type Problem } from '../schema/problem.ts';

const SHOWN = 50;

interface ProblemsProps {
  readonly problems: readonly Problem[];
  /** How many there are, of which the list may hold fewer. */
  readonly errors: number;
  readonly warnings: number;
}

const count = (n: number, what: string): string => `${n.toLocaleString('en')} ${what}${n === 1 ? '' : 's'}`;

/** What is wrong in the files: where, what was found, how to mend it; nothing where nothing is. */
export function Problems({ problems, errors, warnings }: ProblemsProps) {
  if (problems.length === 0) return null;
  const save = async () => saveFile('problems.csv', (await import('./downloads.ts')).problemsCsv(problems));
  return (
    <details className="problems" open={errors > 0}>
      <summary>
        {count(errors, 'error')}, {count(warnings, 'warning')} in the files
      </summary>
      <ol>
        {problems.slice(0, SHOWN).map((problem) => (
          <li key={formatProblem(problem)} className={problem.severity === 'warning' ? undefined : 'error'}>
            {formatProblem(problem)}
          </li>
        ))}
      </ol>
      {problems.length > SHOWN ? <p>The first {SHOWN} of them; the download holds all that were kept.</p> : null}
      <button type="button" className="btn page-only" onClick={save}>
        Download the problems
      </button>
    </details>
  );
}
