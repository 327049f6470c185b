import type { TextsOfOthers } from '../schema/release.ts';

/** Says whose texts these are, in one line for a file. */
export const creditWords = ({ repository, commit, licence, attribution }: TextsOfOthers): string =>
  `${attribution}. ${licence} licence, ${repository} at ${commit}`;

/** Says how a build gets the texts of a benchmark. */
const fetchCommand = (benchmark: string): string => `npm run judgeboard -- fetch ${benchmark}`;

interface TextCreditProps {
  readonly benchmark: string;
  readonly texts: TextsOfOthers;
}

/** Says whose prompts and reasons stand here and under which licence, or, where the build lacks them, how it gets them. */
export function TextCredit({
  benchmark,
  texts: { repository, commit, licence, attribution, present },
}: TextCreditProps) {
  const source = (
    <a href={`${repository}/tree/${commit}`} rel="noopener">
      source
    </a>
  );
  if (present) {
    return (
      <p className="credit">
        Prompts and reasons: {attribution}. {licence} licence, {source}.
      </p>
    );
  }
  return (
    <details className="credit missing">
      <summary>
        <b>Prompts and reasons are not in this build.</b>
      </summary>
      <p>
        They belong to {attribution} ({licence} licence, {source}). <code>{fetchCommand(benchmark)}</code> brings them
        for the next build.
      </p>
    </details>
  );
}
