import { type RefObject, useState } from 'react';
import { reasonOf } from '../client/failure.ts';
import { saveFile } from '../client/save-file.ts';
import { formatProblem } from '../schema/problem.ts';
import { Waiting } from '../ui/Waiting.tsx';
import { type CaseOpinions, opinionCount, opinionsCsv } from './case-opinions.ts';
import { type OwnResult, ownRuns, resultValues } from './judge-files.ts';
import type { OwnSession } from './session.ts';

interface ResultFilesProps {
  readonly session: OwnSession;
  readonly result: OwnResult;
  /** What the report shows beside figures. */
  readonly body: RefObject<HTMLElement | null>;
  readonly opinions: CaseOpinions;
}

async function saveEvalEver({ session, result }: ResultFilesProps): Promise<string> {
  const values = await resultValues(session, result);
  const { zip, problems } = await (await import('./eval-ever.ts')).evalEverOf(result, values);
  saveFile('every-eval-ever.zip', zip);
  return problems.map(formatProblem).join('; ');
}

async function saveReport({ session, result, body }: ResultFilesProps): Promise<string> {
  const { drawnFigures } = await import('./pages/draw-figures.tsx');
  const figures = await drawnFigures(session, result);
  const { reportOf } = await import('./report.ts');
  if (body.current !== null) saveFile('report.html', reportOf(body.current, figures, result.title));
  return '';
}

async function saveScores({ session, result }: ResultFilesProps, format: 'csv' | 'json'): Promise<string> {
  const { scoresCsv, scoresJson } = await import('./downloads.ts');
  const values = await resultValues(session, result);
  saveFile(`scores.${format}`, format === 'csv' ? scoresCsv(values) : scoresJson(values));
  return '';
}

async function saveRuns({ result }: ResultFilesProps): Promise<string> {
  saveFile('runs.zip', await (await import('./downloads.ts')).runsZip(result.runs));
  return '';
}

/** Buttons with what each saves, which gives what the visitor should know of the file. */
const FILES: readonly (readonly [string, (props: ResultFilesProps) => Promise<string>])[] = [
  ['All values, CSV', (props) => saveScores(props, 'csv')],
  ['All values, JSON', (props) => saveScores(props, 'json')],
  ['Run folders, ready to submit', saveRuns],
  ['Every Eval Ever records', saveEvalEver],
  ['Report, one HTML file', saveReport],
];

/** Everything that a result can be taken along as. A file that takes a while says so, and one that cannot be made says why. */
export function ResultFiles(props: ResultFilesProps) {
  const { result, opinions } = props;
  const own = ownRuns(result);
  const [making, setMaking] = useState('');
  const [told, setTold] = useState('');
  const save = async (name: string, make: (typeof FILES)[number][1]): Promise<void> => {
    setMaking(name);
    setTold('');
    try {
      setTold(await make(props));
    } catch (error) {
      setTold(`${name}: this file could not be made. ${reasonOf(error)}`);
    }
    setMaking((now) => (now === name ? '' : now));
  };
  const count = opinionCount(opinions, own);
  return (
    <div className="page-only">
      <div className="set">
        {FILES.map(([name, make]) => (
          <button key={name} type="button" className="btn" onClick={() => save(name, make)}>
            {name}
          </button>
        ))}
        {count === 0 ? null : (
          <button
            type="button"
            className="btn"
            onClick={() => saveFile('case-opinions.csv', opinionsCsv(opinions, own))}
          >
            What you said of {count} {count === 1 ? 'case' : 'cases'}, CSV
          </button>
        )}
      </div>
      <p role="status">{making === '' ? told : <Waiting>Making {making}…</Waiting>}</p>
    </div>
  );
}
