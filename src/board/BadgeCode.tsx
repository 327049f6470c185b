import { useState } from 'react';
import { ListBox } from '../ui/boxes.tsx';
import { CopyCode } from '../ui/CopyCode.tsx';
import { badgeHtml, badgeMarkdown, type RankBadge } from './elsewhere.ts';

interface BadgeCodeProps {
  /** What the badges are called in the list: `Badge of` judges, `Badge on` leaderboards. */
  readonly of: string;
  readonly badges: readonly RankBadge[];
}

/** Gives the code of a badge that is chosen among some. */
export function BadgeCode({ of, badges }: BadgeCodeProps) {
  const [chosen, setChosen] = useState('');
  const badge = badges.find(({ id }) => id === chosen) ?? badges[0];
  if (badge === undefined) return null;
  return (
    <>
      <label className="btn pick">
        <span>{of}</span>
        <ListBox value={badge.id} options={badges.map(({ id, label }) => ({ value: id, label }))} choose={setChosen} />
      </label>
      <CopyCode
        key={badge.id}
        says="Show its rank elsewhere"
        codes={[
          ['a badge (Markdown)', async () => badgeMarkdown(badge)],
          ['a badge (HTML)', async () => badgeHtml(badge)],
        ]}
      />
    </>
  );
}
