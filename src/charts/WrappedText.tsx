import { fittedName } from './DrawnName.tsx';

const LINE = 13;

/** Breaks a name into at most two lines: `Instruction following` after its space, `Text-dominance` after its hyphen. */
export function wrappedLines(text: string, most: number): readonly string[] {
  if (text.length <= most) return [text];
  const words = text.split(/(?<=-)(?=\S)|\s+/);
  if (words.length < 2) return [text];
  const breaks = words.slice(1).map((_, i) => {
    const joined = (part: readonly string[]): string => part.join(' ').replaceAll('- ', '-');
    return [joined(words.slice(0, i + 1)), joined(words.slice(i + 1))] as const;
  });
  return breaks.reduce((best, one) =>
    Math.max(one[0].length, one[1].length) < Math.max(best[0].length, best[1].length) ? one : best,
  );
}

/** Breaks a text at its spaces into lines of at most `letters` letters; a longer word stays whole. */
export function linesOfText(text: string, most: number): readonly string[] {
  const lines: string[] = [];
  for (const word of text.split(' ')) {
    const last = lines.at(-1);
    if (last !== undefined && last.length + 1 + word.length <= most) lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(word);
  }
  return lines;
}

interface WrappedTextProps {
  readonly text: string;
  readonly x: number;
  /** Baseline of the last line. */
  readonly y: number;
  /** Letters of a line before the text is broken. */
  readonly most: number;
  /** Units that a line has. */
  readonly room: number;
}

/** Writes a name in a drawing, broken into two lines where it is long. */
export function WrappedText({ text, x, y, most, room }: WrappedTextProps) {
  const lines = wrappedLines(text, most);
  const shown = lines.map((line) => fittedName(line, room));
  const title = shown.some((line, i) => line !== lines[i]) ? <title>{text}</title> : null;
  const drawn = shown.map((line, i) => (
    <tspan key={lines[i]} x={x} y={y + (i - (lines.length - 1)) * LINE}>
      {line}
    </tspan>
  ));
  return (
    <>
      {title}
      {drawn}
    </>
  );
}
