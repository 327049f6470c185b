import { Fragment } from 'react';
import { Drawing } from '../../charts/Drawing.tsx';
import { Chart } from '../../charts/Live.tsx';
import { SeriesLegend } from '../../charts/mark-kinds.tsx';
import { OnPhone } from '../../charts/OnPhone.tsx';
import { NameAll, SpareNames } from '../../charts/SpareNames.tsx';
import { href } from '../../ui/href.ts';
import { dotsChart } from '../kit/dots-chart.ts';
import { FigureBox } from '../kit/FigureBox.tsx';
import type { Figure, MatrixFigure } from '../kit/figure.ts';
import { Matrix, MatrixKey } from '../kit/Matrix.tsx';
import { NumbersTable, OfNumbers } from '../kit/NumbersTable.tsx';
import { Reading } from '../kit/Reading.tsx';
import { inPanels } from '../kit/row-panels.ts';
import { scatterChart } from './charts.ts';
import { widthOfFigure } from './lines.ts';
import { TablePanels } from './TablePanels.tsx';

interface PrintedFigureProps {
  readonly figure: Figure;
  readonly benchmark: string;
}

function Drawn({ figure }: { readonly figure: Exclude<Figure, MatrixFigure> }) {
  switch (figure.kind) {
    case 'dots':
      return inPanels(figure.rows).map((rows) => {
        const title = rows.map(({ label }) => label).join(', ');
        return <Chart key={title} chart={dotsChart({ ...figure, title, rows })} />;
      });
    case 'change':
    case 'bars':
    case 'orders':
      return <TablePanels picture={figure} />;
    case 'scatter': {
      const [phone, wide] = [scatterChart(figure, 'phone'), scatterChart(figure, 'wide')];
      const narrow = (
        <>
          <Chart className="phone" chart={phone} />
          <SpareNames chart={phone} />
        </>
      );
      return (
        <OnPhone phone={narrow}>
          <Chart className="wide" chart={wide} />
          <SpareNames chart={wide} />
        </OnPhone>
      );
    }
  }
}

function Legend({ figure }: Pick<PrintedFigureProps, 'figure'>) {
  if (figure.kind === 'matrix') return <MatrixKey {...figure} />;
  return 'series' in figure ? <SeriesLegend series={figure.series} /> : null;
}

/** Shows a figure of printed tables, complete when it is served. */
export function PrintedFigure({ figure, benchmark }: PrintedFigureProps) {
  const { id, title, says, about, n, sources, kind } = figure;
  const isInPanels = kind !== 'scatter';
  const source = (
    <>
      From{' '}
      {sources.map(({ table: name, label }, i) => (
        <Fragment key={name}>
          {i > 0 ? ' and ' : ''}
          <a href={href(`/${benchmark}/${name}/`)}>{label}</a>
        </Fragment>
      ))}
      {`, ${n}`}
    </>
  );
  return (
    <FigureBox id={id} title={title} width={widthOfFigure(figure)} source={source}>
      <Reading says={says}>
        <p className="about">{about}</p>
      </Reading>
      <Legend figure={figure} />
      {kind === 'scatter' ? <NameAll /> : null}
      {figure.kind === 'matrix' ? (
        <Matrix {...figure} />
      ) : (
        <Drawing of={title} className={isInPanels ? 'panels' : undefined}>
          <Drawn figure={figure} />
        </Drawing>
      )}
      {figure.kind === 'matrix' ? null : (
        <details>
          <summary>
            <OfNumbers />
          </summary>
          <NumbersTable
            of={title}
            columns={figure.table.columns}
            rows={figure.table.rows.map((cells) => ({ key: cells.slice(0, 2).join(' '), cells }))}
          />
        </details>
      )}
    </FigureBox>
  );
}
