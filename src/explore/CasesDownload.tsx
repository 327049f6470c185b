import { localCases } from '../client/local-cases.ts';
import { fileName } from '../ui/file-name.ts';
import { Panel } from '../ui/Panel.tsx';
import type { AskedCases, CaseSelection } from './case-selection.ts';
import { casesCode } from './cases-code.ts';
import { DownloadPanel } from './DownloadPanel.tsx';
import type { Prerendered } from './prerendered.ts';
import { creditWords } from './TextCredit.tsx';
import { chipsOf, selectionWords } from './words.ts';

interface CasesDownloadProps extends AskedCases {
  readonly selection: CaseSelection;
  readonly total: number;
  readonly texts: Prerendered['texts'];
  readonly anchor: HTMLElement;
  readonly onClose: () => void;
}

/** Says what a download of the selected cases is called and where it comes from. */
function fileOf({ choices, state, facets, texts }: CasesDownloadProps) {
  const isOwn = localCases(choices.benchmark) !== undefined;
  const filters = chipsOf(choices, state, facets).map(({ words }) => words);
  return {
    name: fileName(`${isOwn ? 'your' : choices.benchmark}-cases`, filters),
    provenance: {
      title: `Cases of ${choices.name}${choices.synthetic ? ' (synthetic demonstration data)' : ''}`,
      source: isOwn ? 'your own files' : `${choices.name}, instance-level results of this site's release`,
      release: choices.release,
      address: window.location.href,
      shown: selectionWords(choices, state, facets),
      licence: choices.licence,
      ...(texts === null ? {} : { texts: creditWords(texts) }),
    },
  };
}

/** Shows the window with files of the selected cases. */
export function CasesDownload(props: CasesDownloadProps) {
  const { choices, state, facets, selection, total, texts, anchor, onClose } = props;
  return (
    <Panel label="Download" anchor={anchor} onClose={onClose}>
      <DownloadPanel
        total={total}
        hasTexts={texts?.present !== false}
        download={() => ({ choices, selection, ...fileOf(props) })}
        code={
          localCases(choices.benchmark) === undefined
            ? () =>
                casesCode({ choices, state, facets, selection, total, shown: selectionWords(choices, state, facets) })
            : null
        }
      />
    </Panel>
  );
}
