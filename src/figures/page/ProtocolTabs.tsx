import { href } from '../../ui/href.ts';
import { PROTOCOL_WORDS } from '../kit/protocol-words.ts';
import { figuresPath } from '../state.ts';
import type { PrerenderedFigures } from './prerendered.ts';

interface ProtocolTabsProps {
  readonly known: PrerenderedFigures;
  /** Query string of the selected cases, which stay selected on the other pages. */
  readonly search: string;
}

/** The ways of judging that a benchmark has figures of, each on its own page. */
export function ProtocolTabs({ known: { protocol, protocols, choices }, search }: ProtocolTabsProps) {
  if (protocols.length < 2) return null;
  return (
    <nav className="tables" aria-label="Ways of judging">
      <div>
        {protocols.map((one) => (
          <a
            key={one}
            href={`${href(figuresPath(choices.benchmark, protocols, one))}${search}`}
            aria-current={one === protocol ? 'page' : undefined}
          >
            {PROTOCOL_WORDS[one].tab}
          </a>
        ))}
      </div>
    </nav>
  );
}
