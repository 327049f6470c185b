import { machineMessage } from '../../src/release/input-writer.ts';
import { plural } from '../../src/release/progress.ts';
import { readBack } from '../../src/release/publish.ts';
import { NoRelease, type Release, readReleaseAt } from '../../src/release/read.ts';
import { isVerified, type VerifiedCell, verifyRelease } from '../../src/release/verify.ts';
import { goneWords, linkedColumn, otherRelease, type ValueLink, valueLink } from '../../src/schema/value-link.ts';
import { commandOf, option, UsageError } from './command.ts';

interface Options {
  readonly release: string;
  readonly all?: true;
}

const nameOf = ({ board, row, column }: VerifiedCell): string => `${board.benchmark}/${board.table} ${row} ${column}`;

/** Says what became of a value: `genai-bench/… gpt-4o decided_accuracy: 74.6 = 74.6`. */
function lineOf(cell: VerifiedCell): string {
  const { shown, made, unproved, byCode } = cell;
  if (unproved !== '') return `not verified  ${nameOf(cell)}: ${shown}; ${unproved}`;
  return `${isVerified(cell) ? 'verified    ' : 'DIFFERS     '}  ${nameOf(cell)}: the release says ${shown}, its judgments and labels give ${made ?? 'no value'}${byCode ? ', by code: no statement draws its samples' : ''}`;
}

/** Counts what no statement makes, by reason. */
function unprovedLines(cells: readonly VerifiedCell[]): string[] {
  const reasons = Map.groupBy(cells, ({ column, unproved }) => `${column}: ${unproved}`);
  return [...reasons].map(([reason, own]) => `not verified: ${plural(own.length, 'value')} of ${reason}`);
}

async function verifyAll(folder: string, release: Release): Promise<boolean> {
  const started = performance.now();
  const damage = await readBack(folder, { manifest: release.manifest, files: release.manifest.files });
  for (const { name, reason } of damage) console.error(`DIFFERS       ${name} ${reason}`);
  const cells = await verifyRelease(folder, release, { boards: release.boards, columns: [] });
  const unproved = cells.filter((cell) => cell.unproved !== '');
  const wrong = cells.filter((cell) => cell.unproved === '' && !isVerified(cell));
  for (const cell of wrong) console.error(lineOf(cell));
  for (const line of unprovedLines(unproved)) console.log(line);
  const same = cells.length - unproved.length - wrong.length;
  const byCode = cells.filter((cell) => cell.byCode).length;
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  console.log(
    `Release ${release.manifest.release}: ${plural(same, 'value')} made again and the same${byCode === 0 ? '' : `, of these ${byCode} by code that draws samples`}, ${wrong.length} not; ${unproved.length} not verified; ${plural(release.manifest.files.length, 'file')} read, ${damage.length} damaged (${seconds} s)`,
  );
  return wrong.length === 0 && damage.length === 0;
}

async function verifyLink(folder: string, release: Release, link: ValueLink): Promise<boolean> {
  const boards = release.boards.filter(({ benchmark, table }) => benchmark === link.benchmark && table === link.table);
  const lost = goneWords(link, boards[0]);
  if (lost !== '') {
    console.error(`DIFFERS       ${lost}`);
    return false;
  }
  const other = otherRelease(link, release.manifest.release, release.dated.today.id);
  if (other !== '') console.error(`${other}: values may have changed.`);
  const columns = boards.flatMap((board) => link.columns.flatMap((name) => linkedColumn(board, name)?.key ?? []));
  const all = await verifyRelease(folder, release, { boards, columns });
  const named = new Set(
    boards.flatMap(({ rows }) =>
      rows.flatMap(({ id, judge }) => (link.rows.some((name) => name === id || name === judge) ? [id] : [])),
    ),
  );
  const cells = all.filter(({ row }) => link.rows.length === 0 || named.has(row));
  for (const cell of cells) console.log(lineOf(cell));
  if (cells.length === 0) console.error('DIFFERS       there is no value at this place');
  const [first] = cells;
  const printed = first?.board.rows.find(({ id }) => id === first.row)?.cells[first.column]?.printed;
  const isShown = link.shown === '' || link.shown === printed;
  if (!isShown) console.error(`DIFFERS       the link says ${link.shown}, the release shows ${printed ?? 'nothing'}`);
  return isShown && cells.some(isVerified) && cells.every((cell) => isVerified(cell) || cell.unproved !== '');
}

async function runVerify({ release: folder, all }: Options, link: string | undefined): Promise<boolean> {
  if ((all === true) === (link !== undefined)) throw new UsageError('give a link, or --all');
  const asked = link === undefined ? null : valueLink(link);
  if (link !== undefined && asked === null) throw new UsageError('the link names no table of the site');
  const release = await readReleaseAt(folder);
  return asked === null ? verifyAll(folder, release) : verifyLink(folder, release, asked);
}

/** Exit code 1 where a value differs or a file is damaged; what no statement makes is told and is no failure. */
export const registerVerify = commandOf<Options, string>({
  name: 'verify',
  about: 'values of a release made again from its judgments and labels',
  argument: ['[link]', 'address of a value or of a table, as the site gives it'],
  options: [
    option('--release <dir>', 'the folder that holds the release', { usual: 'public/data' }),
    option('--all', 'all values, and the bytes of all files'),
  ],
  run: runVerify,
  explain: (error) => (error instanceof NoRelease ? error.message : machineMessage(error)),
});
