import { TextCredit, TextsMissing } from '../explore/TextCredit.tsx';
import { type CaseFacts, lacksTexts } from './facts.ts';

/** Says whose prompts and reasons a case has, or what brings them where this build lacks them; nothing where they came with the figures. */
export function CaseTexts({ facts }: { readonly facts: CaseFacts }) {
  const { benchmark, texts } = facts;
  if (texts === null) return null;
  return lacksTexts(facts) ? <TextsMissing {...{ benchmark, texts }} /> : <TextCredit {...{ benchmark, texts }} />;
}
