import type { Source } from '../records/source.ts';
import type { Parse } from '../schema/records.ts';
import { dataFiles, type ImportFormat, type ImportOptions, orderOf, type RawRow, textOf } from './importer.ts';
import type { ImportItems } from './item.ts';
import { joinRows, type KeyedRow, Ledger, type RowOutcome, secondOf } from './ledger.ts';
import { readChoice, readCorrection, readCritique, readCritiqueScore } from './mm-critic-answers.ts';
import { MmCriticSamples, readSample } from './mm-critic-samples.ts';
import { idsKey, NameBook, plainId } from './names.ts';
import { judgeOfImport, runNames } from './run-names.ts';
import { unswapped } from './verdict.ts';

/** Files of the documented layout, by the beginning of their names, in the order in which they are read. */
const FILES = {
  samples: /(?:^|\/)samples[^/]*$/,
  critiqueScores: /(?:^|\/)critique[_-]scores[^/]*$/,
  correctionScores: /(?:^|\/)correction[_-]scores[^/]*$/,
  critiques: /(?:^|\/)critiques[^/]*$/,
  corrections: /(?:^|\/)corrections[^/]*$/,
  preferences: /(?:^|\/)preferences[^/]*$/,
} as const;

/** Files whose rows are the judge's own answers. */
const ANSWERS: ReadonlySet<string> = new Set(['critiques', 'corrections', 'preferences']);

const LAYOUT =
  'names that begin with samples, critiques, critique_scores, corrections, correction_scores or preferences';

interface Given {
  readonly critiqueJudge: string;
  readonly score: number;
  readonly explanation: string;
}

type AnswerStage = 'critique' | 'correction';

/** Joins critiques and corrections with the scores they got; a text without a score makes one judgment all the same. */
class Critics {
  private readonly ledger: Ledger;
  private readonly samples: MmCriticSamples;
  private readonly scores: Record<AnswerStage, Map<string, Given[]>> = { critique: new Map(), correction: new Map() };
  private readonly names = new NameBook();

  constructor(ledger: Ledger, samples: MmCriticSamples) {
    this.ledger = ledger;
    this.samples = samples;
  }

  score(stage: AnswerStage, { file, line, id, row }: KeyedRow): RowOutcome {
    const read = readCritiqueScore(row);
    const name = textOf(row.critique_judge ?? row.judge);
    const critiqueJudge = plainId(name);
    if (critiqueJudge === '') {
      const message = 'no critique judge is named; the row was left out';
      return { file, line, field: 'critique_judge', found: name, message };
    }
    const rival = this.names.rivalAmong({ file, line }, { critique_judge: [name, critiqueJudge] });
    if (rival !== null) return rival;
    const { score, explanation } = read;
    if (score === null) {
      const found = read.remark === undefined ? read.parse : explanation;
      return { file, line, field: 'score', found, message: read.remark ?? 'no score', expected: '0 to 10' };
    }
    const at = { file, line, field: 'id', found: id };
    const message = secondOf('score by this critique judge');
    return this.ledger.once(idsKey(stage, id, critiqueJudge), { ...at, message }, () => {
      const given = this.scores[stage].get(id) ?? [];
      this.scores[stage].set(id, [...given, { critiqueJudge, score, explanation }]);
      return null;
    });
  }

  text(stage: AnswerStage, { id, row }: KeyedRow): null {
    const { verdict, parse, rationale } = stage === 'critique' ? critique(row) : correction(row);
    const base = { instance: id, response: 'a', stage, verdict, rationale };
    const given = this.scores[stage].get(id) ?? [];
    // A score was read, whatever became of the verdict.
    const read: Parse = parse === 'failed' || parse === 'error' ? 'fallback' : parse;
    for (const { critiqueJudge, score, explanation } of given) {
      const record = { ...base, critique_judge: critiqueJudge, score, parse: read, raw: explanation };
      this.ledger.add({ kind: 'judgments', record });
    }
    if (given.length === 0) this.ledger.add({ kind: 'judgments', record: { ...base, parse } });
    return null;
  }

  choice(given: KeyedRow): RowOutcome {
    const { file, line, id, row } = given;
    const order = orderOf(row);
    if (order === null) {
      const message = 'cannot be read; the row was left out';
      const found = textOf(row.order) || JSON.stringify(row.order);
      return { file, line, field: 'order', found, message, expected: 'ab or ba' };
    }
    const at = { file, line, field: 'id', found: id };
    const fault = this.samples.pair(given);
    if (fault !== null) return fault;
    return this.ledger.once(idsKey('choice', id, order), { ...at, message: secondOf('choice on this pair') }, () => {
      const { value, parse, prose } = readChoice(row);
      const verdict = value === null ? null : unswapped(value, order);
      const record = { instance: id, stage: 'preference' as const, order, verdict, parse, rationale: prose };
      this.ledger.add({ kind: 'judgments', record });
      return null;
    });
  }
}

function critique(row: RawRow): { verdict: 'correct' | 'error' | null; parse: Parse; rationale: string } {
  const { value, parse, prose } = readCritique(row);
  return { verdict: value, parse, rationale: prose };
}

function correction(row: RawRow): { verdict: null; parse: Parse; rationale: string } {
  const { text, parse } = readCorrection(row);
  // A correction has no verdict: its text is the answer, so only `ok` and the failures fit.
  return { verdict: null, parse: parse === 'fallback' ? 'ok' : parse, rationale: text };
}

async function* importMmCritic(sources: readonly Source[], options: ImportOptions): ImportItems {
  const ledger = new Ledger();
  const samples = new MmCriticSamples(ledger);
  const critics = new Critics(ledger, samples);
  const unknown = (id: string): string | null => (samples.has(id) ? null : 'the samples');
  const joins: Record<keyof typeof FILES, Pick<Parameters<typeof joinRows>[2], 'use' | 'first' | 'unknown'>> = {
    samples: { first: 'sample of this id', use: (row) => readSample(samples, row) },
    critiqueScores: { use: (row) => critics.score('critique', row) },
    correctionScores: { use: (row) => critics.score('correction', row) },
    critiques: { unknown, first: 'critique of this sample', use: (row) => critics.text('critique', row) },
    corrections: { unknown, first: 'correction of this sample', use: (row) => critics.text('correction', row) },
    preferences: { use: (row) => critics.choice(row) },
  };
  let answers: string | undefined;
  const patterns = Object.values(FILES);
  for (const { name: file } of dataFiles(sources).filter((s) => !patterns.some((p) => p.test(s.name))))
    ledger.warn({ file, message: 'not read: no part of the layout has this name', expected: LAYOUT });
  for (const kind of Object.keys(FILES) as (keyof typeof FILES)[]) {
    for (const source of sources.filter((s) => FILES[kind].test(s.name))) {
      if (kind !== 'samples') answers ??= source.name;
      if (ANSWERS.has(kind)) ledger.expect(source.name);
      yield* joinRows(source, ledger, { key: 'id', ...joins[kind] });
    }
  }
  if (answers === undefined)
    ledger.fail({
      file: '.',
      message: 'no answers found',
      expected: 'critiques.jsonl, corrections.jsonl or preferences.jsonl',
    });
  const judge = judgeOfImport(options, answers, ledger);
  ledger.add({ kind: 'run', record: { ...runNames(options, judge, 'mm-critic'), protocol: 'critique' } });
  yield ledger.close();
}

export const mmCritic: ImportFormat = {
  id: 'mm-critic',
  about:
    'MM-Critic, our reading of the paper’s prompts: samples, critiques, corrections, preferences and their scores as JSONL',
  import: importMmCritic,
};
