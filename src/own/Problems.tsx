import { useState } from 'react';
import { formatProblem, type Problem, problemsInOrder, type ToldProblems } from '../schema/problem.ts';
import { saveFile } from '../ui/file-name.ts';
import { Button } from '../ui/layout.tsx';
import { numberWords } from '../ui/number-words.ts';

const [FIRST, STEP] = [5, 50] as const;

const count = (n: number, what: string): string => `${numberWords(n)} ${what}${n === 1 ? '' : 's'}`;

export function Problems({ problems: given, errors, warnings }: ToldProblems) {
  const [shown, setShown] = useState<number>(FIRST);
  if (given.length === 0) return null;
  const isWarning = ({ severity }: Problem): boolean => severity === 'warning';
  const all = problemsInOrder(given);
  const lead = all.filter((problem) => problem.lead);
  const problems = all.slice(lead.length);
  const others = errors - lead.filter((problem) => !isWarning(problem)).length;
  const save = async () => saveFile('problems.csv', (await import('./downloads.ts')).problemsCsv(all));
  return (
    <>
      {lead.map((problem) => (
        <p key={formatProblem(problem)} role="alert" className="told-first bold breaks">
          {formatProblem(problem)}
        </p>
      ))}
      {problems.length === 0 ? null : (
        <details className="problems" open={others > 0}>
          <summary>
            {count(others, 'error')}, {count(warnings, 'warning')} in the files
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
              <Button onClick={() => setShown(shown + STEP)}>
                Show {Math.min(STEP, problems.length - shown)} more
              </Button>
            ) : null}
            <Button onClick={save}>Download the problems</Button>
          </div>
        </details>
      )}
    </>
  );
}
