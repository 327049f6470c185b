import { LETTER_UNITS } from './label-room.ts';

/** Fits a name into `room` units: whole, or cut with an ellipsis. */
export function fittedName(text: string, room: number): string {
  const most = Math.max(1, Math.floor(room / LETTER_UNITS));
  const letters = [...text];
  return letters.length <= most
    ? text
    : `${letters
        .slice(0, most - 1)
        .join('')
        .trimEnd()}…`;
}

interface DrawnNameProps {
  readonly text: string;
  /** Units of the drawing that the name may take. */
  readonly room: number;
}

/** Fills a `text` of a drawing with a name that does not run out of it. A name that is cut has the whole one as its title. */
export function DrawnName({ text, room }: DrawnNameProps) {
  const shown = fittedName(text, room);
  if (shown === text) return text;
  return (
    <>
      <title>{text}</title>
      {shown}
    </>
  );
}
