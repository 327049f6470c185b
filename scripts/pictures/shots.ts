/** A page of which docs/pictures shows a part of the size of a window. */
export interface Shot {
  readonly name: string;
  /** Path with what is asked for; a fragment is scrolled to. */
  readonly page: string;
  /** What has to be there before the picture is taken. */
  readonly ready: string;
  /** What is shown, for those who do not see it. */
  readonly alt: string;
}

export const SHOTS: readonly Shot[] = [
  { name: 'home', page: '/', ready: '.standing', alt: 'Home: where all judges stand on each benchmark' },
  {
    name: 'board',
    page: '/genai-bench/pairwise-image_generation/',
    ready: 'table.board',
    alt: 'GenAI-Bench, image generation: judges with intervals and ranks, computed from their answers',
  },
  { name: 'judge', page: '/judge/gpt-4o/', ready: '.standings-table', alt: 'GPT-4o: its place on every benchmark' },
  {
    name: 'comparison',
    page: '/compare/?judges=gpt-4o,gemini-1-5-pro',
    ready: 'main table tbody tr',
    alt: 'GPT-4o and Gemini 1.5 Pro side by side: differences with intervals',
  },
  { name: 'explorer', page: '/shapes/explore/', ready: '.case-table tbody tr', alt: 'Cases with what judges said' },
  {
    name: 'list',
    page: '/shapes/explore/?words=leaves+out',
    ready: '.case-table tbody th a',
    alt: 'Cases whose reasons say certain words, with the place where they say them',
  },
  {
    name: 'case',
    page: '/shapes/case/',
    ready: '.answers',
    alt: 'One case: labels, answers and reasons of two judges',
  },
  { name: 'plot', page: '/plot/', ready: '.plot-drawing svg', alt: 'Any two columns against each other' },
  {
    name: 'figure-confusion',
    page: '/genai-bench/figures/#confusion',
    ready: '#confusion svg',
    alt: 'What the labels say, and what a judge says',
  },
  {
    name: 'figure-fingerprint',
    page: '/mm-judgebias/figures/#fingerprint-table-2',
    ready: '#fingerprint-table-2 .heat-table',
    alt: 'Which biases each judge falls for',
  },
];

export const THEMES = ['light', 'dark'] as const;
export const WINDOWS = [
  { name: 'phone', width: 390, height: 844 },
  { name: 'desktop', width: 1440, height: 900 },
] as const;

export const FOLDER = 'docs/pictures';
export const PICTURES_LIST = `${FOLDER}/pictures.json`;

/** Gives the name of a picture: `board-light-phone.webp`. */
export const pictureFile = (shot: string, theme: string, window: string): string => `${shot}-${theme}-${window}.webp`;
