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

async function* importViescore(
  sources: readonly Source[],
  options: ImportOptions,
): AsyncGenerator<readonly ImportItem[]> {
  const ledger = new Ledger();
  const found = sources.flatMap((source) => {
    const [, judge = '', shot = '', , editor = '', criterion = ''] = ANSWERS.exec(source.name) ?? [];
    return judge === '' ? [] : [{ source, judge, shot: Number(shot), editor, criterion }];
  });
  const judges = [...new Set(found.map((f) => f.judge))];
  const name = options.judge ?? (judges.length === 1 ? judges[0] : undefined);
  const shot = options.shot ?? 0;
  const answersOf = found.filter((f) => f.judge === name && f.shot === shot);
  const raterFiles = sources.filter((s) => RATER.test(s.name));
  if (answersOf.length === 0 || raterFiles.length === 0) {
    const settings = [...new Set(found.map((f) => `${f.judge} (${f.shot} shot)`))].join(', ');
    const message =
      raterFiles.length === 0
        ? 'no raters’ tables (…_rater1.tsv) under this path'
        : 'no answers of this judge and setting';
    ledger.fail({
      file: '.',
      field: 'judge',
      found: `${name ?? 'none named'} (${shot} shot)`,
      message,
      expected: settings || 'results_<judge>_<n>shot/',
      hint: 'say --judge and --shot',
    });
    yield ledger.close();
    return;
  }
  const editors = [...new Set(answersOf.map((f) => f.editor))].sort();
  const raters: Ratings[] = [];
  for (const source of raterFiles) raters.push(await readRatings(source, editors, ledger));
  const images = new Set(raters.flatMap((r) => [...r.keys()]));
  const answers = new Map<string, ReadonlyMap<string, Answer>>();
  for (const f of answersOf) answers.set(`${f.criterion}/${f.editor}`, await readAnswers(f.source, images, ledger));
  yield ledger.take();
  const judged: Judged = { editors, raters, answers };
  for (const image of images) {
    for (const item of pairsOf(judged, image)) ledger.add(item);
    yield ledger.take();
  }
  const judge = slug(name ?? '');
  const variant = shot === 0 ? '' : `${shot}-shot`;
  const notes = 'Verdicts are made from the smallest sub-scores of the two edited pictures; raw holds the sub-scores.';
  ledger.add({
    kind: 'run',
    record: {
      run: options.run ?? slug(`${judge} ${variant}`),
      benchmark: options.benchmark ?? 'viescore',
      judge,
      variant,
      protocol: 'pairwise',
      notes,
    },
  });
  yield ledger.close();
}

export const viescore: Format = {
  id: 'viescore',
  about: 'VIEScore: _answers/results_<judge>_<n>shot and _human_annotations; --judge, --shot',
  import: importViescore,
};
