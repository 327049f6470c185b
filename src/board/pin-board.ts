import { loadDatedReleases, loadDatedValues } from '../client/dated-values.ts';
import { ClientFailure } from '../client/failure.ts';
import {
  type ChangeKind,
  compareReleases,
  type DatedReleases,
  datedFile,
  type ReleaseComparison,
} from '../schema/dated-release.ts';
import { countOf } from '../ui/number-words.ts';
import type { PageBoard } from './page-board.ts';
import { datedWords } from './words.ts';

/** What stood in a table when a release was published, as far as it is another thing now. */
export interface Pinned {
  /** `then 48.5 (2–5)`, by the id of a row and the key of a column with a line break between. */
  readonly was: ReadonlyMap<string, string>;
  readonly words: string;
  /** Address of the whole site of that release: '' where it is this one, null where nobody is known to host it. */
  readonly site: string | null;
}

/** What makes another value of the same answers. */
const OTHERWISE: Readonly<Partial<Record<ChangeKind, string>>> = { method: ', other method', labels: ', other labels' };

/** Says what became of the values of a table since a release. */
export function pinnedTo(id: string, { changes, same }: ReleaseComparison, site: string | undefined): Pinned {
  const was = changes.flatMap((change): [string, string][] => {
    if (change.is === null) return [];
    const words = change.was === null ? 'not there then' : `then ${datedWords(change.was)}`;
    return [[`${change.is.run}\n${change.is.column}`, words.concat(OTHERWISE[change.kind] ?? '')]];
  });
  const gone = changes.length - was.length;
  const all = same + was.length;
  const words =
    changes.length === 0
      ? `All ${countOf(same, 'value')} of this table are those of release ${id}.`
      : `${was.length} of ${countOf(all, 'value')} of this table are not as in release ${id}${gone === 0 ? '' : `; ${gone} of its values ${gone === 1 ? 'is' : 'are'} gone`}. What stood there is below each.`;
  return { was: new Map(was), words, site: site ?? null };
}

function unknownRelease(id: string, { releases }: DatedReleases): ClientFailure {
  const ids = releases.map((one) => one.id).toReversed();
  return new ClientFailure('unknown-id', {
    what: `There is no release “${id}” here, so the table shows today’s values alone.`,
    why: ids.length === 0 ? 'No release of this site stays.' : `Those that stay are ${ids.join(', ')}.`,
    todo: 'Check the address.',
  });
}

/** Gives the id of the dated release that has today's values; null where none has. Throws ClientFailure. */
export const presentRelease = async (): Promise<string | null> => (await loadDatedReleases()).today.id;

/** Finds what stood in a table when a release was published. Throws ClientFailure. */
export async function pinBoard(
  { benchmark, table }: Pick<PageBoard, 'benchmark' | 'table'>,
  id: string,
): Promise<Pinned> {
  const dated = await loadDatedReleases();
  const release = dated.releases.find((one) => one.id === id);
  if (release === undefined) throw unknownRelease(id, dated);
  const files = [datedFile(id), dated.today.file];
  const [then = [], now = []] = (await Promise.all(files.map(loadDatedValues))).map((values) =>
    values.filter((value) => value.benchmark === benchmark && value.board === table),
  );
  return pinnedTo(id, compareReleases(then, now, dated), id === dated.today.id ? '' : release.site);
}
