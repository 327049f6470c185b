import type { PlacedName } from './names.ts';

interface PlacedTextProps {
  readonly text: string;
  readonly name: PlacedName;
}

/** Writes the name of a point, and the line to it where it stands farther off. */
export function PlacedText({ text, name: { place, leader } }: PlacedTextProps) {
  return (
    <>
      {leader === null ? null : <path className="leader" d={`M${leader.from.join(' ')}L${leader.to.join(' ')}`} />}
      <text className="named over-lines" {...place}>
        {text}
      </text>
    </>
  );
}
