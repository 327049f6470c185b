/** The benchmark whose records are generated. */
export const SHAPES_BENCHMARK = 'shapes';

/** How much to make. Equal options give equal records and pictures. */
export interface ShapesOptions {
  /** Instances per protocol; pairs judged as wholes come to a quarter, preference pairs to a third of it on top. */
  readonly size: number;
  readonly seed: number;
}

export const SHAPES_DEFAULTS: ShapesOptions = { size: 400, seed: 1 };
