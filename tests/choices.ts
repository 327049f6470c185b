import type { Choices } from '../src/cases/choices.ts';
import type { FigureChoices } from '../src/figures/kit/case-figure.ts';

/** What the cases of a made-up benchmark `b` can be asked for, without any facet, run or criterion. */
export const BARE_CHOICES: Choices = {
  benchmark: 'b',
  name: 'B',
  synthetic: false,
  licence: '',
  release: '0123456789ab',
  cases: 3,
  facets: [],
  runs: [],
  criteria: [],
  losses: [],
  labels: {},
  words: false,
};

/** The same for figures. */
export const BARE_FIGURE_CHOICES: FigureChoices = { ...BARE_CHOICES, runs: [], biasTypes: [] };
