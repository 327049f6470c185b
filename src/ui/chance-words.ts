/** Writes the doubt about a difference: nothing where it is significant, else that it may be chance, or that it was not tested (null). */
export function chanceWords(significant: boolean | null): '' | 'perhaps by chance' | 'not tested' {
  if (significant === null) return 'not tested';
  return significant ? '' : 'perhaps by chance';
}
