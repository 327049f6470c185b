import fs from 'node:fs';
import path from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { genaiBench, lenientVerdict, officialVerdict } from '../../src/importers/genai-bench.ts';
import { unpackArchive } from '../../src/release/texts/fetch.ts';
import type { Judgment } from '../../src/schema/records.ts';
import { scratchFolder } from '../scratch.ts';
import { describeShared, sharedData } from '../shared-data.ts';
import { type Imported, importedOnce } from './imported.ts';

test('an option is read as it stands; a forgiven form counts only where nothing else is said', () => {
  const said = [
    '[[A>B]]',
    '[[A>>B]]',
    '[[B>A]]',
    '[[B>>A]]',
    '[[A=B=Good]]',
    '[[A=B=Bad]]',
    '[[A=B]]',
    '[[b>>a]]',
    null,
  ];
  expect(said.map(officialVerdict)).toEqual(['a', 'a', 'b', 'b', 'tie', 'both_bad', 'equal', null, null]);
  expect(lenientVerdict('“[[ model a > model b ]]”')).toBe('a');
  expect(lenientVerdict('[[A>B]], no: [[A >> B]]')).toBe('a');
  expect(lenientVerdict('Either [[A>B]] or [[B>A]]')).toBeNull();
});

const ARCHIVE = sharedData('genai-bench.tar.gz');

const TASKS = ['image_generation', 'image_edition', 'video_generation'] as const;
type Task = (typeof TASKS)[number];

/** The benchmark's own board for image generation. */
const BOARD = {
  random: 25.36,
  gpt4o: 45.59,
  'gemini-1.5-pro': 44.67,
  llava: 37.0,
  idefics2: 42.25,
  llavanext: 22.65,
  'minicpm-V-2.5': 37.81,
  blip2: 26.34,
  videollava: 37.75,
  cogvlm: 29.34,
  qwenVL: 26.63,
  instructblip: 3.11,
  idefics1: 0.81,
  ottervideo: 0,
  otterimage: 0,
  kosmos2: 0,
  'mantis-8b-idefics2': 0,
} as const;
const JUDGES = Object.keys(BOARD);

const root = scratchFolder();
const imported = importedOnce(genaiBench, root);
const labelsOf = ({ gold }: Imported) => new Map(gold.map(({ instance, value }) => [instance, value]));

const percent = (k: number, n: number): number => Math.round((10_000 * k) / n) / 100;
const taskOf = (instance: string): Task => instance.slice(0, instance.indexOf('/')) as Task;

/** Four-way accuracy by task from records: a verdict that leaves level pairs open is right for both labels. */
function scores(all: Imported, verdictOf = (j: Judgment) => j.verdict): Record<string, number> {
  const gold = labelsOf(all);
  const right = (j: Judgment): boolean => {
    const [label, verdict] = [gold.get(j.instance), verdictOf(j)];
    return verdict === label || (verdict === 'equal' && (label === 'tie' || label === 'both_bad'));
  };
  return Object.fromEntries(
    TASKS.map((task) => {
      const own = all.judgments.filter((j) => taskOf(j.instance) === task);
      return [task, percent(own.filter(right).length, own.length)];
    }),
  );
}

/** The same from the raw lines by the rule of the official code, which shares nothing with the importer. */
function official(judge: string): Record<string, number> {
  const accepted: Record<string, string[]> = {
    leftvote: ['[[A>B]]', '[[A>>B]]'],
    rightvote: ['[[B>A]]', '[[B>>A]]'],
    tievote: ['[[A=B]]', '[[A=B=Good]]'],
    bothbad_vote: ['[[A=B]]', '[[A=B=Bad]]'],
  };
  return Object.fromEntries(
    TASKS.map((task) => {
      const text = fs.readFileSync(path.join(root, 'genai-bench/results', task, judge, 'pairwise.jsonl'), 'utf8');
      const rows = new Map(
        text
          .split('\n')
          .filter((line) => line !== '')
          .map((line) => JSON.parse(line) as { idx: number; response: string; human_vote: string })
          .map((row) => [row.idx, row]),
      );
      const hits = [...rows.values()].filter(({ response, human_vote }) => {
        const line = response.split('\n').find((l) => l.includes('[[') && l.indexOf('[[') + 1 < l.lastIndexOf(']]'));
        const vote = line?.slice(line.indexOf('[['), line.lastIndexOf(']]') + 2);
        return vote !== undefined && accepted[human_vote]?.includes(vote);
      });
      return [task, percent(hits.length, rows.size)];
    }),
  );
}

describeShared('genai-bench.tar.gz', 'GenAI-Bench', () => {
  beforeAll(() => unpackArchive(ARCHIVE, (name) => path.join(root, name)));

  test.each(JUDGES)('%s: the official board, and by the official rule on every task', async (judge) => {
    const found = scores(await imported(judge));
    expect(found.image_generation).toBe(BOARD[judge as keyof typeof BOARD]);
    expect(found).toEqual(official(judge));
  });

  test('16 judges and 3 723 pairs in 1 205, 179 and 214 clusters; people said the same to all', async () => {
    const reference = await imported('gpt4o');
    for (const judge of JUDGES) {
      const all = await imported(judge);
      expect(all.judgments).toHaveLength(3723);
      expect(labelsOf(all)).toEqual(labelsOf(reference));
    }
    const clusters = new Set(reference.instances.map(({ cluster = '' }) => cluster));
    expect(TASKS.map((task) => [...clusters].filter((c) => taskOf(c) === task).length)).toEqual([1205, 179, 214]);
  });

  test('a constant answer: llava, and what A or both bad would reach', async () => {
    const llava = await imported('llava');
    expect(llava.judgments.filter((j) => j.verdict === 'a')).toHaveLength(3720);
    expect(scores(llava, () => 'a')).toEqual({ image_generation: 37.06, image_edition: 26.12, video_generation: 30.4 });
    expect(scores(llava, () => 'both_bad').image_edition).toBe(42.66);
  });

  test('otterimage stands twice in the file of videos: every second row is reported', async () => {
    const { problems } = await imported('otterimage');
    expect(problems.filter((p) => p.message === 'the same row again; left out')).toHaveLength(1069);
  });

  test('rows without prompts are told of, and nothing else is wrong with the 17 files of each task', async () => {
    for (const judge of JUDGES) {
      const { problems, judgments } = await imported(judge);
      const other = problems.filter((p) => p.message !== 'the same row again; left out' && !p.lead);
      // Six judges answer mostly in another form than asked for, which is said of them and of nobody else.
      const unread = judgments.filter(({ verdict }) => verdict === null).length;
      expect(problems.filter((p) => p.lead).map(({ found }) => found)).toEqual(
        unread * 2 > judgments.length ? [`${unread} of ${judgments.length} without a verdict or score`] : [],
      );
      expect(other.map(({ message, found }) => [message, found])).toEqual(
        judge === 'random' ? [['rows without a prompt, so it is unknown which pairs share one', '919 of 919']] : [],
      );
    }
  });

  test('the lenient reading: what would be scored had the form been forgiven, and what is unreadable either way', async () => {
    const rows = await Promise.all(
      ['otterimage', 'minicpm-V-2.5', 'idefics1', 'gemini-1.5-pro', 'kosmos2'].map(async (judge) => {
        const all = await imported(judge);
        const unreadable = all.judgments.filter((j) => j.verdict === null && j.lenient === undefined).length;
        const forgiven = scores(all, (j) => j.verdict ?? j.lenient ?? null);
        return [judge, [...TASKS.map((task) => forgiven[task]), unreadable]] as const;
      }),
    );
    expect(Object.fromEntries(rows)).toEqual({
      'gemini-1.5-pro': [44.78, 55.93, 46.21, 49],
      idefics1: [0.81, 5.66, 0.19, 3442],
      kosmos2: [0, 0, 0, 3723],
      'minicpm-V-2.5': [37.81, 25.24, 9.73, 385],
      otterimage: [0.69, 1.09, 1.31, 3509],
    });
  });
});
