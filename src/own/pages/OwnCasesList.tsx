import '../../explore/explore.css';
import '../../explore/facets.css';
import { Explorer } from '../../explore/Explorer.tsx';
import type { OwnSource } from '../own-source.ts';
import { Gathered } from './Gathered.tsx';

/** Shows the explorer over own cases. */
export function OwnCasesList({ source }: { readonly source: OwnSource }) {
  return (
    <Gathered gather={source.list} doing="Gathering the cases">
      {(known) => <Explorer {...known} />}
    </Gathered>
  );
}
