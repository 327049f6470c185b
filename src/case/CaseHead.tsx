import { wordsOfId } from '../cases/labels.ts';
import type { Case } from '../schema/shard.ts';
import { countOf } from '../ui/number-words.ts';
import { visibleText } from '../ui/visible.ts';
import { attributeLabel, type CaseFacts } from './facts.ts';
import { conflictCount } from './gold.ts';
import { headingOf } from './heading.ts';
import { Icon } from './Icons.tsx';

/** Attributes whose value tells nothing without their name. */
const NAMED: ReadonlySet<string> = new Set(['source', 'annotator', 'band']);
/** Said by the page itself. */
const SAID_ELSEWHERE: ReadonlySet<string> = new Set(['protocol']);

/** What the case is about, and what kind of case it is. */
export function CaseHead({ data, facts }: { readonly data: Case; readonly facts: CaseFacts }) {
  const conflicts = conflictCount(data.gold);
  const attributes = Object.entries(data.attributes).filter(
    ([name, value]) => value !== '' && !SAID_ELSEWHERE.has(name),
  );
  return (
    <div className="head case-head">
      <h1 dir="auto" tabIndex={-1}>
        {headingOf(data).text}
      </h1>
      <div className="facts">
        {facts.synthetic ? <span className="pill warn">synthetic demonstration</span> : null}
        {data.split === '' ? null : <span>{attributeLabel(facts, 'split', data.split)}</span>}
        {attributes.map(([name, value]) => (
          <span key={name} title={wordsOfId(name)}>
            {NAMED.has(name) ? `${wordsOfId(name)}: ` : ''}
            {visibleText(attributeLabel(facts, name, value))}
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
