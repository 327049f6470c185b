import './figures-look.ts';
import type { PrerenderedFigures } from '../../figures/page/case-figures.ts';
import { Figures } from '../../figures/page/FiguresIsland.tsx';
import { rememberFigures } from '../../figures/page/load-figures.ts';
import { figuresSlug } from '../../figures/state.ts';
import type { OwnSource } from '../own-source.ts';
import { Gathered } from './Gathered.tsx';

/** Under which name the data of a page lie; new results get new names. */
const addresses = new WeakMap<PrerenderedFigures, string>();
let count = 0;

function addressOf(page: PrerenderedFigures): string {
  const known = addresses.get(page) ?? `own-figures-${++count}`;
  addresses.set(page, known);
  rememberFigures(known, page);
  return known;
}

/** Shows the figures of own cases. `slug`: the page in the address, '' for the first. */
export function OwnFigures({ source, slug }: { readonly source: OwnSource; readonly slug: string }) {
  return (
    <Gathered gather={source.figures} doing="Working out the figures">
      {(pages) => {
        const page = pages.find((one) => figuresSlug(one.pages, one.page) === slug) ?? pages[0];
        if (page === undefined) return <p>These cases hold nothing that a figure is drawn from.</p>;
        const address = addressOf(page);
        return <Figures key={address} address={address} />;
      }}
    </Gathered>
  );
}
