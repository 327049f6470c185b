import { useCallback, useMemo } from 'react';
import { useUrl } from '../../ui/use-url.ts';
import type { ChangeFigures } from '../kit/figure-props.ts';
import type { FiguresFields, FiguresState } from '../state.ts';

/** The state of the figures, held in the URL. */
export function useFiguresState(fields: FiguresFields): readonly [FiguresState, ChangeFigures] {
  const [chosen, changeChosen] = useUrl(fields.chosen);
  const [facets, changeFacets] = useUrl(fields.facets);
  const change = useCallback<ChangeFigures>(
    (values) => {
      if (values.chosen !== undefined) changeChosen(values.chosen);
      if (values.facets !== undefined) changeFacets(values.facets);
    },
    [changeChosen, changeFacets],
  );
  return [useMemo(() => ({ chosen, facets }), [chosen, facets]), change];
}
