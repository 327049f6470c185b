import { createHash } from 'node:crypto';
import { type ChangeNotes, compareReleases, type DatedRelease, type DatedValue } from '../../schema/dated-release.ts';
import { ended } from '../../schema/words.ts';
import { changesSentence } from '../../site/changes/changes.ts';
import { markupText } from '../../ui/markup.ts';

/** A dated release with its values; null where they are of a form that cannot be compared. */
export interface ReadRelease extends DatedRelease {
  readonly values: readonly DatedValue[] | null;
}

/** Makes an id of a name that is the same wherever the site lies: a UUID of version 8, whose digits are those of a hash. */
function stableId(name: string): string {
  const hash = createHash('sha256').update(`judgeboard ${name}`).digest('hex');
  const parts = [hash.slice(0, 8), hash.slice(8, 12), `8${hash.slice(13, 16)}`, `8${hash.slice(17, 20)}`];
  return `urn:uuid:${[...parts, hash.slice(20, 32)].join('-')}`;
}

/** Says what changed with a release since the one before. */
function releaseSentence({ values, what }: ReadRelease, before: ReadRelease | undefined, notes: ChangeNotes): string {
  if (before === undefined) return ended(what);
  if (values === null || before.values === null)
    return `${ended(what)} Another version wrote the values of one of the two, so they cannot be compared.`;
  return `${ended(what)} Since ${before.id}: ${changesSentence(compareReleases(before.values, values, notes))}`;
}

/** Writes the Atom feed (RFC 4287) of dated releases, the newest first. */
export function changesFeed(
  releases: readonly ReadRelease[],
  { notes, site }: { readonly notes: ChangeNotes; readonly site: URL },
): string {
  const page = new URL('changes/', site).href;
  const time = (date: string): string => `${date}T00:00:00Z`;
  const entries = releases.map((release, i) => {
    const before = releases[i - 1];
    const address = before === undefined ? page : `${page}?from=${before.id}&to=${release.id}`;
    return `<entry>
<id>${stableId(release.id)}</id>
<title>${markupText(`${release.date}: ${release.what}`)}</title>
<updated>${time(release.date)}</updated>
<link href="${markupText(address)}"/>
<summary>${markupText(releaseSentence(release, before, notes))}</summary>
</entry>`;
  });
  return `<?xml version="1.0" encoding="utf-8"?>
<feed xmlns="http://www.w3.org/2005/Atom">
<id>${stableId('changes')}</id>
<title>Judgeboard: what changed</title>
<updated>${time(releases.at(-1)?.date ?? '1970-01-01')}</updated>
<author><name>Judgeboard</name></author>
<link rel="self" type="application/atom+xml" href="${markupText(`${page}feed.xml`)}"/>
<link rel="alternate" type="text/html" href="${markupText(page)}"/>
${entries.toReversed().join('\n')}
</feed>
`;
}
