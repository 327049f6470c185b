import type { PlacedName } from './names.ts';

interface PlacedTextProps {
  readonly text: string;
  readonly name: PlacedName;
}

/** Writes the name of a point, or its number, which is shown on demand; and the line to it where it stands farther off. */
export function PlacedText({ text, name: { place, leader, number } }: PlacedTextProps) {
  const drawn = (
    <>
      {leader === null ? null : <path className="leader" d={`M${leader.from.join(' ')}L${leader.to.join(' ')}`} />}
      <text className="named over-lines" {...place}>
        {number ?? text}
      </text>
    </>
  );
  return number === null ? drawn : <g className="spare">{drawn}</g>;
}
