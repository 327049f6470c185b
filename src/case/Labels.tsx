import { annotators, type GoldLabel, labelBy, quality, reference } from '../cases/gold.ts';
import { answerWords } from '../cases/labels.ts';
import type { Case } from '../schema/shard.ts';
import { ScrollBox } from '../ui/layout.tsx';
import { LongText } from './Drawn.tsx';
import { type CaseFacts, nameInCase } from './facts.ts';
import { criterionLabel, responseName } from './parts.ts';

function labelName(data: Case, facts: CaseFacts, { kind, criterion, response }: GoldLabel): string {
  const what = criterion === undefined ? kind : criterionLabel(facts, data.split, criterion);
  return response === undefined ? what : `${what}, ${responseName(response)}`;
}

type Part = { readonly data: Case; readonly facts: CaseFacts };

/** Shows a label's row: what each annotator said. */
function LabelRow({
  data,
  facts,
  label,
  people,
}: Part & { readonly label: GoldLabel; readonly people: readonly string[] }) {
  return (
    <tr>
      <th scope="row">{labelName(data, facts, label)}</th>
      {people.map((annotator) => {
        const said = labelBy(data.gold, annotator, label);
        return (
          <td key={annotator}>
            {said === null ? (
              <span className="verdict-mark not-asked">–</span>
            ) : (
              <span className="verdict-mark gold">{answerWords(facts.labels, said)}</span>
            )}
          </td>
        );
      })}
    </tr>
  );
}

const same = (a: GoldLabel, b: GoldLabel): boolean =>
  a.kind === b.kind && a.criterion === b.criterion && a.response === b.response;

function Annotators({ data, facts }: Part) {
  const people = annotators(data.gold);
  const asked = data.gold.filter(({ kind }) => kind !== 'reference');
  const distinct = asked.filter((label, i) => i === asked.findIndex((other) => same(label, other)));
  if (people.length === 0) return null;
  return (
    <details className="card labels">
      <summary className="pane-head">
        <b>Labels of {people.length === 1 ? 'one annotator' : `${people.length} annotators`}</b>
      </summary>
      <ScrollBox className="scroll" label="Labels of the annotators, scrolls sideways">
        <table className="matrix">
          <thead>
            <tr>
              <th scope="col">{distinct.some(({ criterion }) => criterion !== undefined) ? 'Criterion' : 'Label'}</th>
              {people.map((annotator) => (
                <th key={annotator} scope="col">
                  {nameInCase(facts, annotator)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {distinct.map((label) => (
              <LabelRow
                key={`${label.kind} ${label.criterion} ${label.response}`}
                {...{ data, facts, label, people }}
              />
            ))}
          </tbody>
        </table>
      </ScrollBox>
    </details>
  );
}

function References({ data }: { readonly data: Case }) {
  const responses = [...new Set(data.gold.map(({ response }) => response))];
  return responses.flatMap((response) => {
    const [text, points] = [reference(data.gold, response), quality(data.gold, response)];
    if (text === null && points === null) return [];
    const of = response === undefined ? '' : ` of ${responseName(response)}`;
    if (text === null) {
      return (
        <p key={response} className="quality">
          Quality{of}: <b>{points}</b> of 10
        </p>
      );
    }
    return (
      <section key={response} className="card" aria-label={`Reference critique${of}`}>
        <div className="pane-head">
          <h2>Reference critique</h2>
          <span className="by">{response === undefined ? '' : responseName(response)}</span>
          {points === null ? null : <span className="spacer">quality {points} of 10</span>}
        </div>
        <div className="pane-text">
          <LongText text={text} nothing="The reference is empty." />
        </div>
      </section>
    );
  });
}

/** Shows what people said of the case, beyond the label in the table of answers. */
export function CaseLabels({ data, facts }: Part) {
  return (
    <>
      <References data={data} />
      <Annotators data={data} facts={facts} />
    </>
  );
}
