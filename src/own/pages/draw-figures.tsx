import './figures-look.ts';
import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import { loadCharts } from '../../charts/Live.tsx';
import { WholeDrawings } from '../../figures/kit/Numbers.tsx';
import { pageTab } from '../../figures/kit/protocol-words.ts';
import { FigureFrame } from '../../figures/page/FigureFrame.tsx';
import { figuresIn } from '../../figures/page/load-figures.ts';
import type { PrerenderedFigures } from '../../figures/page/prerendered.ts';
import { scopeOf, UNTOUCHED } from '../../figures/state.ts';
import type { OwnResult } from '../judge-files.ts';
import { ownSource } from '../own-source.ts';
import type { OwnSession } from '../session.ts';

const nobodyChooses = (): void => undefined;

/** Draws a page of figures as it stands before anybody chooses; it says whom it looks at closely. */
function Page({ known }: { readonly known: PrerenderedFigures }) {
  const { choices, opening, page, data } = known;
  const scope = scopeOf(choices, opening, UNTOUCHED);
  const run = choices.runs.find((one) => one.run === opening[page.protocol]);
  return (
    <section>
      <h2>Figures: {pageTab(page)}</h2>
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

/** Draws every figure of the pages, drawn whole, as an element that stands nowhere. */
function drawn(pages: readonly PrerenderedFigures[]): Element {
  const stage = document.createElement('div');
  const root = createRoot(stage);
  flushSync(() =>
    root.render(
      <WholeDrawings value={true}>
        {pages.map((known) => (
          <Page key={pageTab(known.page)} known={known} />
        ))}
      </WholeDrawings>,
    ),
  );
  const still = stage.cloneNode(true) as Element;
  root.unmount();
  return still;
}

/**
 * Draws every figure of the cases of a result whole; null where the site knows no benchmark of them. They are gathered in one turn at the
 * engine's tables, whatever else is looked at meanwhile. `id`: the name of its cases. Throws ClientFailure.
 */
export async function drawnFigures(session: OwnSession, result: OwnResult, id: string): Promise<Element | null> {
  const { benchmark } = result;
  if (benchmark === null) return null;
  const source = ownSource(session, result, { benchmark, id });
  try {
    const [pages] = await Promise.all([source.figures(), loadCharts()]);
    return drawn(pages);
  } finally {
    source.end();
  }
}
