import './figures-look.ts';
import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import type { Choices } from '../../cases/choices.ts';
import type { CaseLine } from '../../cases/columns/list.ts';
import { loadCharts } from '../../charts/Live.tsx';
import { loadCases } from '../../client/case.ts';
import { holdRelease } from '../../client/local-release.ts';
import { askedFor } from '../../explore/asked.ts';
import { CaseInShort } from '../../explore/CasePreview.tsx';
import { askSelection } from '../../explore/selection.ts';
import { exploreFields } from '../../explore/state.ts';
import { WholeDrawings } from '../../figures/kit/Parts.tsx';
import { pageTab } from '../../figures/kit/words.ts';
import type { PrerenderedFigures } from '../../figures/page/case-figures.ts';
import { FigureFrame } from '../../figures/page/FiguresIsland.tsx';
import { figuresIn } from '../../figures/page/load-figures.ts';
import { scopeOf, UNTOUCHED } from '../../figures/state.ts';
import type { Benchmark } from '../../schema/benchmark.ts';
import type { Case } from '../../schema/stored-case.ts';
import { readSearch } from '../../ui/field.ts';
import { Text } from '../../ui/Text.tsx';
import type { LostCases } from '../intake/standing.ts';
import type { OwnResult } from '../judge-files.ts';
import { type OwnSource, ownSource } from '../own-source.ts';
import type { OwnSession } from '../session.ts';
import { lostSearch, lostWords } from '../standing-words.ts';

const nobodyChooses = (): void => undefined;

function Page({ known }: { readonly known: PrerenderedFigures }) {
  const { choices, opening, page, pages, data } = known;
  const scope = scopeOf(choices, opening, UNTOUCHED);
  const run = choices.runs.find((one) => one.run === opening[page.protocol]);
  return (
    <section>
      <h2>Figures: {pageTab(page, pages)}</h2>
      {page.topic === 'judges' || run === undefined ? null : (
        <p>Where a figure looks at one judge, it is {run.label}.</p>
      )}
      <div className="figures">
        {figuresIn(known).map((figure) => (
          <FigureFrame
            key={figure.id}
            figure={figure}
            shown={{ scope, key: '', data: data[figure.id], failure: null }}
            behind={false}
            busy={false}
            choices={choices}
            change={nobodyChooses}
          />
        ))}
      </div>
    </section>
  );
}

interface LostTold {
  readonly choices: Choices;
  readonly lines: readonly CaseLine[];
  readonly cases: ReadonlyMap<string, Case>;
  readonly title: string;
  readonly search: string;
}

const TOLD = 10;

async function gatherLost(source: OwnSource, lost: LostCases, benchmark: Benchmark): Promise<LostTold> {
  const { signal } = new AbortController();
  const { choices } = await source.list();
  const search = lostSearch(lost);
  const { fixed, facets } = exploreFields(choices);
  const asked = { choices, state: readSearch(fixed, search), facets: readSearch(facets, search) };
  const lines = (await askSelection(asked, signal)).cases.first(TOLD);
  const cases = await loadCases(
    choices.benchmark,
    lines.map(({ instance }) => instance),
    { signal },
  );
  return { choices, search, lines, cases, title: lostWords(lost, benchmark) };
}

function LostCasesTold({ choices, search, lines, cases, title }: LostTold) {
  return (
    <section>
      <h3>{title}</h3>
      {lines.length === 0 ? null : <p>Most points lost first{lines.length === TOLD ? `; the first ${TOLD}` : ''}.</p>}
      {lines.map((line) => {
        const data = cases.get(line.instance);
        return data === undefined ? null : (
          <article key={line.instance} className="own-case">
            <h4>{line.instance}</h4>
            {data.responses.map(({ response, model, text }) => (
              <p key={response} className="said">
                <b>
                  Response {response}
                  {model === '' ? '' : `, ${model}`}:
                </b>{' '}
                <Text text={text} />
              </p>
            ))}
            <CaseInShort {...{ choices, line, data }} asked={askedFor(search)} />
          </article>
        );
      })}
    </section>
  );
}

function drawn(pages: readonly PrerenderedFigures[], lost: readonly LostTold[]): Element {
  const stage = document.createElement('div');
  const root = createRoot(stage);
  flushSync(() =>
    root.render(
      <WholeDrawings value={true}>
        {pages.map((known) => (
          <Page key={pageTab(known.page, known.pages)} known={known} />
        ))}
        {lost.length === 0 ? null : <h2>Cases</h2>}
        {lost.map((one) => (
          <LostCasesTold key={one.title} {...one} />
        ))}
      </WholeDrawings>,
    ),
  );
  const still = stage.cloneNode(true) as Element;
  root.unmount();
  return still;
}

/** All figures and the costliest cases of a result; null where there are none. It answers under a name below `id`, whatever page is looked at. Throws ClientFailure. */
export async function drawnReport(session: OwnSession, result: OwnResult, id: string): Promise<Element | null> {
  const { benchmark, scored } = result;
  if (benchmark === null || !scored.valued) return null;
  const name = `${id}/report`;
  const source = ownSource(session, result, { benchmark, id: name });
  holdRelease(name, source.local);
  try {
    const [pages] = await Promise.all([source.figures(), loadCharts()]);
    const lost: LostTold[] = [];
    for (const one of scored.lost) if (one.lost > 0) lost.push(await gatherLost(source, one, benchmark));
    return drawn(pages, lost);
  } finally {
    holdRelease(name, null);
    source.end();
  }
}
