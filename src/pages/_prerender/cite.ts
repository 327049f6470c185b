import { readRelease, releaseName } from '../../release/read.ts';
import { siteBibtex } from '../../site/about/bibtex.ts';
import { buildDay } from '../../site/frame/release-facts.ts';
import { href } from '../../ui/href.ts';

/**
 * Writes BibTeX of the site that is being built, which lives at `origin`. Where a dated release has its values, the address says later what
 * has changed since.
 */
export async function siteEntry(origin: URL | undefined): Promise<string> {
  const release = await readRelease();
  const { id } = release.dated.today;
  const address = new URL(href(id === null ? '/' : `/changes/?from=${id}`), origin).href;
  return siteBibtex(releaseName(release), buildDay(process.env, new Date()), address);
}
