import { loadDatedReleases, loadDatedValues } from '../client/dated-values.ts';
import { ClientFailure } from '../client/failure.ts';
import {
  type ChangeKind,
  compareReleases,
  type DatedReleases,
  type DatedValue,
  datedFile,
  presentId,
  type ReleaseComparison,
  renamedWords,
} from '../schema/dated-release.ts';
import { ended } from '../schema/words.ts';
import { countOf } from '../ui/number-words.ts';
import type { PageBoard } from './page-board.ts';
import { datedWords } from './words.ts';

/** A value that is another one now, and what stood there: `then 48.5 (2–5)`. */
export interface PinnedValue {
  readonly is: DatedValue;
  readonly words: string;
}

/** What stood on a page when a release was published, as far as it is another thing now. */
export interface Pinned {
  readonly was: readonly PinnedValue[];
  readonly words: string;
  /** Address of the whole site of that release: '' where it is this one, null where nobody is known to host it. */
  readonly site: string | null;
}

/** What makes another value of the same answers. */
const OTHERWISE: Readonly<Partial<Record<ChangeKind, string>>> = { method: ', other method', labels: ', other labels' };

/** Says which values of a release a page shows; `judge` is the present id of a value's. */
type IsShown = (value: DatedValue, judge: string) => boolean;

/** Says what became of the values of a page since a release. */
function pinnedTo(id: string, called: string, comparison: ReleaseComparison): Omit<Pinned, 'site'> {
  const { changes, same } = comparison;
  const was = changes.flatMap(({ kind, was, is }): PinnedValue[] => {
    if (is === null) return [];
    const words = was === null ? 'not there then' : `then ${datedWords(was)}`;
    return [{ is, words: words.concat(OTHERWISE[kind] ?? '') }];
  });
  const gone = changes.length - was.length;
  const all = countOf(same + was.length, 'value');
  const said =
    changes.length === 0
      ? `All ${all} of this ${called} are those of release ${id}.`
      : `${was.length} of ${all} of this ${called} are not as in release ${id}${gone === 0 ? '' : `; ${gone} of its values ${gone === 1 ? 'is' : 'are'} gone`}. What stood there is below each.`;
  return { was, words: [said, ...renamedWords(comparison).map(ended)].join(' ') };
}

function unknownRelease(id: string, { releases }: DatedReleases): ClientFailure {
  const ids = releases.map((one) => one.id).toReversed();
  return new ClientFailure('unknown-id', {
    what: `There is no release “${id}” here, so the page shows today’s values alone.`,
    why: ids.length === 0 ? 'No release of this site stays.' : `Those that stay are ${ids.join(', ')}.`,
    todo: 'Check the address.',
  });
}

/** Gives the id of the dated release that has today's values; null where none has. Throws ClientFailure. */
export const presentRelease = async (): Promise<string | null> => (await loadDatedReleases()).today.id;

async function pinTo(id: string, called: string, has: IsShown): Promise<Pinned> {
  const dated = await loadDatedReleases();
  const release = dated.releases.find((one) => one.id === id);
  if (release === undefined) throw unknownRelease(id, dated);
  const files = [datedFile(id), dated.today.file];
  const [then = [], now = []] = (await Promise.all(files.map(loadDatedValues))).map((values) =>
    values.filter((value) => has(value, presentId(value.judge, dated.renamed))),
  );
  const site = id === dated.today.id ? '' : (release.site ?? null);
  return { ...pinnedTo(id, called, compareReleases(then, now, dated)), site };
}

/** Finds what stood in a table when a release was published. Throws ClientFailure. */
export const pinBoard = ({ benchmark, table }: Pick<PageBoard, 'benchmark' | 'table'>, id: string): Promise<Pinned> =>
  pinTo(id, 'table', (value) => value.benchmark === benchmark && value.board === table);

/** The same of all values of a judge. */
export const pinJudge = (judge: string, id: string): Promise<Pinned> =>
  pinTo(id, 'judge', (_, present) => present === judge);
