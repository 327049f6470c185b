import { bulk, invented, invention, lacks, misreading, omission, vagueness } from './alter.ts';
import type { Defect, DefectPlan } from './defect.ts';
import { checkSentences, paddingSentences } from './phrases.ts';
import { type SolvedQuestion, understand } from './question.ts';
import type { Random } from './random.ts';
import { CELLS, LETTERS, mention, SCENE_SIZES, type Scene, type SceneItem } from './scene.ts';
import type { WrittenAnswer } from './write-open.ts';

/** Steps of a solution that may not be moved, with the sentences that may stand between them. */
interface Draft {
  readonly steps: string[];
  readonly defects: Defect[];
}

/** Makes an irrelevant misreading: another size or place of a shape, another colour of a bar. The answer does not depend on it. */
function misread(item: SceneItem, scene: Scene, r: Random): SceneItem {
  if (item.noun === 'bar') return { ...item, colour: item.colour === 'red' ? 'blue' : 'red' };
  const free = CELLS.filter((c) => scene.items.every((i) => i.place !== c));
  if (free.length > 0 && r.chance(0.5)) return { ...item, place: r.pick(free) };
  return { ...item, size: SCENE_SIZES.find((s) => s !== item.size) ?? 'small' };
}

const tally = (solved: SolvedQuestion, index: number): string => {
  const items = solved.groups[index]?.items ?? [];
  const values = items.map((i) => i.value);
  if (solved.kind === 'sum') return `${values.join(' + ')} = ${solved.answer}.`;
  if (solved.kind === 'range') return `${Math.max(...values)} - ${Math.min(...values)} = ${solved.answer}.`;
  return `That makes ${items.length} for the ${solved.groups[index]?.name ?? ''}.`;
};

const miscount = (line: string): string => line.replace(/\d+(?=\.$| [a-z])/, (n) => String(Number(n) + 1));

/** Gives the evidence: every item that the question is about, then what each group comes to. */
function evidence(
  r: Random,
  { solved, scene, plan }: { readonly solved: SolvedQuestion; readonly scene: Scene; readonly plan: DefectPlan },
): Draft {
  const all = r.shuffle(solved.groups.flatMap((g) => g.items));
  const vague = all.slice(0, plan.vague ?? 0);
  const wrong = all.slice(vague.length, vague.length + (plan.wrong ?? 0));
  const steps: string[] = [];
  const defects: Defect[] = [];
  const slip = (plan.contradiction ?? 0) > 0 ? r.int(solved.groups.length) : -1;
  solved.groups.forEach((group, index) => {
    for (const item of group.items) {
      if (vague.includes(item)) {
        steps.push(`I see a ${item.noun} somewhere.`);
        defects.push(vagueness(item));
      } else if (wrong.includes(item)) {
        const said = misread(item, scene, r);
        steps.push(`I see ${mention(said)}.`);
        defects.push(misreading(said, item));
      } else steps.push(`I see ${mention(item)}.`);
    }
    const line = tally(solved, index);
    steps.push(index === slip ? miscount(line) : line);
    if (index === slip) defects.push({ kind: 'contradiction', about: 'a step', fix: line.replace(/\.$/, '') });
  });
  return { steps, defects };
}

/** Gives the items as seen by a writer who overlooks one or misreads a bar, so that the answer comes out wrong. */
function misseen(scene: Scene, question: SolvedQuestion, r: Random): { items: readonly SceneItem[]; defect: Defect } {
  const victim = r.pick(question.groups.find((g) => g.items.length > 0)?.items ?? scene.items);
  if (victim.noun !== 'bar') return { items: scene.items.filter((i) => i !== victim), defect: omission(victim) };
  const extreme = question.kind === 'range' ? [...scene.items].sort((p, q) => q.value - p.value)[0] : victim;
  const real = extreme ?? victim;
  const said = { ...real, value: real.value + 1 + r.int(2) };
  return { items: scene.items.map((i) => (i === real ? said : i)), defect: misreading(said, real) };
}

/** Writes a worked solution. Its answer is right unless the plan holds `wrong-answer`. */
export function writeClosed(
  r: Random,
  { scene, question, plan }: { readonly scene: Scene; readonly question: SolvedQuestion; readonly plan: DefectPlan },
): WrittenAnswer {
  const defects: Defect[] = [];
  let solved = question;
  if ((plan['wrong-answer'] ?? 0) > 0) {
    const seen = misseen(scene, question, r);
    solved = understand(question.text, seen.items) ?? question;
    defects.push(seen.defect, { kind: 'wrong-answer', about: solved.answer, fix: question.answer });
  }
  const { steps, defects: planted } = evidence(r, { solved, scene, plan });
  const conclusion = `So the answer comes to ${solved.answer}.`;
  defects.push(...planted);
  const made: SceneItem[] = [];
  for (let k = 0; k < (plan.invented ?? 0); k++)
    made.push(
      invented(
        scene,
        made.map((i) => i.place),
        r,
      ),
    );
  steps.push(...made.map((item) => `I also notice ${mention(item)}, which is of no use here.`));
  defects.push(...made.map(invention));
  if ((plan.contradiction ?? 0) > 1) {
    steps.push(`So the answer comes to ${otherAnswer(solved)}.`);
    defects.push({ kind: 'contradiction', about: 'the answer', fix: solved.answer });
  } else steps.push(conclusion);
  const checks = checkSentences(r, 2 - (plan['no-check'] ?? 0));
  const padding = paddingSentences(r, plan.padding ?? 0);
  for (const extra of [...checks, ...padding]) steps.splice(r.int(steps.length), 0, extra);
  defects.push(...padding.map(bulk), ...lacks('no-check', checks.length));
  return { text: [question.open, ...steps, `Answer: ${solved.answer}.`].join(' '), defects };
}

const otherAnswer = (solved: SolvedQuestion): string =>
  solved.kind === 'letters'
    ? LETTERS.filter((l) => !solved.answer.includes(l))
        .slice(0, 2)
        .join(', ')
    : String(Number(solved.answer) + 1);
