import { CASE_FIGURES } from '../../figures/instances/index.ts';
import type { PrerenderedFigures } from '../../islands/instance-figures/prerendered.ts';
import { href } from '../../layouts/href.ts';
import { metricById } from '../../metrics/index.ts';
import type { Board } from '../../schema/board.ts';
import { chosenParameter, figuresPath } from '../../url-state/figures.ts';

/** A figure of cases that shows how some of a board's values come about. */
export interface BoardFigure {
  readonly id: string;
  readonly title: string;
  /** Labels of the metrics that it explains, in the order of the columns. */
  readonly metrics: readonly string[];
  /** Where it stands, with a run chosen. */
  readonly address: (run: string) => string;
}

/** The figures that the metrics of a board's columns name, of those drawn; in the order of the columns. */
export function boardFigures({ benchmark, columns }: Board, drawn: readonly PrerenderedFigures[]): BoardFigure[] {
  const metrics = columns.flatMap(({ metric }) => (metric === null ? [] : (metricById(metric) ?? [])));
  return [...Map.groupBy(metrics, ({ figure }) => figure)].flatMap(([id, named]): BoardFigure[] => {
    const figure = CASE_FIGURES.find((one) => one.id === id);
    const page = drawn.find(({ data }) => id !== undefined && Object.hasOwn(data, id));
    if (figure === undefined || page === undefined) return [];
    const { protocol, protocols } = page;
    const path = href(figuresPath(benchmark, protocols, protocol));
    const address = (run: string): string => `${path}?${chosenParameter('judge', protocol)}=${run}#${figure.id}`;
    return [{ id: figure.id, title: figure.title, metrics: [...new Set(named.map(({ label }) => label))], address }];
  });
}
