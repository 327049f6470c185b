import { useCallback, useMemo } from 'react';
import { useUrl } from '../../ui/use-url.ts';
import type { ChangeFigures } from '../kit/figure-props.ts';
import type { FiguresFields, FiguresState } from '../state.ts';

/** The state of the figures, held in the URL. */
export function useFiguresState(fields: FiguresFields): readonly [FiguresState, ChangeFigures] {
  const [chosen, changeChosen] = useUrl(fields.chosen);
  const [beside, changeBeside] = useUrl(fields.beside);
  const [facets, changeFacets] = useUrl(fields.facets);
  const change = useCallback<ChangeFigures>(
    (values) => {
      if (values.chosen !== undefined) changeChosen(values.chosen);
      if (values.beside !== undefined) changeBeside(values.beside);
      if (values.facets !== undefined) changeFacets(values.facets);
    },
    [changeChosen, changeBeside, changeFacets],
  );
  return [useMemo(() => ({ chosen, beside, facets }), [chosen, beside, facets]), change];
}
