import { describe, expect, test } from 'vitest';
import { tableId } from '../../src/schema/value-link.ts';
import { importFiles, jsonl, type Row } from './command.ts';

const MAPPING = `run: { benchmark: multi-crit, judge: coin-flip, protocol: pairwise }
tables:
  - { files: prompts.csv, kind: instances, columns: { instance: id } }
  - { files: votes.csv, kind: judgments, columns: { instance: id, criterion: c, verdict: best } }
`;

/** Different values of a field, in the order in which they come. */
const valuesOf = (rows: readonly Row[], field: string): readonly unknown[] => [...new Set(rows.map((r) => r[field]))];

/** Values of an attribute. */
const attributesOf = (rows: readonly Row[], name: string): readonly unknown[] =>
  valuesOf(
    rows.map((r) => r['attributes'] as Row),
    name,
  );

function votes(criteria: readonly string[]): Promise<Awaited<ReturnType<typeof importFiles>>> {
  const rows = criteria.map((c, i) => `p${i},"${c}",a`).join('\n');
  const ids = criteria.map((_, i) => `p${i}`).join('\n');
  return importFiles('table', {
    'prompts.csv': `id\n${ids}\n`,
    'votes.csv': `id,c,best\n${rows}\n`,
    'mapping.yaml': MAPPING,
  });
}

describe('names in a table', () => {
  test('stay what people wrote where an id would lose something', async () => {
    const names = ['C++', 'C#', 'c', '安全', 'sécurité', 'Factual Accuracy', 'low_level'];
    const { code, records } = await votes(names);
    expect(code).toBe(0);
    const found = valuesOf(records('judgments'), 'criterion');
    expect(found).toEqual(['C++', 'C#', 'c', '安全', 'sécurité', 'factual-accuracy', 'low-level']);
  });

  test('that would become one are an error that names both', async () => {
    const { code, err, records } = await votes(['C', 'c', 'C']);
    expect(code).toBe(1);
    expect(err).toContain('votes.csv:3  criterion: has the id c, which is that of "C" already');
    expect(err).toContain('found "c"');
    expect(records('judgments').map((r) => r['criterion'])).toEqual(['c', 'c']);
  });

  test('that nobody sees apart are remarked on, and all are kept', async () => {
    const names = ['caf\u00e9', 'cafe\u0301', 'tone\u200b', 'tone', 'right\u202eleft', 'no\u00a0break'];
    const { code, err, records } = await votes(names);
    expect(code).toBe(0);
    expect(valuesOf(records('judgments'), 'criterion')).toEqual(names);
    expect(err).toMatch(/criterion: looks like another name here/);
    expect(err).toContain('tone‹U+200B›');
    expect(err).toContain('right‹U+202E›left');
    expect(err).toContain('no‹U+00A0›break');
  });
});

/** A row of Multi-Crit's benchmark, and the judge's answer to it. */
const QUESTION = { prompt_id: 'p', question: 'q', pred_a: 'a', pred_b: 'b', split: 'reasoning', preference: 'model_a' };

function multiCrit(rows: readonly Row[]): Promise<Awaited<ReturnType<typeof importFiles>>> {
  const questions = rows.map((row, i) => ({ ...QUESTION, question_id: `q${i}`, prompt_id: `p${i}`, ...row }));
  const answers = rows.map((_, i) => ({ question_id: `q${i}`, output: 'Response 1 is better' }));
  return importFiles('multi-crit', { 'rows.jsonl': jsonl(questions), 'outputs.jsonl': jsonl(answers) }, [
    '--judge',
    'j',
  ]);
}

describe('names in files of Multi-Crit', () => {
  test('criteria and splits stay apart', async () => {
    const names = ['C++', 'C#', 'c', '安全'];
    const { code, records } = await multiCrit(names.map((name) => ({ criterion: name, split: name })));
    expect(code).toBe(0);
    expect(valuesOf(records('gold'), 'criterion')).toEqual(names);
    expect(valuesOf(records('instances'), 'split')).toEqual(names);
  });

  test('two criteria with one id are an error that names both', async () => {
    const { code, err, records } = await multiCrit([{ criterion: 'Visual_Style' }, { criterion: 'visual style' }]);
    expect(code).toBe(1);
    expect(err).toContain('rows.jsonl:2  criterion: has the id visual-style, which is that of "Visual_Style" already');
    expect(valuesOf(records('judgments'), 'instance')).toEqual(['p0']);
  });

  test('two splits with one id are an error, the spellings of one are none', async () => {
    const criterion = 'logic';
    const two = await multiCrit([
      { criterion, split: 'Web' },
      { criterion, split: 'web' },
    ]);
    expect(two.code).toBe(1);
    expect(two.err).toContain('split: has the id web, which is that of "Web" already');
    const one = await multiCrit([
      { criterion, split: 'open-ended' },
      { criterion, split: 'Open_Ended' },
    ]);
    expect(one.code).toBe(0);
    expect(valuesOf(one.records('instances'), 'split')).toEqual(['open_ended']);
  });

  test('are looked at in the logs of lmms-eval as well', async () => {
    const sample = (id: string, criterion: string): Row => {
      const record = { question_id: id, prompt_id: id, criterion, preference: 'model_a', prediction: 'model_a' };
      return { input: 'i', resps: [['x']], pacc: { ...record, benchmark_type: 'reasoning' } };
    };
    const file = 'm_samples_multi_crit_reasoning.jsonl';
    const rows = jsonl([sample('1', 'C#'), sample('2', 'c#'), sample('3', 'Ton'), sample('4', 'ton')]);
    const { code, err, records } = await importFiles('multi-crit-lmms-eval', { [file]: rows }, ['--judge', 'j']);
    expect(code).toBe(1);
    expect(err).toContain(`${file}:4  criterion: has the id ton, which is that of "Ton" already`);
    expect(valuesOf(records('judgments'), 'criterion')).toEqual(['C#', 'c#', 'ton']);
  });
});

/** A judgement file of MM-JudgeBias. */
const judgement = (id: number, meta: Row, judges: readonly string[] = ['j']): string =>
  JSON.stringify({
    meta: { id, bias_type: 'text_dominance', ...meta },
    judgement: Object.fromEntries(judges.map((j) => [j, { unbiased: '5', biased: '4' }])),
  });

const seed = (files: readonly string[]): Record<string, string> =>
  Object.fromEntries(files.map((text, i) => [`seed_1/${i}.json`, text]));

describe('names in files of MM-JudgeBias', () => {
  test('tasks and domains stay apart', async () => {
    const names = ['C++', 'C#', 'c', '安全'];
    const files = seed(names.map((name, i) => judgement(i, { task_type: name, domain_type: name })));
    const { code, records } = await importFiles('mm-judgebias', files);
    expect(code).toBe(0);
    expect(attributesOf(records('instances'), 'task')).toEqual(names);
    expect(attributesOf(records('instances'), 'domain')).toEqual(names);
  });

  test('two tasks with one id are an error that names both', async () => {
    const files = seed([
      judgement(1, { task_type: 'Spatial Relation' }),
      judgement(2, { task_type: 'spatial_relation' }),
    ]);
    const { code, err, records } = await importFiles('mm-judgebias', files);
    expect(code).toBe(1);
    expect(err).toContain('meta.task_type: has the id spatial-relation, which is that of "Spatial Relation" already');
    expect(valuesOf(records('judgments'), 'instance')).toEqual(['1']);
  });

  test('judges whose names differ in signs are told apart', async () => {
    const files = seed([judgement(1, {}, ['C++', 'C#', 'c', '安全'])]);
    for (const [judge, id] of Object.entries({ 'C++': 'c-u2b-u2b', 'C#': 'c-u23', c: 'c', 安全: 'u5b89-u5168' })) {
      const { code, read } = await importFiles('mm-judgebias', files, ['--judge', judge]);
      expect(code).toBe(0);
      expect(read('run.yaml')).toContain(`judge: ${id}\n`);
    }
  });

  test('two judges with one id are an error that names both', async () => {
    const files = seed([judgement(1, {}, ['Model 1', 'model-1', 'other'])]);
    const { code, err } = await importFiles('mm-judgebias', files, ['--judge', 'model-1']);
    expect(code).toBe(1);
    expect(err).toContain('judge: has the id model-1, and so has "Model 1"');
    expect(err).toContain('found "model-1"');
    expect((await importFiles('mm-judgebias', files, ['--judge', 'other'])).code).toBe(0);
  });
});

/** A sample of MM-Critic with a critique of it. */
const sampleOf = (id: string, more: Row): Row => ({
  id,
  question_id: id,
  question: 'q',
  response: 'r',
  correct: 'Correct',
  ...more,
});

const critiques = (ids: readonly string[]): string =>
  jsonl(ids.map((id) => ({ id, output: '{"correct": "Correct", "critique": "fine"}' })));

describe('names in files of MM-Critic', () => {
  test('subsets, tasks and annotators stay apart', async () => {
    const names = ['C++', 'C#', 'c', '安全'];
    const samples = names.map((name, i) => sampleOf(`s${i}`, { subset: name, task_type: name, annotator: name }));
    const files = {
      'samples.jsonl': jsonl(samples),
      'critiques.jsonl': critiques(samples.map((s) => String(s['id']))),
    };
    const { code, records } = await importFiles('mm-critic', files, ['--judge', 'j']);
    expect(code).toBe(0);
    for (const name of ['subset', 'task', 'annotator']) expect(attributesOf(records('instances'), name)).toEqual(names);
  });

  test('two subsets with one id are an error that names both', async () => {
    const samples = jsonl([sampleOf('1', { subset: 'Core' }), sampleOf('2', { subset: 'core' })]);
    const files = { 'samples.jsonl': samples, 'critiques.jsonl': critiques(['1']) };
    const { code, err } = await importFiles('mm-critic', files, ['--judge', 'j']);
    expect(code).toBe(1);
    expect(err).toContain('samples.jsonl:2  subset: has the id core, which is that of "Core" already');
  });

  test('critique judges are told apart, two with one id and one without a name are errors', async () => {
    const score = (name: string | null): Row => ({ id: '1', critique_judge: name, output: '{"score": 5}' });
    const files = {
      'samples.jsonl': jsonl([sampleOf('1', {})]),
      'critiques.jsonl': critiques(['1']),
      'critique_scores.jsonl': jsonl([score('C++'), score('C#'), score('GPT 4'), score('gpt-4'), score(null)]),
    };
    const { code, err, records } = await importFiles('mm-critic', files, ['--judge', 'j']);
    expect(code).toBe(1);
    expect(err).toContain(
      'critique_scores.jsonl:4  critique_judge: has the id gpt-4, which is that of "GPT 4" already',
    );
    expect(err).toContain('critique_scores.jsonl:5  critique_judge: no critique judge is named');
    expect(valuesOf(records('judgments'), 'critique_judge')).toEqual(['c-u2b-u2b', 'c-u23', 'gpt-4']);
  });
});

describe('names of judges in folders', () => {
  const vote = jsonl([{ idx: 1, prompt: 'p', response: '[[A>B]]', model_vote: '[[A>B]]', human_vote: 'leftvote' }]);
  const answers = (...judges: readonly string[]): Record<string, string> =>
    Object.fromEntries(judges.map((judge) => [`results/image_generation/${judge}/pairwise.jsonl`, vote]));

  test('keep what sets them apart', async () => {
    const files = answers('C++', 'C#', 'c', '安全');
    for (const [judge, id] of Object.entries({ 'C++': 'c-u2b-u2b', 'C#': 'c-u23', c: 'c', 安全: 'u5b89-u5168' })) {
      const { code, read } = await importFiles('genai-bench', files, ['--judge', judge]);
      expect(code).toBe(0);
      expect(read('run.yaml')).toContain(`judge: ${id}\n`);
    }
  });

  test('with one id are an error that names both', async () => {
    const { code, err } = await importFiles('genai-bench', answers('GPT_4o', 'gpt-4o'), ['--judge', 'GPT_4o']);
    expect(code).toBe(1);
    expect(err).toContain('judge: has the id gpt-4o, and so has "gpt-4o"');
    expect(err).toContain('found "GPT_4o"');
  });

  test('are found by their ids and by their spelling', async () => {
    for (const judge of ['GPT 4o (low)', 'gpt-4o-low']) {
      const { code, read } = await importFiles('genai-bench', answers('GPT 4o (low)', 'other'), ['--judge', judge]);
      expect([code, read('run.yaml').includes('judge: gpt-4o-low\n')]).toEqual([0, true]);
    }
  });
});

test('boards of splits that differ in capitals alone have names that no disk takes for one', () => {
  const names = ['C', 'c', 'C++', 'c++', 'Open', 'open', '安全'].map((split) =>
    tableId('pairwise', split).toLowerCase(),
  );
  expect(new Set(names).size).toBe(names.length);
  expect(tableId('pairwise', 'image_generation')).toBe('pairwise-image_generation');
});
