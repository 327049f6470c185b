import { useState } from 'react';
import type { ListPlace } from '../cases/columns/list.ts';
import { href } from '../ui/href.ts';
import { LinkPanel } from '../ui/LinkPanel.tsx';
import { numberWords } from '../ui/number-words.ts';
import { Panel } from '../ui/Panel.tsx';
import type { AskedQuestion } from '../ui/use-question.ts';
import type { CaseFacts } from './facts.ts';
import { Icon } from './Icons.tsx';

function CopyLink() {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const [copied, setCopied] = useState(false);
  const copy = async (button: HTMLElement): Promise<void> => {
    try {
      await navigator.clipboard.writeText(window.location.href);
      setCopied(true);
    } catch {
      setAnchor(button); // Without leave to write to the clipboard the address is shown, to be copied by hand.
    }
  };
  return (
    <>
      <button
        type="button"
        className="btn js"
        onClick={(event) => void copy(event.currentTarget)}
        onBlur={() => setCopied(false)}
      >
        {copied ? 'Link copied' : 'Copy link'}
      </button>
      <span className="hidden" role="status">
        {copied ? 'Link copied' : ''}
      </span>
      {anchor === null ? null : (
        <Panel label="Link to this view" anchor={anchor} onClose={() => setAnchor(null)}>
          <LinkPanel />
        </Panel>
      )}
    </>
  );
}

interface CrumbsProps {
  readonly facts: CaseFacts;
  readonly list: string;
  /** Null where no case is on the page. */
  readonly place: AskedQuestion<ListPlace> | null;
  readonly step: (by: -1 | 1) => void;
}

function Place({ asked }: { readonly asked: AskedQuestion<ListPlace> }) {
  if (asked.state === 'ready') {
    const { place, total } = asked.data;
    return (
      <span className="num">
        {place === null ? 'not in this list' : `${numberWords(place)} of ${numberWords(total)}`}
      </span>
    );
  }
  if (asked.state === 'failed') {
    return (
      <span role="alert">
        {asked.failure.what}{' '}
        <button type="button" className="btn quiet" onClick={asked.retry}>
          Try again
        </button>
      </span>
    );
  }
  return <span aria-busy="true">finding its place…</span>;
}

/** Shows where the case stands, the steps to its neighbours, and its link. */
export function CaseCrumbs({ facts, list, place, step }: CrumbsProps) {
  const neighbours = place?.state === 'ready' ? place.data : null;
  return (
    <nav className="crumbs" aria-label="Place of this case">
      <a href={href(`/${facts.benchmark}/`)}>{facts.name}</a>
      <span aria-hidden="true">›</span>
      <a href={href(`/${facts.benchmark}/explore/${list.length > 1 ? list : ''}`)}>
        {list.length > 1 ? 'Filtered cases' : 'Cases'}
      </a>
      {place === null || list === '' ? null : (
        <>
          <span aria-hidden="true">›</span>
          <Place asked={place} />
        </>
      )}
      <span className="spacer" />
      {list === '' ? null : (
        <>
          <button
            type="button"
            className="btn quiet"
            aria-disabled={!neighbours?.previous}
            aria-keyshortcuts="ArrowLeft"
            onClick={() => step(-1)}
          >
            <Icon shape="back" /> Previous
          </button>
          <button
            type="button"
            className="btn quiet"
            aria-disabled={!neighbours?.next}
            aria-keyshortcuts="ArrowRight"
            onClick={() => step(1)}
          >
            Next <Icon shape="forward" />
          </button>
        </>
      )}
      <CopyLink />
    </nav>
  );
}
