import type { RefObject } from 'react';
import { saveFile } from '../client/save-file.ts';
import { formatProblem } from '../schema/problem.ts';
import { opinionCount, opinionsCsv } from './case-opinions.ts';
import { type OwnResult, ownRuns, resultValues } from './judge-files.ts';
import type { OwnSession } from './session.ts';
import { useResultsWork } from './work-on-results.ts';

interface ResultFilesProps {
  readonly session: OwnSession;
  readonly result: OwnResult;
  /** The name of its cases. */
  readonly id: string;
  /** What the report shows beside figures. */
  readonly body: RefObject<HTMLElement | null>;
}

async function saveEvalEver({ session, result }: ResultFilesProps): Promise<string> {
  const values = await resultValues(session, result);
  const { zip, problems } = await (await import('./eval-ever.ts')).evalEverOf(result, values);
  saveFile('every-eval-ever.zip', zip);
  return problems.map(formatProblem).join('; ');
}

/** The report shows the page as it was when the report was requested, whatever is opened or dropped while its figures are drawn. */
async function saveReport({ session, result, id, body: { current } }: ResultFilesProps): Promise<string> {
  if (current === null) return '';
  const shown = current.cloneNode(true) as Element;
  const { drawnFigures } = await import('./pages/draw-figures.tsx');
  const figures = await drawnFigures(session, result, id);
  const { reportOf } = await import('./report.ts');
  saveFile('report.html', reportOf(shown, figures, result.title));
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

/** Buttons, and what each saves. */
const FILES: readonly (readonly [string, (props: ResultFilesProps) => Promise<string>])[] = [
  ['All values, CSV', (props) => saveScores(props, 'csv')],
  ['All values, JSON', (props) => saveScores(props, 'json')],
  ['Run folders, ready to submit', saveRuns],
  ['Every Eval Ever records', saveEvalEver],
  ['Report, one HTML file', saveReport],
];

/** Offers every form in which a result can be saved. */
export function ResultFiles(props: ResultFilesProps) {
  const { opinions, save } = useResultsWork();
  const own = ownRuns(props.result);
  const count = opinionCount(opinions, own);
  return (
    <section className="page-only" aria-label="Files to take along">
      <h4>Downloads</h4>
      <div className="set">
        {FILES.map(([name, make]) => (
          <button key={name} type="button" className="btn" onClick={() => save(name, () => make(props))}>
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
    </section>
  );
}
