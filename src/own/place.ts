import { type AddressStep, goTo, useFragment } from '../ui/use-url.ts';

/**
 * Where somebody is on the page of own results: `#/k3v9x0qa/2/explore/` is the list of cases of the second result of some files. All of it lies in the fragment,
 * which no browser sends to a server, since what follows names cases, runs and values of somebody's files.
 */
export interface OwnPlace {
  /** The files' name in addresses, which reveals nothing of them; '' where the address names none. */
  readonly set: string;
  /** From 1; 0 where the address names none. */
  readonly result: number;
  /** `/`, `/explore/`, `/figures/…`: the page within the result. */
  readonly page: string;
}

/** Makes a random name for dropped files, which reveals nothing of them. */
export const newSet = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(8)), (byte) => (byte % 36).toString(36)).join('');

export function ownPlaceIn(path: string): OwnPlace {
  const [, set = '', result = '', page = ''] = /^\/([^/]*)(?:\/(\d+))?(\/.*)?$/s.exec(path) ?? [];
  let name = set;
  try {
    name = decodeURIComponent(set);
  } catch {
    // It was typed so, and names nothing.
  }
  return { set: name, result: Number(result), page: page || '/' };
}

export function pathOf({ set, result, page }: OwnPlace): string {
  if (set === '') return '/';
  const files = `/${encodeURIComponent(set)}/`;
  return result === 0 ? files : `${files}${result}${page}`;
}

/**
 * Gives the name in the place of a benchmark's under which pages ask for the cases of a result: every address that is made of it, such as
 * that of a case, lies in the fragment.
 */
export const casesName = ({ set, result }: Pick<OwnPlace, 'set' | 'result'>): string =>
  `your-results/#${pathOf({ set, result, page: '' })}`;

export function useOwnPlace(): OwnPlace & { readonly search: string } {
  const { path, search } = useFragment();
  return { ...ownPlaceIn(path), search };
}

/** Goes to a place of the page: a step that Back undoes, or in the place of the present one. */
export const goToPlace = (place: OwnPlace, step: AddressStep): void => goTo(pathOf(place), step);
