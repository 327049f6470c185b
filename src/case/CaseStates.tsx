import type { ClientFailure } from '../client/failure.ts';
import { Failed } from '../ui/Failed.tsx';
import { href } from '../ui/href.ts';
import type { CaseFacts } from './facts.ts';

/** Links that lead on to other pages. */
function WaysOn({ facts }: { readonly facts: CaseFacts }) {
  return (
    <>
      <a className="btn" href={href(`/${facts.benchmark}/explore/`)}>
        All cases of {facts.name}
      </a>
      <a className="btn quiet" href={href(`/${facts.benchmark}/`)}>
        Leaderboard
      </a>
    </>
  );
}

interface CaseFailedProps {
  readonly failure: ClientFailure;
  readonly facts: CaseFacts;
  readonly retry: () => void;
}

/** Says why there is no case on the page, and where to go from here. */
export function CaseFailed({ failure, facts, retry }: CaseFailedProps) {
  const { elsewhere } = facts;
  const shown =
    elsewhere === null ? null : (
      <a className="btn" href={href(`/${elsewhere.id}/explore/`)}>
        Cases of {elsewhere.name}
      </a>
    );
  return (
    <Failed
      failure={failure}
      retry={retry}
      place="page"
      className="case-state failed-case"
      ways={failure.kind === 'no-instances' ? shown : <WaysOn facts={facts} />}
    />
  );
}

/** Shows the page without a case, which asks for one. */
export function NoCase({ facts }: { readonly facts: CaseFacts }) {
  return (
    <div className="case-state empty-case">
      <h2>Which case?</h2>
      <p>The address names none. Choose one among all cases, or give its id.</p>
      <form className="ways" method="get">
        <input
          className="field"
          name="id"
          aria-label="Id of a case"
          placeholder="Id of a case"
          required
          autoComplete="off"
          spellCheck={false}
        />
        <button type="submit" className="btn on">
          Open
        </button>
        <WaysOn facts={facts} />
      </form>
    </div>
  );
}

/** Shows the page's own shape, empty, while the case is on its way. */
export function CaseWaiting() {
  return (
    <div className="case waiting js" aria-busy="true">
      <p className="small loading" role="status">
        Loading the case…
      </p>
      <div className="pane blank tall pictures" />
      <div className="stack">
        <div className="two">
          <div className="pane blank" />
          <div className="pane blank" />
        </div>
        <div className="pane blank tall" />
      </div>
    </div>
  );
}
