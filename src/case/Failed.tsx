import type { ClientFailure } from '../client/failure.ts';
import { href } from '../ui/href.ts';
import type { CaseFacts } from './facts.ts';
import { Text } from './Text.tsx';

/** Ways on that lead to other pages. */
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

interface FailedProps {
  readonly failure: ClientFailure;
  readonly facts: CaseFacts;
  readonly retry: () => void;
}

/** What went wrong, why, and what to do about it. */
export function Failed({ failure, facts, retry }: FailedProps) {
  return (
    <div className="case-state failed-case" role="alert">
      <h2>
        <Text text={failure.what} />
      </h2>
      <p>
        <Text text={failure.why} />
      </p>
      <p>{failure.todo}</p>
      <p className="ways">
        {failure.wayOn === 'retry' ? (
          <button type="button" className="btn on" onClick={retry}>
            Try again
          </button>
        ) : null}
        {failure.wayOn === 'reload' ? (
          <button type="button" className="btn on" onClick={() => window.location.reload()}>
            Reload the page
          </button>
        ) : null}
        {failure.kind === 'no-instances' ? null : <WaysOn facts={facts} />}
        {failure.kind === 'no-instances' && facts.demonstration !== null ? (
          <a className="btn" href={href(`/${facts.demonstration.id}/explore/`)}>
            Cases of {facts.demonstration.name}
          </a>
        ) : null}
      </p>
    </div>
  );
}

/** The page without a case, which asks for one. */
export function Empty({ facts }: { readonly facts: CaseFacts }) {
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
          maxLength={256}
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
export function Waiting() {
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
