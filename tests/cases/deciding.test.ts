import { expect, test } from 'vitest';
import { cutAtWord, decidingSentence } from '../../src/cases/deciding.ts';

const LONG_REASON = `### Evaluation of Model A's Generated Video

1. **Text Prompt Adherence**: The video shows a modern structure.
2. **Natural Look**: The lighting is not very dynamic.

### Evaluation of Model B's Generated Video

1. **Text Prompt Adherence**: The video shows the wrong building.

### Final Verdict:

Model A keeps to the prompt and is sharper, while Model B shows another building.

**Choice**: [[A>B]]`;

test('of a long reason the sentence that weighs or the last before the verdict is taken, never a heading', () => {
  expect(decidingSentence(LONG_REASON)).toBe(
    'Model A keeps to the prompt and is sharper, while Model B shows another building.',
  );
  const reasons = [
    [
      'Evaluation:\n\nThe dog has five legs and no tail. So my verdict is:\n\n1. Model B is better: [[B>A]]',
      'The dog has five legs and no tail.',
    ],
    [
      '**Verdict:** [[B>A]]\n\n**Explanation:** Model A is too blurred to see. Model B is better lit throughout.',
      'Model B is better lit throughout.',
    ],
    [
      'The sky is blue in one. While neither is perfect, the second keeps the roof. It is safe to share.',
      'While neither is perfect, the second keeps the roof.',
    ],
    ['Final verdict: the second picture lost its whole background.', 'the second picture lost its whole background.'],
    [
      'I would choose the first image since its hands have five fingers: [[A>B]]',
      'I would choose the first image since its hands have five fingers',
    ],
    [
      'The right choice is [[A>B]], because the horse keeps its rider.',
      'The right choice is [[A>B]], because the horse keeps its rider.',
    ],
    ['| part | said |\n|---|---|\n| hands | six fingers on the left hand |', 'hands · six fingers on the left hand'],
    [
      '- The cat is missing.\n- The [link](http://x.example/a) is `kept` and **bold**.\n\nTherefore the verdict is: [[B>A]]',
      'The link is kept and bold.',
    ],
  ] as const;
  for (const [text, sentence] of reasons) expect(decidingSentence(text), text).toBe(sentence);
});

test('a short reason beside a score opens with what decides, and goes on while there is room', () => {
  const text = 'The sunglasses are still blue and not pink. The rest of the picture is as it was before the edit.';
  expect(decidingSentence(text)).toBe(text);
  expect(decidingSentence(text, 60)).toBe('The sunglasses are still blue and not pink.');
  expect(decidingSentence(text, 30)).toBe('The sunglasses are still blue…');
});

test('one reason on each of two pictures gives a sentence of each', () => {
  const text = `A (MagicBrush), sub-scores 7 and 8: A robot tiger stands beside the bear.\n\nB (SDEdit), sub-scores 1: Nothing was added.`;
  expect(decidingSentence(text)).toBe('A: A robot tiger stands beside the bear. B: Nothing was added.');
  expect(decidingSentence('A (Glide), sub-scores 7: Fine edges.\n\nB (Null): no answer')).toBe(
    'A: Fine edges. B: no answer',
  );
});

test('JSON, thinking and marks of programs are taken off, also where the text is cut off within them', () => {
  const texts = [
    [
      '{"score": [3, 4], "reasoning": "The dog is \\"blurred\\" and\\nlacks a tail."}',
      'The dog is "blurred" and lacks a tail.',
    ],
    ['||V^=^V||\n{"score": [3, 4], "reasoning": "The tail is gone."}\n||V^=^V||', 'The tail is gone.'],
    ['```json\n{"score": [3], "reasoning": "The dog is cut o', 'The dog is cut o'],
    ["{'score': [1], 'reasoning': 'It doesn\\'t follow the prompt.'}", "It doesn't follow the prompt."],
    ['{"explanation": "caf\\u00e9 chairs float in the air"}', 'café chairs float in the air'],
    [
      '<think>Is B better? Perhaps.</think>\n\nThe bridge of A has no railing. [[B>A]]',
      'The bridge of A has no railing.',
    ],
    [
      '<think>The bridge of A is better: it has a railing.</think>[[A>B]]',
      'The bridge of A is better: it has a railing.',
    ],
    ['<think>The bridge of A has no railing', 'The bridge of A has no railing'],
    ['guess_if_cannot_parse | the image has a red train', 'the image has a red train'],
  ] as const;
  for (const [text, sentence] of texts) expect(decidingSentence(text), text).toBe(sentence);
});

test('any script, and what is no sentence at all', () => {
  const texts = [
    ['两张图片都很好。图片A更清晰，而且遵循了指令。因此我选择[[A>B]]。', '图片A更清晰，而且遵循了指令。'],
    ['الصورة الأولى واضحة جدا. الصورة الثانية ضبابية. [[A>B]]', 'الصورة الثانية ضبابية.'],
    ['', ''],
    [' \n\t ', ''],
    ['||||||\n---\n]].', ''],
    ['\0\0', ''],
    ['A NUL\0stands in the middle of this reason.', 'A NUL\ufffdstands in the middle of this reason.'],
    ['[[B>A]]', '[[B>A]]'],
    ['### Evaluation:\n\n**Verdict:** [[B>A]]', '[[B>A]]'],
    ['Model B is better: [[B>A]]', 'Model B is better'],
    ['1.', '1.'],
    ['[3, 4]', '[3, 4]'],
    ['Evaluation:', 'Evaluation:'],
    ['half of a pair: \ud83d', 'half of a pair: \ufffd'],
  ] as const;
  for (const [text, sentence] of texts) expect(decidingSentence(text), JSON.stringify(text)).toBe(sentence);
});

test('a megabyte is read at its ends; nothing is longer than asked for', () => {
  const filler = 'This sentence says nothing that matters here. '.repeat(25_000);
  expect(decidingSentence(`${filler}The verdict rests on the missing wheel. Therefore: [[A>B]]`)).toBe(
    'The verdict rests on the missing wheel.',
  );
  for (const text of [
    'a'.repeat(1e6),
    '[['.repeat(5e5),
    '"reasoning": "'.repeat(7e4),
    '<think>'.repeat(1e5),
    '*_'.repeat(5e5),
  ])
    expect(decidingSentence(text, 80).length).toBeLessThanOrEqual(81);
});

test('a text is cut at a word, and never within a character', () => {
  expect(cutAtWord('  A  short\tline ', 20)).toBe('A short line');
  expect(cutAtWord('Several words that do not fit', 14)).toBe('Several words…');
  expect(cutAtWord('Unbrokenstringofletters', 10)).toBe('Unbrokenst…');
  expect(cutAtWord(`${'a'.repeat(9)}😀bc`, 10)).toBe(`${'a'.repeat(9)}…`);
  expect(cutAtWord('', 10)).toBe('');
  expect(cutAtWord('half \ud800 of\0a pair', 20)).toBe('half \ufffd of\ufffda pair');
});
