import { saveFile } from '../client/save-file.ts';
import { formatProblem } from '../schema/problem.ts';
import type { Told } from './told.ts';

const SHOWN = 50;

const count = (n: number, what: string): string => `${n.toLocaleString('en')} ${what}${n === 1 ? '' : 's'}`;

/** What is wrong in the files: where, what was found, how to mend it, errors first; nothing where nothing is. */
export function Problems({ problems: given, errors, warnings }: Told) {
  if (given.length === 0) return null;
  const problems = given.toSorted((a, b) => Number(a.severity === 'warning') - Number(b.severity === 'warning'));
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
