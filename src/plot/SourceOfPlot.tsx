import { href } from '../ui/href.ts';
import { countOf } from '../ui/number-words.ts';
import type { PlotAxis } from './axes.ts';

interface SourceOfPlotProps {
  readonly x: PlotAxis;
  readonly y: PlotAxis;
  readonly points: number;
}

/** Says where the values come from: the tables of both axes, and the list of judges for facts. */
export function SourceOfPlot({ x, y, points }: SourceOfPlotProps) {
  const tables = [y, x].flatMap(({ from, name }) =>
    from === null
      ? [{ path: '/judges/', words: `${name}: judges` }]
      : [{ path: `/${from.benchmark}/${from.table}/`, words: name }],
  );
  const different = tables.filter(({ words }, i) => tables.findIndex((other) => other.words === words) === i);
  return (
    <>
      From{' '}
      {different.map(({ path, words }, i) => (
        <span key={words}>
          {i === 0 ? '' : ' and '}
          <a href={href(path)}>{words}</a>
        </span>
      ))}
      , {countOf(points, 'point')}
    </>
  );
}
