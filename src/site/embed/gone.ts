/** In a frame of somebody else's the page of what is not there is a sentence, and leads to the benchmark of which it was. */
function sayGone(of: string): void {
  const words = document.querySelector<HTMLTemplateElement>('#embed')?.content;
  const page = document.querySelector(`main a[href$="/${CSS.escape(of.replace(/\/.*/, ''))}/"]`);
  if (words === undefined) return;
  words.querySelector('code')?.append(of);
  if (page !== null) words.querySelector('span')?.append(page, ' · ');
  document.querySelector('main')?.replaceChildren(words);
  for (const part of document.querySelectorAll('.skip, .top, .foot')) part.remove();
}

const [, gone] = /\/embed\/(.+?)\/?$/.exec(location.pathname) ?? [];
if (gone !== undefined) sayGone(gone);
