import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { JudgeName } from '../../src/ui/JudgeName.tsx';

test.each([
  ['LLaVA', 'LLaVA'],
  ['GPT-4o', '<span class="unbroken">GPT-4o</span>'],
  ['GPT-4.1 mini, joint', '<span class="unbroken">GPT-4.1 </span>mini, joint'],
  ['Qwen2.5-VL-72B-Instruct', 'Qwen2.5-VL-72B-Instruct'],
  ['<b>-x', '<span class="unbroken">&lt;b&gt;-x</span>'],
])('%s is broken at its spaces, a very long word at its hyphens', (name, html) => {
  expect(renderToStaticMarkup(<JudgeName name={name} />)).toBe(html);
});
