import { keyed } from '../ui/keyed.ts';
import { rounded } from '../ui/number-words.ts';
import type { CloudChart } from './chart.ts';
import { DrawnName } from './DrawnName.tsx';
import { AllMarks, Frame } from './Frame.tsx';
import { Shape } from './mark-kinds.tsx';
import { PlacedText } from './PlacedText.tsx';
import { pointPlaces, pointsLayout, seriesNames } from './points-layout.ts';

type CloudSeries = CloudChart['series'][number];

interface SeriesProps {
  readonly series: CloudSeries;
  readonly places: ReturnType<typeof pointPlaces>;
}

/** Draws marks as one path of dots, each from the one before: a third of the letters that places of their own take. */
function dotsPath(marks: CloudSeries['marks'], { across, up }: SeriesProps['places']): string {
  const dots = marks
    .map(([x, y]) => [Math.round(across(x)), Math.round(up(y))] as const)
    .sort(([ax, ay], [bx, by]) => ax - bx || ay - by);
  return dots
    .map(([x, y], i) => {
      const [fromX, fromY] = dots[i - 1] ?? [0, 0];
      return `${i === 0 ? 'M' : 'm'}${x - fromX} ${y - fromY}h0`.replace(' -', '-');
    })
    .join('');
}

const lineThrough = (ends: readonly (readonly [number, number])[], { across, up }: SeriesProps['places']): string =>
  `M${ends.map(([x, y]) => `${across(x)} ${up(y)}`).join('L')}`;

/** Draws the marks of a series, and its trend with the band around it. */
function SeriesCloud({ series: { look, trend, band, marks }, places }: SeriesProps) {
  const edge = [
    ...band.map(({ x, hi }) => [x, hi] as const),
    ...band.toReversed().map(({ x, lo }) => [x, lo] as const),
  ];
  return (
    <g className={`hue-${look.hue}`}>
      {marks.length === 0 ? null : <path className="dots" d={dotsPath(marks, places)} />}
      {edge.length === 0 ? null : <path className="band" d={`${lineThrough(edge, places)}z`} />}
      {trend === null ? null : <path className="trend" d={lineThrough(trend, places)} />}
    </g>
  );
}

/** Draws many marks of a few series against each other, each series with its trend and its mean. No name covers another. */
export function CloudDrawing({ chart }: { readonly chart: CloudChart }) {
  const { title, x, y, series, shared } = chart;
  const layout = pointsLayout(chart);
  const places = pointPlaces(chart);
  const names = seriesNames(chart);
  return (
    <Frame title={title} {...layout} x={x} y={y}>
      <text className="axis" x={4} y={12}>
        <DrawnName text={y.label} room={layout.width} />
      </text>
      <AllMarks axis={x} up={y}>
        <g className="cloud">
          {keyed(series, ({ label }) => label).map(({ item, key }) => (
            <SeriesCloud key={key} series={item} places={places} />
          ))}
          {shared === null ? null : <path className="shared" d={lineThrough(shared, places)} />}
          {keyed(series, ({ label }) => label).map(({ item, key }, i) => {
            const name = names[i] ?? null;
            return (
              <g key={key} className={`hue-${item.look.hue}`}>
                <Shape mark={item.look.mark} x={rounded(places.across(item.x), 1)} y={rounded(places.up(item.y), 1)} />
                {name === null ? null : <PlacedText text={item.label} name={name} />}
              </g>
            );
          })}
        </g>
      </AllMarks>
    </Frame>
  );
}
