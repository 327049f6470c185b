interface StripesProps {
  readonly rows: number;
  /** Height of a row, and where the first one begins. */
  readonly line: number;
  readonly top: number;
  readonly width: number;
}

/** Draws a ground behind every other row, the first among them. It comes before lines that run through the rows, so that these stay whole. */
export function Stripes({ rows, line, top, width }: StripesProps) {
  const ground = Array.from({ length: Math.ceil(rows / 2) }, (_, i) => `M0 ${top + 2 * i * line}h${width}v${line}H0z`);
  return <path className="stripe" d={ground.join('')} />;
}
