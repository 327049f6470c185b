import type { TextsOfOthers } from '../schema/release.ts';

export const creditWords = ({ repository, commit, licence, attribution, part }: TextsOfOthers): string =>
  `${attribution}. ${licence} licence, ${repository} at ${commit}${part === undefined ? '' : `; here ${part}`}`;

const fetchCommand = (benchmark: string): string => `npm run judgeboard -- fetch ${benchmark}`;

interface TextCreditProps {
  readonly benchmark: string;
  readonly texts: TextsOfOthers;
}

function CreditSource({ repository, commit }: Pick<TextsOfOthers, 'repository' | 'commit'>) {
  return (
    <a href={`${repository}/tree/${commit}`} rel="noopener">
      source
    </a>
  );
}

function HowToFetch({ benchmark, texts }: TextCreditProps) {
  return (
    <>
      They belong to {texts.attribution} ({texts.licence} licence, <CreditSource {...texts} />
      ). <code>{fetchCommand(benchmark)}</code> fetches them for the next build.
    </>
  );
}

const NOT_HERE = <b>Prompts and reasons are not in this build.</b>;

/** Says in the place of prompts and reasons that the build lacks whose they are and what brings them. */
export function TextsMissing(props: TextCreditProps) {
  return (
    <p className="credit missing pad-2-3 sunken">
      {NOT_HERE} <HowToFetch {...props} />
    </p>
  );
}

/** Says whose prompts and reasons stand here and under which licence, or, where the build lacks them, that it does, and behind a fold how it gets them. */
export function TextCredit(props: TextCreditProps) {
  const { texts } = props;
  if (texts.present) {
    return (
      <p className="credit">
        Prompts and reasons: {texts.attribution}. {texts.licence} licence, <CreditSource {...texts} />.
        {texts.part === undefined ? null : ` In this build: ${texts.part}.`}
      </p>
    );
  }
  return (
    <details className="credit missing pad-2-3 sunken">
      <summary>{NOT_HERE}</summary>
      <p className="above-2">
        <HowToFetch {...props} />
      </p>
    </details>
  );
}
