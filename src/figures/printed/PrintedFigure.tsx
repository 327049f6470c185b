import { Fragment } from 'react';
import { HowToRead } from '../../ui/HowToRead.tsx';
import { href } from '../../ui/href.ts';
import { Change } from '../kit/Change.tsx';
import { Dots } from '../kit/Dots.tsx';
import { Drawing } from '../kit/Drawing.tsx';
import { FigureBox } from '../kit/FigureBox.tsx';
import type { Figure } from '../kit/figure.ts';
import { Matrix, MatrixKey } from '../kit/Matrix.tsx';
import { NumbersTable } from '../kit/NumbersTable.tsx';
import { Scatter } from '../kit/Scatter.tsx';
import { SeriesLegend } from '../kit/SeriesLegend.tsx';

interface PrintedFigureProps {
  readonly figure: Figure;
  readonly benchmark: string;
}

function Drawn({ figure }: Pick<PrintedFigureProps, 'figure'>) {
  switch (figure.kind) {
    case 'dots':
      return <Dots {...figure} />;
    case 'change':
      return <Change panels={figure.panels} />;
    case 'matrix':
      return <Matrix {...figure} />;
    case 'scatter':
      return <Scatter {...figure} />;
  }
}

function Legend({ figure }: Pick<PrintedFigureProps, 'figure'>) {
  if (figure.kind === 'matrix') return <MatrixKey {...figure} />;
  return figure.kind === 'change' ? null : <SeriesLegend series={figure.series} />;
}

/** A figure of printed tables, complete when it is served. */
export function PrintedFigure({ figure, benchmark }: PrintedFigureProps) {
  const { id, title, about, n, sources, table, kind } = figure;
  const isBroad = kind === 'matrix' || (kind === 'change' && figure.panels.length > 1);
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
    <FigureBox id={id} title={title} width={isBroad ? 'broad' : 'half'} source={source}>
      <Legend figure={figure} />
      <Drawing of={title} className={kind === 'change' ? 'panels' : undefined}>
        <Drawn figure={figure} />
      </Drawing>
      <HowToRead>
        <p className="about">{about}</p>
      </HowToRead>
      <details>
        <summary>Table of these numbers</summary>
        <NumbersTable
          of={title}
          columns={table.columns}
          rows={table.rows.map((cells) => ({ key: cells.slice(0, 2).join(' '), cells }))}
        />
      </details>
    </FigureBox>
  );
}
