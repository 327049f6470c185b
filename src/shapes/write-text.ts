import { bulk, lacks } from './alter.ts';
import type { Defect, DefectPlan } from './defect.ts';
import { checkSentences, paddingSentences } from './phrases.ts';
import type { TextQuestion } from './question.ts';
import type { Random } from './random.ts';
import type { WrittenAnswer } from './write-open.ts';

/** Lists partial sums, or the numbers in order; each a sentence. */
function steps(question: TextQuestion): { readonly lines: string[]; readonly answer: string } {
  const { numbers } = question;
  if (question.kind === 'ordering') {
    const sorted = [...numbers].sort((p, q) => p - q);
    return {
      lines: sorted.map((n, i) => (i === 0 ? `The smallest is ${n}.` : `Next comes ${n}.`)),
      answer: sorted.join(', '),
    };
  }
  const lines: string[] = [];
  let total = numbers[0] ?? 0;
  for (const n of numbers.slice(1)) {
    lines.push(`${total} + ${n} = ${total + n}.`);
    total += n;
  }
  return { lines, answer: String(total) };
}

/** Writes a solution of a question without a picture. Plans may hold `wrong-answer`, `no-check` and `padding`. */
export function writeText(question: TextQuestion, plan: DefectPlan, r: Random): WrittenAnswer {
  const { lines, answer } = steps(question);
  const defects: Defect[] = [];
  let said = answer;
  if ((plan['wrong-answer'] ?? 0) > 0) {
    said = question.kind === 'adding' ? String(Number(answer) + 10) : answer.split(', ').reverse().join(', ');
    defects.push({ kind: 'wrong-answer', about: said, fix: answer });
  }
  const checks = checkSentences(r, 2 - (plan['no-check'] ?? 0));
  const padding = paddingSentences(r, plan.padding ?? 0);
  for (const extra of [...checks, ...padding]) lines.splice(r.int(lines.length), 0, extra);
  defects.push(...padding.map(bulk), ...lacks('no-check', checks.length));
  return { text: [question.open, ...lines, `Answer: ${said}.`].join(' '), defects };
}
