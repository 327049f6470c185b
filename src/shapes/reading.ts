import { claimsIn, SCENE_SHAPES, type SceneItem } from './scene.ts';

/** What a reader finds in an answer without looking at picture or question. */
export interface AnswerReading {
  /** The first line: what the answer says it is about. */
  readonly opening: string;
  /** Precise mentions, each once. */
  readonly claims: readonly SceneItem[];
  /** Nouns of mentions without colour and place. */
  readonly vague: readonly string[];
  /** The final answer of a solution, or null for a free text. */
  readonly answer: string | null;
  /** Statements that cannot both hold, in words. */
  readonly contradictions: readonly string[];
  readonly repeated: number;
  readonly padding: number;
  readonly vivid: number;
  readonly checks: number;
}

const VAGUE = new RegExp(`\\ba (${[...SCENE_SHAPES, 'bar'].join('|')}) somewhere\\b`);

const sum = (text: string): number =>
  text
    .split('+')
    .map((part) =>
      part
        .split('-')
        .map(Number)
        .reduce((p, q) => p - q),
    )
    .reduce((p, q) => p + q, 0);

/** Reads `7 + 4 = 11`: what the left side really comes to, if the right side says something else. */
function falseEquation(sentence: string): string | null {
  const m = sentence.match(/^([\d\s+-]+)=\s*(\d+)\.$/);
  if (m === null) return null;
  return sum(m[1] ?? '') === Number(m[2]) ? null : 'a step';
}

class Reader {
  readonly claims: SceneItem[] = [];
  readonly vague: string[] = [];
  readonly contradictions: string[] = [];
  readonly counts = new Set<string>();
  answer: string | null = null;
  concluded: string | null = null;
  repeated = 0;
  padding = 0;
  vivid = 0;
  checks = 0;
  private evidence = 0;
  private readonly seen = new Set<string>();

  read(sentence: string): void {
    if (this.seen.has(sentence) && claimsIn(sentence).length > 0) {
      this.repeated += 1;
      return;
    }
    this.seen.add(sentence);
    if (this.result(sentence) || this.mentions(sentence)) return;
    if (/\b(like|as if)\b/.test(sentence)) this.vivid += 1;
    else if (/\b(again|twice|another way)\b/i.test(sentence)) this.checks += 1;
    else this.padding += 1;
  }

  /** Reads answers, tallies, sums and counts. */
  private result(sentence: string): boolean {
    const answer = sentence.match(/^Answer: (.*)\.$/);
    const concluded = sentence.match(/^So the answer comes to (.*)\.$/);
    const tally = sentence.match(/^That makes (\d+) /);
    const total = sentence.match(/ (\d+) in all\.$/);
    if (answer) this.answer = answer[1] ?? '';
    else if (concluded) this.concluded = concluded[1] ?? '';
    else if (tally) {
      if (Number(tally[1]) !== this.evidence) this.contradictions.push('a step');
      this.evidence = 0;
    } else if (total) this.counts.add(total[1] ?? '');
    else if (/^[\d\s+=-]+\.$/.test(sentence)) {
      const wrong = falseEquation(sentence);
      if (wrong !== null) this.contradictions.push(wrong);
    } else return /^(The smallest is|Next comes) \d+\.$/.test(sentence);
    return true;
  }

  private mentions(sentence: string): boolean {
    const vague = sentence.match(VAGUE);
    const claims = claimsIn(sentence);
    this.claims.push(...claims);
    if (vague) this.vague.push(vague[1] ?? '');
    if (!/of no use/.test(sentence)) this.evidence += claims.length + (vague ? 1 : 0);
    return vague !== null || claims.length > 0;
  }
}

/** Splits an answer into sentences and sorts each by its wording alone. */
export function readWording(text: string): AnswerReading {
  const end = text.search(/[.:](\s|$)/) + 1;
  const reader = new Reader();
  for (const sentence of text
    .slice(end)
    .trim()
    .split(/(?<=\.)\s+/))
    if (sentence !== '') reader.read(sentence);
  if (reader.counts.size > 1) reader.contradictions.push('the count');
  if (reader.concluded !== null && reader.answer !== null && reader.concluded !== reader.answer)
    reader.contradictions.push('the answer');
  const { claims, vague, answer, contradictions, repeated, padding, vivid, checks } = reader;
  return { opening: text.slice(0, end), claims, vague, answer, contradictions, repeated, padding, vivid, checks };
}
