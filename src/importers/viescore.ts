import { readRows } from '../records/rows.ts';
import type { Source } from '../records/source.ts';
import { type Format, type ImportItem, type ImportOptions, isRow, slug, textOf } from './importer.ts';
import { Ledger } from './ledger.ts';
import { type Answer, readAnswers } from './viescore-answers.ts';
import { type Judged, pairsOf, type Ratings } from './viescore-pairs.ts';

const ANSWERS = /(?:^|\/)results_([^/]+)_(\d+)shot\/([^/]+)\/([^/]+)\/(SC|PQ)\.json$/;
const RATER = /_rater(\d+)\.tsv$/;
function ratingOf(cell: string): readonly [number, number] | null {
  const parts = /^\[\s*([\d.]+)\s*,\s*([\d.]+)\s*\]$/.exec(cell.trim());
  const [sc, pq] = [Number(parts?.[1]), Number(parts?.[2])];
  return Number.isFinite(sc) && Number.isFinite(pq) ? [sc, pq] : null;
}

/** A rater's table: `uid` and a column per editor. */
async function readRatings(source: Source, editors: readonly string[], ledger: Ledger): Promise<Ratings> {
  const ratings: Ratings = new Map();
  for await (const batch of readRows(source)) {
    ledger.unread(batch.problems);
    for (const [i, row] of batch.rows.entries()) {
      const line = batch.lines[i];
      const image = isRow(row) ? textOf(row.uid) : '';
      const byEditor = new Map<string, readonly [number, number]>();
      for (const editor of editors) {
        const cell = isRow(row) ? textOf(row[editor]) : '';
        const rating = ratingOf(cell);
        if (rating !== null) byEditor.set(editor, rating);
        else
          ledger.warn({
            file: source.name,
            line,
            field: editor,
            found: cell,
            message: 'not a rating; left out',
            expected: '[number, number]',
          });
      }
      ratings.set(image, byEditor);
      ledger.used(source.name);
    }
  }
  return ratings;
}

interface Selection {
  readonly judge: string;
  readonly shot: number;
  readonly answers: readonly { readonly source: Source; readonly editor: string; readonly criterion: string }[];
  readonly raters: readonly Source[];
}

/** The files of one judge and setting, and the raters' tables; null, with the reason reported, when they are not there. */
function select(sources: readonly Source[], options: ImportOptions, ledger: Ledger): Selection | null {
  const found = sources.flatMap((source) => {
    const [, judge = '', shot = '', task = '', editor = '', criterion = ''] = ANSWERS.exec(source.name) ?? [];
    return judge === '' ? [] : [{ source, judge, shot: Number(shot), task, editor, criterion }];
  });
  const judges = [...new Set(found.map((f) => f.judge))];
  const judge = options.judge ?? (judges.length === 1 ? judges[0] : undefined) ?? '';
  const shot = options.shot ?? 0;
  const answers = found.filter((f) => f.judge === judge && f.shot === shot);
  const raters = sources.filter((s) => RATER.test(s.name));
  const tasks = new Set(answers.map((a) => a.task));
  const refuse = (message: string, expected: string, hint: string): null => {
    const setting = `${judge || 'none named'} (${shot} shot)`;
    ledger.fail({ file: '.', field: 'judge', found: setting, message, expected, hint });
    return null;
  };
  if (answers.length === 0) {
    const settings = [...new Set(found.map((f) => `${f.judge} (${f.shot} shot)`))].join(', ');
    return refuse(
      'no answers of this judge and setting',
      settings || 'results_<judge>_<n>shot/',
      'say --judge and --shot',
    );
  }
  if (tasks.size > 1)
    return refuse('several tasks are under this path', [...tasks].join(', '), 'give a folder with one task');
  if (raters.length === 0)
    return refuse('no tables of raters under this path', 'files named …_rater1.tsv', 'give the folder above');
  return { judge, shot, answers, raters };
}

async function* importViescore(
  sources: readonly Source[],
  options: ImportOptions,
): AsyncGenerator<readonly ImportItem[]> {
  const ledger = new Ledger();
  const selection = select(sources, options, ledger);
  if (selection === null) {
    yield ledger.close();
    return;
  }
  const editors = [...new Set(selection.answers.map((f) => f.editor))].sort();
  const raters: Ratings[] = [];
  for (const source of selection.raters) raters.push(await readRatings(source, editors, ledger));
  const images = new Set(raters.flatMap((r) => [...r.keys()]));
  const answers = new Map<string, ReadonlyMap<string, Answer>>();
  for (const { source, criterion, editor } of selection.answers) {
    answers.set(`${criterion}/${editor}`, await readAnswers(source, images, ledger));
  }
  yield ledger.take();
  const judged: Judged = { editors, raters, answers };
  for (const image of images) {
    for (const item of pairsOf(judged, image)) ledger.add(item);
    yield ledger.take();
  }
  const judge = slug(selection.judge);
  const variant = selection.shot === 0 ? '' : `${selection.shot}-shot`;
  const notes = 'Verdicts are made from the smallest sub-scores of the two edited pictures; raw holds the sub-scores.';
  const run = options.run ?? slug(`${judge} ${variant}`);
  const benchmark = options.benchmark ?? 'viescore';
  ledger.add({ kind: 'run', record: { run, benchmark, judge, variant, protocol: 'pairwise', notes } });
  yield ledger.close();
}

export const viescore: Format = {
  id: 'viescore',
  about: 'VIEScore: _answers/results_<judge>_<n>shot and _human_annotations; --judge, --shot',
  import: importViescore,
};
