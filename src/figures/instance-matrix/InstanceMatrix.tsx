import { Drawing } from '../../charts/Drawing.tsx';
import { OnPhone } from '../../charts/OnPhone.tsx';
import { caseHref } from '../../explore/case-address.ts';
import { numberWords } from '../../ui/number-words.ts';
import { type LinkScope, verdictHref, verdictSearch } from '../kit/cases-href.ts';
import { percent } from '../kit/estimated.ts';
import type { DrawnFigure } from '../kit/figure-props.ts';
import { Numbers } from '../kit/Numbers.tsx';
import { titled, WRONG_WORDS } from '../kit/protocol-words.ts';
import { Reading } from '../kit/Reading.tsx';
import { CaseStrips } from './CaseStrips.tsx';
import type { ListedSurprise, MatrixData } from './data.ts';
import { matrixSentence } from './sentence.ts';

const TITLE = 'Judges by cases, the hardest cases last';

const shareWords = (share: number): string => `${percent(share, 1)} %`;

interface SurprisesProps extends LinkScope {
  readonly title: string;
  readonly verdict: 'right' | 'wrong';
  readonly found: readonly ListedSurprise[];
}

function Surprises({ title, verdict, found, ...links }: SurprisesProps) {
  return (
    <div className="surprises">
      <h4>{title}</h4>
      {found.length === 0 ? <p>None below 5 %.</p> : null}
      <ul>
        {found.map(({ instance, part, run, label, chance, others }) => (
          <li key={`${instance} ${run}`}>
            <a
              href={caseHref(links.choices.benchmark, {
                id: instance,
                list: verdictSearch(links.scope, { [verdict]: [run] }),
              })}
              dir="auto"
            >
              {instance}
            </a>
            {part === '' ? '' : `, ${part}`}: {label} {verdict}, of the others {others.wrong} of {others.counted} wrong
            (chance {shareWords(chance)})
          </li>
        ))}
      </ul>
    </div>
  );
}

/** Draws judges by accuracy × cases by difficulty, the answers that this order does not explain, and how difficult the cases are. */
export function InstanceMatrix({ data, ...links }: DrawnFigure<MatrixData>) {
  const { rows, columns, cases, answers, bands, surprises, failed, solved, protocol } = data;
  const most = Math.max(...columns);
  return (
    <>
      <Reading says={matrixSentence(data)}>
        <p className="about">
          Judges with the fewest wrong answers are on top, cases with the most on the right. A stronger colour means
          more wrong answers. If judges differed in accuracy alone, colour would only grow to the right and downwards. A
          row with colour from end to end is a judge that does not look at the cases; a gap shows what it is good at.
        </p>
        <p className="about">
          {numberWords(answers)} answers of {rows.length} judges to {numberWords(cases)} cases, in the first repeat; a
          column is {most === 1 ? 'one case' : `up to ${numberWords(most)} cases of about equal difficulty`}.{' '}
          {WRONG_WORDS[protocol]} A name opens the judge’s wrong cases.
        </p>
      </Reading>
      <Drawing of={titled(TITLE, protocol)}>
        <OnPhone phone={<CaseStrips data={data} title={titled(TITLE, protocol)} kind="phone" {...links} />}>
          <CaseStrips data={data} title={titled(TITLE, protocol)} kind="desk" {...links} />
        </OnPhone>
      </Drawing>
      <details>
        <summary>The least expected answers</summary>
        <p className="about">
          {numberWords(surprises)} of {numberWords(answers)} answers had a chance below 5 %, judged by how often the
          judge is wrong and how hard the question is (their log-odds added up). The least likely, one per case:
        </p>
        <div className="surprise-lists">
          <Surprises title="Wrong against expectation" verdict="wrong" found={failed} {...links} />
          <Surprises title="Right against expectation" verdict="right" found={solved} {...links} />
        </div>
      </details>
      <Numbers
        of={titled(TITLE, protocol)}
        summary="Table: how difficult the cases are"
        columns={['Share of answers that are wrong', 'Cases', 'Answers', 'Wrong']}
        rows={bands.map(({ label, outcome, cases: n, counted, wrong }) => ({
          key: label,
          cells: [
            label,
            n === 0 || outcome === '' ? (
              numberWords(n)
            ) : (
              <a key="cases" href={verdictHref(links, { outcome: [outcome] })}>
                {numberWords(n)}
              </a>
            ),
            numberWords(counted),
            numberWords(wrong),
          ],
        }))}
      />
      <Numbers
        of={titled('Judges by accuracy', protocol)}
        summary="Table: the judges"
        columns={['Judge', 'Answers wrong', '95 % interval', 'Wrong', 'Answers that count']}
        rows={rows.map(({ run, label, counted, wrong, wrongShare }) => ({
          key: run,
          cells: [
            label,
            wrongShare === null ? 'none' : shareWords(wrongShare.value),
            wrongShare === null || wrongShare.lo === null || wrongShare.hi === null
              ? ''
              : `[${shareWords(wrongShare.lo)}, ${shareWords(wrongShare.hi)}]`,
            numberWords(wrong),
            numberWords(counted),
          ],
        }))}
      />
    </>
  );
}
