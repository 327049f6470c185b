import { readRelease } from '../../release/read.ts';
import { siteBibtex } from '../../site/about/bibtex.ts';
import { buildDay } from '../../site/frame/release-facts.ts';
import { href } from '../../ui/href.ts';

/** Writes BibTeX of the site that is being built, which lives at `origin`. */
export async function siteEntry(origin: URL | undefined): Promise<string> {
  const { manifest } = await readRelease();
  return siteBibtex(manifest.release, buildDay(process.env, new Date()), new URL(href('/'), origin).href);
}
