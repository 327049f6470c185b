import { SeriesLegend } from '../figures/kit/shape.tsx';
import { SURE, UNSURE } from './DifferenceForest.tsx';

const MARKS = [
  { label: 'significant at 5 %', mark: SURE, sure: true },
  { label: 'perhaps by chance, or not tested', mark: UNSURE, sure: false },
];

/** Says what the marks of differences mean, of those that are drawn: `sure` says of each difference whether it is significant. */
export const DifferenceLegend = ({ sure }: { readonly sure: readonly boolean[] }) => (
  <SeriesLegend series={MARKS.filter((mark) => sure.includes(mark.sure))} />
);
