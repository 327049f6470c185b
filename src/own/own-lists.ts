import type { Choices } from '../cases/choices.ts';
import { failureOf } from '../client/failure.ts';
import { LINES_NOT_READ, loadLines } from '../client/lines.ts';
import type { CaseText, LinesFound } from '../client/local-cases.ts';
import { loadInstanceData } from '../client/manifest.ts';
import type { Query } from '../sql/query.ts';
import { literal } from '../sql/quote.ts';
import type { OwnLine } from './intake/own-lists.ts';
import { OWN_PREFIX } from './intake/standing.ts';

type Holds = NonNullable<Choices['lines']>;

const HELD = `SELECT EXISTS (SELECT 1 FROM gold WHERE annotator = '' AND kind <> 'reference') AS gold,
  EXISTS (SELECT 1 FROM judgments WHERE starts_with(run, ${literal(OWN_PREFIX)}) AND length > 0) AS reason`;

/** Texts and pictures that the release fetched from others stay on its own pages, which say whose they are. */
const isOfOthers = async (catalog: string): Promise<boolean> => (await loadInstanceData(catalog)).texts !== undefined;

/** Gives the lines of own cases from their database. `catalog`: of the release, null where it has none of these cases. */
export async function ownHolds(query: Query, catalog: string | null): Promise<Holds> {
  const [own] = await query(HELD);
  const release = catalog === null || (await isOfOthers(catalog)) ? undefined : (await loadInstanceData(catalog)).lines;
  return [
    'prompt',
    ...(release?.holds.includes('thumb') ? ['thumb' as const] : []),
    ...(own?.['gold'] === true ? ['gold' as const] : []),
    ...(own?.['reason'] === true ? ['reason' as const] : []),
  ];
}

/** Gives what the release says of cases, by their places in its table. */
async function releaseLines(catalog: string, places: readonly number[]): Promise<LinesFound> {
  try {
    const [found, others] = await Promise.all([loadLines(catalog, places), isOfOthers(catalog)]);
    if (!others) return found;
    const bare = ({ gold, said }: CaseText): CaseText => ({
      prompt: '',
      thumb: '',
      gold,
      said: said.map(([run, criterion, answer]) => [run, criterion, answer, '']),
    });
    return { ...found, texts: new Map([...found.texts].map(([place, line]) => [place, bare(line)])) };
  } catch (error) {
    return { texts: new Map(), failure: failureOf(error, LINES_NOT_READ) };
  }
}

/**
 * Gives the lines of own cases with what the release has of them: a prompt where the files have none, a small picture, and what its judges answered,
 * which stand after the own runs in the list's choices. `runs`: how many own runs there are.
 */
export async function withRelease(
  lines: readonly OwnLine[],
  catalog: string | null,
  runs: number,
): Promise<LinesFound> {
  const known = lines.flatMap(({ released }) => released ?? []);
  const { texts: release, failure }: LinesFound =
    catalog === null || known.length === 0 ? { texts: new Map(), failure: null } : await releaseLines(catalog, known);
  const texts = new Map(
    lines.map(({ place, line, released }): [number, CaseText] => {
      const more = released === null ? undefined : release.get(released);
      if (more === undefined) return [place, line];
      const said = more.said.map(([run, ...answer]): CaseText['said'][number] => [run + runs, ...answer]);
      return [place, { ...line, prompt: line.prompt || more.prompt, thumb: more.thumb, said: [...line.said, ...said] }];
    }),
  );
  return { texts, failure };
}
