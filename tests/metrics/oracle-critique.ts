import type { DataSet, InstanceRow, JudgmentRow } from './generate.ts';
import { type Contribution, contribution, type OracleSettings, partOf, READABLE, repeatsOf } from './oracle-rows.ts';

export function critiqueContributions(
  run: string,
  data: DataSet,
  rows: JudgmentRow[],
  settings: OracleSettings,
  promised = 1,
): Contribution[] {
  const out: Contribution[] = [];
  const repeats = repeatsOf(promised, rows);
  const instanceOf = new Map(data.instances.map((i) => [i.instance, i]));
  for (const repeat of repeats) {
    const name = repeats.length > 1 ? String(repeat) : '';
    const here = rows.filter((j) => j.repeat === repeat);
    for (const j of here) {
      const i = instanceOf.get(j.instance);
      if (i === undefined) continue;
      const first = here.find((x) => x.stage === 'correction' && x.instance === j.instance);
      if (j === first) {
        const slice = { split: i.split, stage: 'correction', parse: j.parse, repeat: name };
        out.push(contribution(run, i, 'coverage', slice, READABLE.includes(j.parse) ? 1 : 0, 1));
      }
      if (j.score === null || j.score < 0 || j.score > 10) continue;
      const facets = { subset: i.subset, task_type: i.task };
      if (j.stage === 'critique') {
        const more = { quality_band: i.band, critique_judge: j.critique_judge, annotator: i.annotator, repeat: name };
        out.push(contribution(run, i, 'critique_score', { ...facets, ...more }, j.score, 1));
      }
      if (j.stage === 'correction') {
        out.push(
          contribution(
            run,
            i,
            'correction_score',
            { ...facets, critique_judge: j.critique_judge, repeat: name },
            j.score,
            1,
          ),
        );
      }
    }
    for (const stage of ['critique', 'preference'].filter((one) =>
      (here.length === 0 ? rows : here).some((j) => j.stage === one),
    )) {
      const parts = new Set(
        rows
          .filter((j) => j.stage === stage)
          .flatMap((j) => data.instances.filter((i) => i.instance === j.instance).map(partOf)),
      );
      for (const i of data.instances) {
        if (!parts.has(partOf(i))) continue;
        for (const { response, label } of asked(data, i, stage)) {
          const mine = here.filter(
            (j) =>
              j.stage === stage && j.instance === i.instance && (stage === 'preference' || j.response === response),
          );
          out.push(...replyContributions(run, i, stage, name, label, mine, settings));
        }
        const labelled = asked(data, i, stage).map(({ response }) => response);
        const listed = here.filter((j) => j.stage === stage && j.instance === i.instance);
        const answers = Map.groupBy(listed, (j) => (stage === 'preference' ? '' : j.response));
        for (const [response, mine] of answers) {
          if (labelled.includes(response)) continue;
          const parse = parseOf(mine);
          const slice = { split: i.split, stage, parse, repeat: name };
          out.push(contribution(run, i, 'coverage', slice, READABLE.includes(parse) ? 1 : 0, 1));
        }
      }
    }
  }
  return out;
}

function asked(data: DataSet, i: InstanceRow, stage: string): { response: string; label: string }[] {
  const gold = data.gold.filter((g) => g.instance === i.instance && g.annotator === '');
  if (stage === 'critique') {
    return gold.filter((g) => g.kind === 'correct').map((g) => ({ response: g.response, label: g.value }));
  }
  const preference = gold.find((g) => g.kind === 'preference');
  if (preference !== undefined) return [{ response: '', label: preference.value }];
  const quality = (r: string) => gold.find((g) => g.kind === 'quality' && g.response === r)?.number ?? null;
  const [a, b] = [quality('a'), quality('b')];
  return a === null || b === null || a === b ? [] : [{ response: '', label: a > b ? 'a' : 'b' }];
}

/** The row that counts: of two orders the first on file, and in it the first that is more than a row that says `missing`. */
function answerOf(mine: readonly JudgmentRow[]): JudgmentRow | undefined {
  const order = mine.some((j) => j.order === 'ab') ? 'ab' : 'ba';
  return mine.find((j) => j.order === order && j.parse !== 'missing');
}

const parseOf = (mine: readonly JudgmentRow[]): string => answerOf(mine)?.parse ?? 'missing';

function replyContributions(
  run: string,
  i: InstanceRow,
  stage: string,
  repeat: string,
  label: string,
  mine: JudgmentRow[],
  settings: OracleSettings,
): Contribution[] {
  const answer = answerOf(mine);
  const parse = parseOf(mine);
  const verdict = READABLE.includes(parse) ? (answer?.verdict ?? null) : null;
  const out = [
    contribution(run, i, 'coverage', { split: i.split, stage, parse, repeat }, READABLE.includes(parse) ? 1 : 0, 1),
  ];
  if (verdict === null && settings.missing === 'left-out') return out;
  const slice =
    stage === 'critique'
      ? { subset: i.subset, task_type: i.task, quality_band: i.band, repeat }
      : { quality_pair: i.pair_group, task_type: i.task, repeat };
  out.push(
    contribution(
      run,
      i,
      stage === 'critique' ? 'critique_accuracy' : 'preference_accuracy',
      slice,
      verdict === label ? 1 : 0,
      1,
    ),
  );
  return out;
}
