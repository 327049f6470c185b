import { useCallback } from 'react';
import { BadgeCode } from '../../board/BadgeCode.tsx';
import { PinnedNote } from '../../board/Pinned.tsx';
import { type PinnedValue, pinJudge } from '../../board/pin-board.ts';
import { fetchJson } from '../../client/fetch.ts';
import type { JudgeFile } from '../../schema/api.ts';
import SHEET from '../../ui/controls.css?url&no-inline';
import { freeText, readSearch } from '../../ui/field.ts';
import { guarded } from '../../ui/island.tsx';
import { Panel } from '../../ui/layout.tsx';
import { Failed, useQuestion, Waiting } from '../../ui/loading.tsx';
import { openOver } from '../../ui/open-over.tsx';

/** Parts of a judge's page that few ask for: its badges, and what stood there in another release. */

const styled = <link rel="stylesheet" href={SHEET} precedence="default" />;

const Badges = guarded(({ json }: { readonly json: string }) => {
  const ask = useCallback(async () => (await fetchJson(json, { freshness: 'current' })) as JudgeFile, [json]);
  const asked = useQuestion(ask);
  if (asked.state === 'failed')
    return <Failed lead="Its badges could not be listed." failure={asked.failure} retry={asked.retry} />;
  if (asked.state !== 'ready')
    return (
      <p role="status">
        <Waiting>Looking for its badges…</Waiting>
      </p>
    );
  const badges = asked.data.values.flatMap(({ badge, page, id, board, row }) =>
    badge === null
      ? []
      : [{ id: badge, label: board, words: `${row}: rank on ${board}`, badge, page: `${page}?pin=${id}` }],
  );
  return <BadgeCode of="Badge on" badges={badges} />;
});

/** Opens the code of the judge's badges below the button that was pressed. */
export function openBadges(anchor: HTMLElement): void {
  const twin = document.querySelector<HTMLLinkElement>('link[rel="alternate"][type="application/json"]');
  openOver((close) => (
    <Panel label="Badges" anchor={anchor} onClose={close}>
      {styled}
      <div className="downloads">
        <Badges json={twin?.href ?? ''} />
      </div>
    </Panel>
  ));
}

/** Reads which value a cell shows from the link to its table and from its head: the words that also name a value of a release. */
function nameOf(cell: Element): string {
  const [line, table] = [cell.closest('tr'), cell.closest('table')];
  const link = line?.querySelector<HTMLAnchorElement>('th a') ?? table?.querySelector<HTMLAnchorElement>('caption a');
  const { pathname = '', search = '' } = link ?? {};
  const [name, group] = [...(line?.querySelector('th')?.childNodes ?? [])].map((node) => node.textContent?.trim());
  const label = cell.getAttribute('data-column') ?? [group, name].filter(Boolean).join(', ');
  return [...pathname.split('/').slice(-3, -1), new URLSearchParams(search).get('pin'), label].join('\n');
}

const VALUES = '.profile td:nth-child(2), .standings-table td[data-column]';

/** Writes below each value what stood there. */
function writeThen(was: readonly PinnedValue[]): void {
  const words = new Map(was.map(({ is, words }) => [[is.benchmark, is.board, is.run, is.label].join('\n'), words]));
  for (const cell of document.querySelectorAll(VALUES)) {
    const then = words.get(nameOf(cell));
    if (then === undefined) continue;
    const small = cell.appendChild(document.createElement('small'));
    small.textContent = ` ${then}`;
    small.style.display = 'block';
  }
}

function JudgePinned({ judge, release }: { readonly judge: string; readonly release: string }) {
  const ask = useCallback(async () => {
    const pinned = await pinJudge(judge, release);
    writeThen(pinned.was);
    return pinned;
  }, [judge, release]);
  return <PinnedNote release={release} asked={useQuestion(ask)} />;
}

/** Says of each value what stood there in the release that the address names; links to tables keep it. */
export function showPinned(): void {
  const { release } = readSearch({ release: freeText(80) }, location.search);
  const judge = /\/judge\/([^/]+)\//.exec(location.pathname)?.[1] ?? '';
  if (release === '') return;
  for (const link of document.querySelectorAll<HTMLAnchorElement>('main a[href*="/?pin="]'))
    link.search += `&release=${encodeURIComponent(release)}`;
  openOver(() => (
    <>
      {styled}
      <JudgePinned judge={judge} release={release} />
    </>
  ));
}
