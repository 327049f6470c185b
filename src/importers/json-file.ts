import { readBytes } from '../records/bytes.ts';
import { parseJson, walkJson } from '../records/json.ts';
import { LIMITS, type Source, UnreadableError } from '../records/source.ts';
import type { Problem } from '../schema/problem.ts';

/** A JSON document that had to be read as a whole. `value` is undefined when it cannot be used. */
export interface JsonFile {
  readonly value: unknown;
  readonly problems: readonly Problem[];
  /** Line on which a path's key stands; undefined for paths that are not keys. */
  line(path: string): number | undefined;
}

const tooLarge = (file: string): UnreadableError =>
  new UnreadableError({
    file,
    message: 'a JSON document too large to be read as a whole',
    expected: `at most ${LIMITS.document} bytes`,
    hint: 'split it, or use JSON Lines',
  });

async function readText(source: Source): Promise<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  let text = '';
  // A gzipped file is larger than it looks.
  let bytes = 0;
  if (source.size > LIMITS.document) throw tooLarge(source.name);
  for await (const chunk of readBytes(source)) {
    bytes += chunk.byteLength;
    if (bytes > LIMITS.document) throw tooLarge(source.name);
    text += decoder.decode(chunk, { stream: true });
  }
  return text + decoder.decode();
}

function lineIndex(text: string): (path: string) => number | undefined {
  let lines: Map<string, number> | undefined;
  return (path) => {
    if (lines === undefined) {
      lines = new Map();
      let line = 1;
      let from = 0;
      const at = lines;
      walkJson(text, {
        key(pathOf, offset) {
          for (let i = text.indexOf('\n', from); i >= 0 && i < offset; i = text.indexOf('\n', i + 1)) line++;
          from = offset;
          const key = pathOf();
          if (!at.has(key)) at.set(key, line);
        },
      });
    }
    return lines.get(path);
  };
}

const NOTHING: Omit<JsonFile, 'problems'> = { value: undefined, line: () => undefined };

/** Reads a JSON document (up to 256 MiB), noticing duplicate keys. */
export async function readJsonFile(source: Source): Promise<JsonFile> {
  let text: string;
  try {
    text = await readText(source);
  } catch (error) {
    const unreadable = error instanceof UnreadableError ? error : source.failure?.(error);
    if (unreadable != null) return { ...NOTHING, problems: [unreadable.problem] };
    if (!(error instanceof TypeError)) throw error;
    return {
      ...NOTHING,
      problems: [{ file: source.name, message: 'not valid UTF-8', hint: 'save the file as UTF-8' }],
    };
  }
  const parsed = parseJson(text);
  if (parsed.error !== null) {
    return {
      ...NOTHING,
      problems: [{ file: source.name, message: `not valid JSON: ${parsed.error}`, hint: 'is the file cut off?' }],
    };
  }
  const line = lineIndex(text);
  const problems = parsed.duplicates.map((spot): Problem => {
    const message = 'this key stands twice in one object; the last was read';
    return {
      severity: 'warning',
      file: source.name,
      line: line(spot.path),
      field: spot.path,
      message,
      hint: 'keep one of them',
    };
  });
  return { value: parsed.value, problems, line };
}
