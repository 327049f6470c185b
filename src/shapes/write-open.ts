import { bulk, invented, invention, lacks, misreading, omission, recoloured, vagueness } from './alter.ts';
import type { Defect, DefectPlan } from './defect.ts';
import { paddingSentences, vividSentences } from './phrases.ts';
import { OPEN_TASKS, type OpenTask } from './question.ts';
import type { Random } from './random.ts';
import { mention, type Scene, type SceneItem } from './scene.ts';

/** An answer and what is wrong with it, known because it was planted. */
export interface WrittenAnswer {
  readonly text: string;
  readonly defects: readonly Defect[];
}

const LEADS = ['There is', 'I can see', 'The picture holds', 'Then comes', 'Next to be seen is'];

const precise = (item: SceneItem, r: Random): string => `${r.pick(LEADS)} ${mention(item)}.`;

/** Writes what is said of each item, in order, with omissions, vague words and misreadings planted on different items. */
function tour(scene: Scene, plan: DefectPlan, r: Random): { sentences: string[]; defects: Defect[] } {
  const order = r.shuffle(scene.items);
  const omitted = order.slice(0, plan.omission ?? 0);
  const vague = order.slice(omitted.length, omitted.length + (plan.vague ?? 0));
  const wrong = order.slice(omitted.length + vague.length).slice(0, plan.wrong ?? 0);
  const sentences: string[] = [];
  const defects: Defect[] = omitted.map(omission);
  for (const item of scene.items) {
    if (omitted.includes(item)) continue;
    if (vague.includes(item)) {
      sentences.push(`${r.pick(LEADS)} a ${item.noun} somewhere.`);
      defects.push(vagueness(item));
    } else if (wrong.includes(item)) {
      const said = recoloured(item, r);
      sentences.push(precise(said, r));
      defects.push(misreading(said, item));
    } else sentences.push(precise(item, r));
  }
  return { sentences, defects };
}

function inventions(scene: Scene, count: number, r: Random): { sentences: string[]; defects: Defect[] } {
  const made: SceneItem[] = [];
  for (let k = 0; k < count; k++)
    made.push(
      invented(
        scene,
        made.map((i) => i.place),
        r,
      ),
    );
  return { sentences: made.map((item) => precise(item, r)), defects: made.map(invention) };
}

const insert = (sentences: string[], extra: string, r: Random): void => {
  sentences.splice(1 + r.int(sentences.length), 0, extra);
};

/** Repeats a sentence, contradicts the count, or pads: what makes an answer hard to follow. */
function muddle(
  r: Random,
  { sentences, scene, plan }: { readonly sentences: string[]; readonly scene: Scene; readonly plan: DefectPlan },
): Defect[] {
  const defects: Defect[] = [];
  for (const sentence of r.shuffle([...new Set(sentences)]).slice(0, plan.repetition ?? 0)) {
    sentences.push(sentence);
    defects.push({ kind: 'repetition', about: '', fix: '' });
  }
  if ((plan.contradiction ?? 0) > 0) {
    const real = scene.items.length;
    insert(sentences, `I count ${real} in all.`, r);
    sentences.push(`So there are ${real + 1} in all.`);
    defects.push({ kind: 'contradiction', about: 'the count', fix: String(real) });
  }
  for (const sentence of paddingSentences(r, plan.padding ?? 0)) {
    insert(sentences, sentence, r);
    defects.push(bulk());
  }
  return defects;
}

/**
 * Writes an answer to a free task. Plans may hold any kind but `no-check` and `wrong-answer`; there are never more omissions than the scene has
 * items.
 */
export function writeOpen(
  r: Random,
  { scene, task, plan }: { readonly scene: Scene; readonly task: OpenTask; readonly plan: DefectPlan },
): WrittenAnswer {
  const seen = tour(scene, plan, r);
  const extra = inventions(scene, plan.invented ?? 0, r);
  const sentences = [...seen.sentences];
  for (const sentence of extra.sentences) sentences.splice(r.int(sentences.length + 1), 0, sentence);
  const muddled = muddle(r, { sentences, scene, plan });
  const vivid = vividSentences(r, 2 - (plan.flat ?? 0));
  for (const sentence of vivid) insert(sentences, sentence, r);
  return {
    text: [OPEN_TASKS[task].open, ...sentences].join(' '),
    defects: [...seen.defects, ...extra.defects, ...muddled, ...lacks('flat', vivid.length)],
  };
}
