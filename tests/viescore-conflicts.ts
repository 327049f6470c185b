/** Pairs of VIEScore whose two labels differ, by task: 1 697 in all. */
export const CONFLICTS_BY_TASK = {
  'text-guided-ie': 794,
  'text-guided-ig': 251,
  'subject-driven-ig': 357,
  'mask-guided-ie': 146,
  'subject-driven-ie': 119,
  'multi-concept-ic': 28,
  'control-guided-ig': 2,
};
