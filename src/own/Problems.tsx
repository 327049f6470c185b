import { useState } from 'react';
import { saveFile } from '../client/save-file.ts';
import { formatProblem, type Problem } from '../schema/problem.ts';
import { numberWords } from '../ui/number-words.ts';
import type { ToldProblems } from './told.ts';

/** How many are shown at first, and added with each further step. */
const [FIRST, STEP] = [5, 50] as const;

const count = (n: number, what: string): string => `${numberWords(n)} ${what}${n === 1 ? '' : 's'}`;

/** Shows what is wrong in the files: where, what was found, how to mend it, errors first; nothing where nothing is. */
export function Problems({ problems: given, errors, warnings }: ToldProblems) {
  const [shown, setShown] = useState<number>(FIRST);
  if (given.length === 0) return null;
  const isWarning = ({ severity }: Problem): boolean => severity === 'warning';
  const problems = given.toSorted((a, b) => Number(isWarning(a)) - Number(isWarning(b)));
  const save = async () => saveFile('problems.csv', (await import('./downloads.ts')).problemsCsv(problems));
  return (
    <details className="problems" open={errors > 0}>
      <summary>
        {count(errors, 'error')}, {count(warnings, 'warning')} in the files
      </summary>
      <ol>
        {problems.slice(0, shown).map((problem) => (
          <li key={formatProblem(problem)} className={isWarning(problem) ? undefined : 'error'}>
            {formatProblem(problem)}
          </li>
        ))}
      </ol>
      <div className="set page-only">
        {problems.length > shown ? (
          <button type="button" className="btn" onClick={() => setShown(shown + STEP)}>
            Show {Math.min(STEP, problems.length - shown)} more
          </button>
        ) : null}
        <button type="button" className="btn" onClick={save}>
          Download the problems
        </button>
      </div>
    </details>
  );
}
