import { type AddressStep, goTo, useFragment } from '../ui/use-url.ts';

/** `#/k3v9x0qa/2/explore/`: the cases of the second result of some files. It lies in the fragment, which no browser sends: names of cases and runs are private. */
export interface OwnPlace {
  /** The files' name in addresses, which reveals nothing of them; '' where the address names none. */
  readonly set: string;
  /** From 1; 0 where the address names none. */
  readonly result: number;
  /** `/`, `/explore/`, `/figures/…`: the page within the result. */
  readonly page: string;
}

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

/** Stands in a benchmark's place where pages ask for the cases of a result, so that every address made of it lies in the fragment. */
export const casesName = ({ set, result }: Pick<OwnPlace, 'set' | 'result'>): string =>
  `your-results/#${pathOf({ set, result, page: '' })}`;

export function useOwnPlace(): OwnPlace & { readonly search: string } {
  const { path, search } = useFragment();
  return { ...ownPlaceIn(path), search };
}

export const goToPlace = (place: OwnPlace, step: AddressStep): void => goTo(pathOf(place), step);
