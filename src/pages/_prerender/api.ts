import { z } from 'zod';
import { badgePath, boardPath, embedPath, rankedRows } from '../../board/elsewhere.ts';
import { headlineOfBoard } from '../../board/headline.ts';
import type { Release } from '../../release/read.ts';
import { API_VERSION, ApiIndex, ApiJudge, type JudgeFile } from '../../schema/api.ts';
import { type Board, boardLine, boardName, isComputed, rowLabel } from '../../schema/board.ts';
import { datedFile } from '../../schema/dated-release.ts';
import { filesOfSet } from '../../schema/packs.ts';
import { boardFile } from '../../schema/release-paths.ts';
import { href } from '../../ui/href.ts';
import { markdownPath } from './elsewhere.ts';

type Read = Pick<Release, 'manifest' | 'benchmarks' | 'boards' | 'judges' | 'dated'>;

/** Says where a file of the interface lies, without `.json`. */
const apiPath = (name: string): string => `api/v${API_VERSION}/${name}`;

const judgeAddress = (judge: string): string => href(`/${apiPath(`judge/${judge}`)}.json`);

/** Names the file of a kind of records of a benchmark; null where the release has none. */
function recordsFile({ manifest }: Read, benchmark: string, kind: string): string | null {
  const file = manifest.files.find(({ path }) => path.startsWith(`${benchmark}/${kind}.`) && path.endsWith('.parquet'));
  return file === undefined ? null : href(`/data/${file.path}`);
}

/** Says where the JSON of a board lies. */
export function boardJsonHref(board: Board, { manifest }: Pick<Release, 'manifest'>): string | null {
  const file = boardFile(manifest.files, board);
  return file === undefined ? null : href(`/data/${file.path}`);
}

const boardEntry = (board: Board, release: Read): z.infer<typeof ApiIndex>['benchmarks'][number]['boards'][number] => ({
  ...{ table: board.table, title: board.title, kind: board.kind, page: href(boardPath(board)) },
  source: isComputed(board) ? 'computed' : 'published',
  ...{ json: boardJsonHref(board, release), markdown: href(markdownPath(board)), embed: href(embedPath(board)) },
  column: board.sort?.column ?? null,
});

/** Gives the values of a judge by which leaderboards are ordered, each with its interval, its rank and where its answers lie. */
function judgeValues(judge: string, release: Read): JudgeFile['values'] {
  return release.boards.flatMap((board) => {
    const headline = board.kind === 'leaderboard' ? headlineOfBoard(board) : null;
    if (headline === null) return [];
    const ranked = rankedRows(board);
    const own = headline.entries.filter(({ row }) => row.judge === judge);
    return own.map(({ row, cell }) => ({
      ...{ benchmark: board.benchmark, table: board.table, ...boardLine({ row, column: headline.column, cell }) },
      ...{ among: headline.entries.length, page: href(boardPath(board)) },
      badge: ranked.includes(row) ? href(badgePath(board, row)) : null,
      ...{ board: boardName(board), row: rowLabel(row, board) },
      answers: isComputed(board) ? { file: recordsFile(release, board.benchmark, 'judgments'), run: row.id } : null,
    }));
  });
}

/** Says where the JSON of a judge lies, null where it stands on no leaderboard, and whether it names badges. */
export function judgeTwin(judge: string, release: Read): { readonly json: string | null; readonly hasBadges: boolean } {
  const values = judgeValues(judge, release);
  return {
    json: values.length === 0 ? null : judgeAddress(judge),
    hasBadges: values.some(({ badge }) => badge !== null),
  };
}

function indexOf(
  release: Read,
  judges: Release['judges'],
): Omit<z.infer<typeof ApiIndex>, 'version' | 'schema' | 'release'> {
  const { manifest, benchmarks, boards } = release;
  const records = (id: string) => ({
    instances: recordsFile(release, id, 'instances'),
    responses: recordsFile(release, id, 'responses'),
    gold: recordsFile(release, id, 'gold'),
    judgments: recordsFile(release, id, 'judgments'),
  });
  const packsOf = (id: string) => {
    const cases = manifest.benchmarks.find((one) => one.id === id)?.instances?.cases;
    if (cases === undefined) return { case: null, packs: null };
    const [index = '', ...files] = filesOfSet(cases).map((file) => href(`/data/${file}`));
    return { case: `${href(`/${id}/case/`)}?id={instance}`, packs: { index, files } };
  };
  return {
    ...{ engine: manifest.engine, manifest: href('/data/manifest.json') },
    benchmarks: benchmarks.map(({ id, name, synthetic }) => ({
      ...{ id, name, synthetic, page: href(`/${id}/`), records: records(id) },
      ...packsOf(id),
      boards: boards.filter(({ benchmark }) => benchmark === id).map((board) => boardEntry(board, release)),
    })),
    releases: release.dated.releases.map((one) => ({ ...one, values: href(`/data/${datedFile(one.id)}`) })),
    judges: judges.map(({ id, name }) => ({ id, name, page: href(`/judge/${id}/`), json: judgeAddress(id) })),
    downloads: manifest.files.map(({ path, title, type, bytes, sha256, rows, inflated }) => ({
      ...{ file: href(`/data/${path}`), title, type, bytes, sha256 },
      ...(rows === undefined ? {} : { rows }),
      ...(inflated === undefined ? {} : { inflated }),
    })),
  };
}

/** Gives what scripts of others read, by path and without `.json`: one list that leads to everything, a file for each judge, and their descriptions. */
export function apiFiles(release: Read): readonly { readonly file: string; readonly json: string }[] {
  const made = (kind: string) =>
    ({
      version: API_VERSION,
      schema: href(`/${apiPath(`${kind}.schema`)}.json`),
      release: release.manifest.release,
    }) as const;
  const valued = release.judges
    .map((judge) => ({ judge, values: judgeValues(judge.id, release) }))
    .filter(({ values }) => values.length > 0);
  const files: Readonly<Record<string, unknown>> = {
    index: {
      ...made('index'),
      ...indexOf(
        release,
        valued.map(({ judge }) => judge),
      ),
    } satisfies z.infer<typeof ApiIndex>,
    'index.schema': z.toJSONSchema(ApiIndex),
    'judge.schema': z.toJSONSchema(ApiJudge),
    ...Object.fromEntries(
      valued.map(({ judge: { id, name, organisation, access }, values }) => [
        `judge/${id}`,
        { ...made('judge'), judge: { id, name, organisation, access }, values } satisfies JudgeFile,
      ]),
    ),
  };
  return Object.entries(files).map(([name, content]) => ({ file: apiPath(name), json: JSON.stringify(content) }));
}
