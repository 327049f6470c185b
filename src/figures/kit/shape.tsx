import type { ReactElement } from 'react';

/** Shape and colour both tell series apart: disc, ring, diamond, square, in the order of the series. */
const SHAPES = 4;

interface Props {
  readonly index: number;
  readonly x: number;
  readonly y: number;
  readonly title?: string;
}

/** One mark of a series, about 10 units wide, centred. */
export function Shape({ index, x, y, title }: Props): ReactElement {
  const kind = index % SHAPES;
  const label = title === undefined ? null : <title>{title}</title>;
  const className = `shape-mark s${kind}`;
  if (kind === 0)
    return (
      <circle className={className} cx={x} cy={y} r={5}>
        {label}
      </circle>
    );
  if (kind === 1)
    return (
      <circle className={className} cx={x} cy={y} r={4}>
        {label}
      </circle>
    );
  if (kind === 2)
    return (
      <path className={className} d={`M${x} ${y - 6}l6 6-6 6-6-6z`}>
        {label}
      </path>
    );
  return (
    <rect className={className} x={x - 4.5} y={y - 4.5} width={9} height={9}>
      {label}
    </rect>
  );
}
