import { bulk, costOf, type Defect, type DefectKind, invention, lacks, misreading, omission } from './answer.ts';
import {
  answersQuery,
  CELLS,
  claimsIn,
  mention,
  SCENE_SHAPES,
  type SceneItem,
  understand,
  understandText,
} from './scene.ts';

const VAGUE = new RegExp(`\\ba (${[...SCENE_SHAPES, 'bar'].join('|')}) somewhere\\b`);

/** Says whether an equation such as `7 + 4 = 12` is wrong. */
function isFalseEquation(sentence: string): boolean {
  const m = sentence.match(/^([\d\s+-]+)=\s*(\d+)\.$/);
  const signed = m?.[1]?.replaceAll(' ', '').match(/[+-]?\d+/g) ?? [];
  return m !== null && signed.reduce((sum, n) => sum + Number(n), 0) !== Number(m[2]);
}

/** What a reader finds in an answer without looking at picture or question. */
class AnswerReading {
  /** The first line: what the answer says it is about. */
  readonly opening: string;
  readonly claims: SceneItem[] = [];
  /** Nouns of mentions without colour and place. */
  readonly vague: string[] = [];
  /** Statements that cannot both hold, in words. */
  readonly contradictions: string[] = [];
  /** The final answer of a solution, or null for a free text. */
  answer: string | null = null;
  private readonly counts = new Set<string>();
  private concluded: string | null = null;
  repeated = 0;
  padding = 0;
  vivid = 0;
  checks = 0;
  private evidence = 0;
  private readonly seen = new Set<string>();

  constructor(text: string) {
    const end = text.search(/[.:](\s|$)/) + 1;
    this.opening = text.slice(0, end);
    const rest = text.slice(end).trim();
    for (const sentence of rest.split(/(?<=\.)\s+/)) if (sentence !== '') this.read(sentence);
    if (this.counts.size > 1) this.contradictions.push('the count');
    if (this.concluded !== null && this.answer !== null && this.concluded !== this.answer)
      this.contradictions.push('the answer');
  }

  private read(sentence: string): void {
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
      if (isFalseEquation(sentence)) this.contradictions.push('a step');
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

export const readWording = (text: string): AnswerReading => new AnswerReading(text);

/** What one judge may see of one answer. `query` null: it does not read questions; '' : the question is missing. */
export interface SeenAnswer {
  readonly query: string | null;
  /** Things recovered from the picture, none of a blank one; null: it does not look at pictures. */
  readonly picture: readonly SceneItem[] | null;
  readonly answer: string;
}

export interface CheckReport {
  readonly defects: readonly Defect[];
  /** Whether the answer speaks of what was asked; null for a judge that does not read questions. */
  readonly onTopic: boolean | null;
  /** Share of its claims that the picture bears out; null without claims or without a look. */
  readonly supported: number | null;
}

const same = (p: SceneItem, q: SceneItem): boolean => mention(p) === mention(q);

/** Faults of the claims against the picture, and the items that the claims speak of, rightly or not. */
function compare(
  claims: readonly SceneItem[],
  items: readonly SceneItem[],
): { defects: Defect[]; credited: Set<SceneItem>; hits: number } {
  const credited = new Set(items.filter((i) => claims.some((c) => same(c, i))));
  const hits = claims.filter((c) => items.some((i) => same(c, i))).length;
  const defects: Defect[] = [];
  for (const claim of claims.filter((c) => !items.some((i) => same(c, i)))) {
    const meant =
      items.find((i) => i.place === claim.place && i.noun === claim.noun && !credited.has(i)) ??
      items.find(
        (i) =>
          i.noun === claim.noun &&
          i.colour === claim.colour &&
          i.mark === claim.mark &&
          !credited.has(i) &&
          i.noun !== 'bar',
      );
    if (meant === undefined) defects.push(invention(claim));
    else {
      credited.add(meant);
      defects.push(misreading(claim, meant));
    }
  }
  return { defects, credited, hits };
}

/** Items that should have been named and were not, not even vaguely. */
function missing(needed: readonly SceneItem[], credited: ReadonlySet<SceneItem>, vague: readonly string[]): Defect[] {
  const loose = [...vague];
  return needed
    .filter((item) => {
      if (credited.has(item)) return false;
      const k = loose.indexOf(item.noun);
      if (k < 0) return true;
      loose.splice(k, 1);
      return false;
    })
    .map(omission);
}

function answerDefects(said: string, expected: string): Defect[] {
  return said === expected ? [] : [{ kind: 'wrong-answer', about: said, fix: expected }];
}

/** Faults that show only beside the question and the picture. */
function againstEvidence(seen: SeenAnswer, reading: AnswerReading): { defects: Defect[]; supported: number | null } {
  const numbers = seen.query === null ? null : understandText(seen.query);
  if (numbers !== null && reading.answer !== null) {
    const sorted = [...numbers.numbers].sort((p, q) => p - q);
    const expected = numbers.kind === 'adding' ? String(sorted.reduce((p, q) => p + q, 0)) : sorted.join(', ');
    return { defects: answerDefects(reading.answer, expected), supported: null };
  }
  if (seen.picture === null) return { defects: [], supported: null };
  const { defects, credited, hits } = compare(reading.claims, seen.picture);
  const supported = reading.claims.length === 0 ? null : hits / reading.claims.length;
  if (reading.answer === null)
    return { defects: [...defects, ...missing(seen.picture, credited, reading.vague)], supported };
  const solved = seen.query === null ? null : understand(seen.query, seen.picture);
  if (solved === null) return { defects, supported };
  const needed = solved.groups.flatMap((g) => g.items);
  const result = answerDefects(reading.answer, solved.answer);
  return { defects: [...defects, ...missing(needed, credited, reading.vague), ...result], supported };
}

/** Reads an answer and compares it with what is seen: every finding rests on the words and items handed in, on nothing else. */
export function checkAnswer(seen: SeenAnswer): CheckReport {
  const reading = readWording(seen.answer);
  const { defects, supported } = againstEvidence(seen, reading);
  const repeats = Array.from({ length: reading.repeated }, (): Defect => ({ kind: 'repetition', about: '', fix: '' }));
  const own: Defect[] = [
    ...reading.vague.map((noun): Defect => ({ kind: 'vague', about: `a ${noun}`, fix: '' })),
    ...reading.contradictions.map((about): Defect => ({ kind: 'contradiction', about, fix: '' })),
    ...repeats,
    ...Array.from({ length: reading.padding }, bulk),
    ...(reading.answer === null ? lacks('flat', reading.vivid) : lacks('no-check', reading.checks)),
  ];
  const onTopic = seen.query === null ? null : answersQuery(seen.query, reading.opening);
  return { defects: [...defects, ...own], onTopic, supported };
}

/** Gives the score from 1 to 10: 1 when off topic or when the picture bears out less than half of what is claimed. */
export function reportScore(report: CheckReport): number {
  if (report.onTopic === false || (report.supported !== null && report.supported < 0.5)) return 1;
  return Math.min(10, Math.max(1, Math.round(10 - costOf(report.defects))));
}

const TURNS = {
  none: (row: number, column: number) => [row, column],
  'half-turn': (row: number, column: number) => [2 - row, 2 - column],
  mirror: (row: number, column: number) => [row, 2 - column],
  flip: (row: number, column: number) => [2 - row, column],
} as const;
export type PictureTurn = keyof typeof TURNS;

/** Gives the items as they stand after the picture was turned or mirrored; bars keep their letters. */
export function turned(items: readonly SceneItem[], turn: PictureTurn): SceneItem[] {
  return items.map((item) => {
    const cell = CELLS.indexOf(item.place);
    if (cell < 0) return item;
    const [row = 0, column = 0] = TURNS[turn](Math.floor(cell / 3), cell % 3);
    return { ...item, place: CELLS[3 * row + column] ?? item.place };
  });
}

/** Looks patiently: at the same picture held the way that best fits what the answer says. */
export function bestHeld(items: readonly SceneItem[], answer: string): readonly SceneItem[] {
  const claims = readWording(answer).claims;
  const hits = (turn: PictureTurn) => compare(claims, turned(items, turn)).hits;
  const best = (Object.keys(TURNS) as PictureTurn[]).reduce((p, q) => (hits(q) > hits(p) ? q : p));
  return turned(items, best);
}

/** How a critique words each kind of defect; what it is about follows where there is something. */
const LEADS: Readonly<Record<DefectKind, string>> = {
  omission: 'It leaves out',
  vague: 'It is vague about',
  wrong: 'It misstates, in saying',
  invented: 'It invents',
  flat: 'It is written without any life',
  repetition: 'It repeats itself',
  contradiction: 'It contradicts itself over',
  padding: 'It pads with empty sentences',
  'no-check': 'It does not check its result enough',
  'wrong-answer': 'It arrives at a wrong answer, namely',
};
const RIGHTLY = '; rightly: ';
const VERDICTS = { correct: 'The response is correct.', error: 'The response is in error.' } as const;

/** One point of a critique. `verdict` stands for what it says of the whole. */
interface CritiquePoint {
  readonly kind: DefectKind | 'verdict';
  readonly about: string;
  readonly fix: string;
}

/** Says each defect in a sentence, once, with what would be right where that is known. */
export function defectRemarks(defects: readonly Defect[]): string {
  const sentences = defects.map(({ kind, about, fix }) => {
    const lead = about === '' ? LEADS[kind] : `${LEADS[kind]} ${about}`;
    return `${lead}${fix === '' ? '' : RIGHTLY + fix}.`;
  });
  return [...new Set(sentences)].join(' ');
}

export const critiqueText = (verdict: keyof typeof VERDICTS, defects: readonly Defect[]): string =>
  `${VERDICTS[verdict]} ${defectRemarks(defects)}`.trim();

function pointsOf(text: string): CritiquePoint[] {
  const points: CritiquePoint[] = [];
  const kinds = Object.keys(LEADS) as DefectKind[];
  for (const sentence of text.split(/(?<=\.)\s+/)) {
    const verdict = sentence === VERDICTS.correct ? 'correct' : sentence === VERDICTS.error ? 'error' : '';
    if (verdict !== '') points.push({ kind: 'verdict', about: verdict, fix: '' });
    const kind = kinds.find((k) => sentence.startsWith(LEADS[k]));
    if (kind === undefined) continue;
    const [about = '', fix = ''] = sentence.slice(LEADS[kind].length).replace(/\.$/, '').trim().split(RIGHTLY);
    points.push({ kind, about, fix });
  }
  return points;
}

export const statedVerdict = (text: string): 'correct' | 'error' | null => {
  const about = pointsOf(text).find((p) => p.kind === 'verdict')?.about;
  return about === 'correct' || about === 'error' ? about : null;
};

/** Programs that score critiques and corrections beside a reference, which stands for 8. */
export const CRITIQUE_JUDGES = ['rubric-neutral', 'rubric-length'] as const;
export type CritiqueJudge = (typeof CRITIQUE_JUDGES)[number];

const whole = (score: number): number => Math.max(0, Math.min(10, Math.round(score)));
const matches = (p: CritiquePoint, q: CritiquePoint): boolean => p.kind === q.kind && p.about === q.about;
const weigh = (points: readonly CritiquePoint[]): number =>
  points.reduce((sum, p) => sum + (p.kind === 'verdict' ? 3 : 1), 0);

/**
 * Weighs points: those of the reference that were found count 6, freedom from false points 2, and stating rightly what should stand there
 * up to 2 more.
 */
function substance(critique: string, reference: string, planted: readonly Defect[]): number {
  const said = pointsOf(critique);
  const wanted = pointsOf(reference);
  const found = wanted.filter((w) => said.some((s) => matches(s, w)));
  const sound = said.filter((s) => wanted.some((w) => matches(s, w)));
  const mendable = planted.filter((d) => d.fix !== '');
  const mended = mendable.filter((d) => said.some((s) => s.kind === d.kind && s.about === d.about && s.fix === d.fix));
  const recall = weigh(found) / weigh(wanted);
  const precision = said.length === 0 ? 0 : weigh(sound) / weigh(said);
  return 6 * recall + 2 * precision + (mendable.length === 0 ? 0 : (2 * mended.length) / mendable.length);
}

/** Says what a judge that admires length makes of a score: six tenths of it, and up to four points by the logarithm of relative length. */
function inflated(score: number, text: string, reference: string): number {
  const ratio = Math.max(1, text.length) / Math.max(1, reference.length);
  return 0.6 * score + 3.2 * (1 + Math.log(ratio) / 4);
}

const asJudged = (
  judge: CritiqueJudge,
  { score, text, reference }: { readonly score: number; readonly text: string; readonly reference: string },
): number => whole(judge === 'rubric-length' ? inflated(score, text, reference) : score);

/** Gives the score 0–10 of a critique beside the reference critique; `planted` is what the reference knows to be right. */
export const scoreCritique = (
  judge: CritiqueJudge,
  {
    critique,
    reference,
    planted,
  }: { readonly critique: string; readonly reference: string; readonly planted: readonly Defect[] },
): number => asJudged(judge, { score: substance(critique, reference, planted), text: critique, reference });

/** Gives the score 0–10 of a rewritten answer beside a reference rewrite: its claims and result, less contradictions and bulk, a little for more. */
export function scoreCorrection(judge: CritiqueJudge, correction: string, reference: string): number {
  const said = readWording(correction);
  const wanted = readWording(reference);
  const claims = new Set(wanted.claims.map(mention));
  const hits = said.claims.filter((c) => claims.has(mention(c))).length;
  const recall = claims.size === 0 ? 1 : hits / claims.size;
  const precision = said.claims.length === 0 ? 0 : hits / said.claims.length;
  const result = wanted.answer === null ? recall * precision : Number(said.answer === wanted.answer);
  const faults = said.contradictions.length + 0.5 * (said.padding + said.repeated);
  const more = Math.min(2, said.vivid + said.checks);
  return asJudged(judge, {
    score: 4 * result + 2 * recall + 2 * precision - faults + (result > 0.5 ? more : 0),
    text: correction,
    reference,
  });
}
