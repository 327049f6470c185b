import { wordsOfId } from '../cases/labels.ts';
import type { Case } from '../schema/shard.ts';
import { countOf } from '../ui/number-words.ts';
import type { CaseFacts } from './facts.ts';
import { conflictCount } from './gold.ts';
import { headFacts } from './head-facts.ts';
import { headingOf } from './heading.ts';
import { Icon } from './Icons.tsx';

/** What the case is about, and what kind of case it is. */
export function CaseHead({ data, facts }: { readonly data: Case; readonly facts: CaseFacts }) {
  const conflicts = conflictCount(data.gold);
  return (
    <div className="head case-head">
      <h1 dir="auto" tabIndex={-1}>
        {headingOf(data).text}
      </h1>
      <div className="facts">
        {facts.synthetic ? <span className="pill warn">synthetic demonstration</span> : null}
        {headFacts(data, facts).map(({ name, words }) => (
          <span key={name} title={name === '' ? undefined : wordsOfId(name)}>
            {words}
          </span>
        ))}
        {conflicts > 0 ? (
          <span className="conflict">
            <Icon shape="conflict" /> {countOf(conflicts, 'criterion conflict')}
          </span>
        ) : null}
        <code className="case-id">{data.instance}</code>
      </div>
    </div>
  );
}
