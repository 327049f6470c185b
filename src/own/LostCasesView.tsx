import { useState } from 'react';
import type { LabelsBy } from '../cases/labels.ts';
import { valueSaid } from '../explore/said-words.ts';
import { numberWords } from '../ui/number-words.ts';
import { Text } from '../ui/Text.tsx';
import { CaseOpinionFields } from './CaseOpinionFields.tsx';
import { type CaseOpinion, opinionOf } from './case-opinions.ts';
import type { LostCase, LostCases } from './intake/lost-cases.ts';
import { useResultsWork } from './work-on-results.ts';

const STEP = 10;

const share = (earned: number): string => `${Math.round(100 * earned)} %`;

function LostAnswers({ answers, labels }: Pick<LostCase, 'answers'> & { readonly labels: LabelsBy }) {
  return (
    <ul>
      {answers.map(({ about, verdict, score, parse, rationale }) => (
        <li key={`${about} ${verdict} ${score}`}>
          <b>
            <Text text={about === '' ? 'Answer' : about} />:{' '}
            {verdict === '' ? (score ?? parse) : valueSaid(labels, verdict)}
          </b>
          {rationale === '' ? null : (
            <p className="said">
              <Text text={rationale} />
            </p>
          )}
        </li>
      ))}
    </ul>
  );
}

interface CaseProps {
  readonly lost: LostCase;
  readonly opinion: CaseOpinion;
  readonly say: (opinion: CaseOpinion) => void;
  /** The benchmark's names. */
  readonly labels: LabelsBy;
  readonly nameOf: (run: string) => string;
}

/** Shows a lost case with its texts, the labels, the answers, and what the release's judges made of it. */
function LostCaseView({ lost, opinion, say, nameOf, labels }: CaseProps) {
  const { instance, earned, prompt, responses, gold, answers, others } = lost;
  return (
    <details className="own-case">
      <summary>
        <code>{instance}</code> · {share(earned)} earned{opinion.says === '' ? '' : ` · you: ${opinion.says}`}
        {prompt === '' ? '' : ` · ${prompt.slice(0, 90)}`}
      </summary>
      {prompt === '' ? null : (
        <p className="said">
          <Text text={prompt} />
        </p>
      )}
      {responses.map(({ response, model, text }) => (
        <details key={response}>
          <summary>
            Response {response}
            {model === '' ? '' : `, ${model}`}
          </summary>
          <p className="said">
            <Text text={text} />
          </p>
        </details>
      ))}
      <h4>Labels</h4>
      <ul>
        {gold.map(({ about, value }) => (
          <li key={`${about} ${value}`}>
            {about}: <Text text={valueSaid(labels, value)} />
          </li>
        ))}
      </ul>
      <h4>Your judge</h4>
      <LostAnswers answers={answers} labels={labels} />
      <CaseOpinionFields opinion={opinion} change={say} />
      {others.length === 0 ? null : (
        <>
          <h4>This site's judges</h4>
          <p>{others.map((one) => `${nameOf(one.run)} ${share(one.earned)}`).join(' · ')}</p>
        </>
      )}
    </details>
  );
}

interface LostCasesViewProps {
  readonly label: string;
  /** What the split is called; '' where the run has one alone. */
  readonly split: string;
  readonly lost: LostCases;
  /** Whether the cases stand behind a fold, since other runs have theirs beside them. */
  readonly isFolded: boolean;
  /** What a run of the release is called. */
  readonly nameOf: (run: string) => string;
  /** The benchmark's names. */
  readonly labels: LabelsBy;
}

/** Shows the cases that cost a run most. */
export function LostCasesView({
  label,
  split,
  lost: { run, metric, lost, of, cases },
  isFolded,
  nameOf,
  labels,
}: LostCasesViewProps) {
  const { opinions, say } = useResultsWork();
  const [shown, setShown] = useState(STEP);
  if (of === 0) return null;
  const heading = (
    <h3>
      Cases that cost {run} points{split === '' ? '' : `, ${split}`}: {numberWords(lost)} of {numberWords(of)}
    </h3>
  );
  const list = (
    <>
      <p>
        By “{metric}”, dearest first{cases.length < lost ? `; the first ${cases.length}` : ''}.
      </p>
      {cases.slice(0, shown).map((one) => (
        <LostCaseView
          key={one.instance}
          lost={one}
          opinion={opinionOf(opinions, { label, instance: one.instance })}
          nameOf={nameOf}
          labels={labels}
          say={(opinion) => say({ label, instance: one.instance }, opinion)}
        />
      ))}
      {shown < cases.length ? (
        <button type="button" className="btn page-only" onClick={() => setShown(shown + STEP)}>
          Show {Math.min(STEP, cases.length - shown)} more
        </button>
      ) : null}
    </>
  );
  return isFolded ? (
    <details className="lost">
      <summary>{heading}</summary>
      {list}
    </details>
  ) : (
    <section className="lost">
      {heading}
      {list}
    </section>
  );
}
