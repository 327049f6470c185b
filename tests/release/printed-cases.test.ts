import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { Benchmark } from '../../src/schema/benchmark.ts';

/**
 * What the papers print, read a second time: who wrote what is judged; what was asked, the label, and answers (those that are wrong marked).
 */
const PRINTED: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'multi-crit': {
    'table-10': 'llava-v1.6-vicuna-7b, yi-vl-plus | Completeness A; Grounding B; Hallucination A',
    'table-11':
      'Llama-3.2-11B-Vision-Instruct, Qwen2.5-VL-7B-Instruct | Completeness B; Hallucination A; Expressiveness A; Clarity B',
    'table-12': 'GPT-4.1, GPT-4.1 | Completeness B; Grounding A; Hallucination A; Clarity B',
    'table-13':
      'Qwen2.5-VL-72B-Instruct, Gemini-2.5-Flash | Grounding B; Logic A; Hallucination A; Exploration B; Efficiency A',
    'table-14': 'Gemini-2.5-Flash, Gemini-2.5-Flash | Grounding B; Hallucination A; Exploration B; Efficiency A',
    'table-15': 'MiMo-VL-7B-RL, Gemini-2.5-Flash | Grounding A; Exploration B; Efficiency B',
    'table-19': '?, ? | o4-mini, o4-mini | Completeness 1: 1, 1; Hallucination 2: 2, 1 wrong',
  },
  'mm-judgebias': {
    spiral: '?, ? | gpt-5-1, gpt-5-1 | Score, 1 to 10 lower after: 10, 10 wrong',
    accounts: '?, ? | qwen3-vl-30b-a3b-instruct, qwen3-vl-30b-a3b-instruct | Score, 1 to 10 lower after: 10, 10 wrong',
    luggage: '?, ? | claude-haiku-4-5, claude-haiku-4-5 | Score, 1 to 10 the same after: 5, 8 wrong',
  },
  'mm-critic': {
    'figure-10':
      '? | o4-mini | Is the response correct? error: error; Critique, scored beside a reference 8, the reference: 9',
    'figure-11':
      '? | qwen2-5-vl-32b | Is the response correct? error: error; Critique, scored beside a reference 8, the reference: 9',
    'figure-12':
      '? | claude-3-7-sonnet | Is the response correct? error: error; Critique, scored beside a reference 8, the reference: 9',
    'figure-13':
      '? | gemini-2-5-pro | Is the response correct? error: error; Critique, scored beside a reference 8, the reference: 7',
    'figure-14': 'internvl2_5_4b, phi4_multimodal | pixtral-large | Which response is better? B: B',
  },
};

const read = (id: string): Record<string, unknown> => parse(readFileSync(`data/${id}/benchmark.yaml`, 'utf8'));

function factsOf({ responses, answered, asked }: Benchmark['printed_cases'][number]): string {
  const lines = asked.map(({ label, expected, said }) => {
    const answers = said.map(({ text, right }) => `${text}${right === false ? ' wrong' : ''}`).join(', ');
    return `${label} ${expected}${answers === '' ? '' : `: ${answers}`}`;
  });
  const writers = responses.map(({ by }) => by ?? '?').join(', ');
  return [writers, answered.map(({ judge }) => judge).join(', '), lines.join('; ')].filter((s) => s !== '').join(' | ');
}

test.each(Object.entries(PRINTED))('%s: labels, answers, scores and models are those of its paper', (id, printed) => {
  const { printed_cases, criteria } = Benchmark.parse(read(id));
  expect(Object.fromEntries(printed_cases.map((one) => [one.id, factsOf(one)]))).toEqual(printed);
  const labels = printed_cases.flatMap(({ asked }) => asked.map(({ label }) => label));
  if (criteria.length > 0) expect(criteria.map(({ label }) => label)).toEqual(expect.arrayContaining(labels));
});

test('a verdict is right where it is the label, and a case with more judges than answers is refused', () => {
  const { printed_cases } = Benchmark.parse(read('multi-crit'));
  for (const { asked } of printed_cases)
    for (const { expected, said } of asked) for (const { text, right } of said) expect(right).toBe(text === expected);
  const raw = read('multi-crit');
  const cases = structuredClone(raw.printed_cases) as { answered?: unknown[] }[];
  cases[0] = { ...cases[0], answered: [{ judge: 'o4-mini' }] };
  const { error } = Benchmark.safeParse({ ...raw, printed_cases: cases });
  expect(error?.issues.map(({ path, message }) => [path.join('.'), message])).toEqual([
    ['printed_cases.0.asked', 'one answer in `said` for each entry of `answered`'],
  ]);
});
