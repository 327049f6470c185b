import { headlineOfBoard } from '../../board/headline.ts';
import type { Release } from '../../release/read.ts';
import { type Board, boardLine, isComputed } from '../../schema/board.ts';
import { datedFile } from '../../schema/dated-release.ts';
import { boardFile } from '../../schema/release-paths.ts';
import { href } from '../../ui/href.ts';

/** Fields are added within a version; none changes its meaning or goes. */
const VERSION = 1;

type Read = Pick<Release, 'manifest' | 'benchmarks' | 'boards' | 'judges' | 'dated'>;

const pageOf = ({ benchmark, table }: Board): string => href(`/${benchmark}/${table}/`);

/** Names the file of a kind of records of a benchmark; null where the release has none. */
function recordsFile({ manifest }: Read, benchmark: string, kind: string): string | null {
  const file = manifest.files.find(({ path }) => path.startsWith(`${benchmark}/${kind}.`) && path.endsWith('.parquet'));
  return file === undefined ? null : href(`/data/${file.path}`);
}

function boardEntry(board: Board, { manifest }: Read) {
  const file = boardFile(manifest.files, board);
  return {
    ...{ table: board.table, title: board.title, kind: board.kind, page: pageOf(board) },
    source: isComputed(board) ? 'computed' : 'published',
    json: file === undefined ? null : href(`/data/${file.path}`),
    column: board.sort?.column ?? null,
  };
}

/** Gives the values of a judge by which leaderboards are ordered, each with its interval, its rank and where its answers lie. */
function judgeValues(judge: string, release: Read) {
  return release.boards.flatMap((board) => {
    const headline = board.kind === 'leaderboard' ? headlineOfBoard(board) : null;
    if (headline === null) return [];
    const own = headline.entries.filter(({ row }) => row.judge === judge);
    return own.map(({ row, cell }) => ({
      ...{ benchmark: board.benchmark, table: board.table, ...boardLine({ row, column: headline.column, cell }) },
      ...{ among: headline.entries.length, page: pageOf(board) },
      answers: isComputed(board) ? { file: recordsFile(release, board.benchmark, 'judgments'), run: row.id } : null,
    }));
  });
}

/** Gives what scripts of others read, by path and without `.json`: one list that leads to everything, and a file for each judge. */
export function apiFiles(release: Read): readonly { readonly file: string; readonly json: string }[] {
  const { manifest, benchmarks, boards } = release;
  const judges = release.judges.flatMap(({ id, name, organisation, access }) => {
    const values = judgeValues(id, release);
    return values.length === 0 ? [] : [{ judge: { id, name, organisation, access }, values }];
  });
  const made = { version: VERSION, release: manifest.release };
  const index = {
    ...{ ...made, engine: manifest.engine, manifest: href('/data/manifest.json') },
    benchmarks: benchmarks.map(({ id, name, synthetic }) => ({
      ...{ id, name, synthetic, page: href(`/${id}/`) },
      records: Object.fromEntries(
        ['instances', 'responses', 'gold', 'judgments'].map((kind) => [kind, recordsFile(release, id, kind)]),
      ),
      boards: boards.filter(({ benchmark }) => benchmark === id).map((board) => boardEntry(board, release)),
    })),
    releases: release.dated.releases.map((one) => ({ ...one, values: href(`/data/${datedFile(one.id)}`) })),
    judges: judges.map(({ judge: { id, name } }) => ({ id, name, json: href(`/api/v${VERSION}/judge/${id}.json`) })),
  };
  return [
    { file: `api/v${VERSION}/index`, json: JSON.stringify(index) },
    ...judges.map((one) => ({
      file: `api/v${VERSION}/judge/${one.judge.id}`,
      json: JSON.stringify({ ...made, ...one }),
    })),
  ];
}
