/**
 * Shows the parts of a page that wait, unseen, for what its address asks for (`.asked` in base.css): they are as asked, or will not be. What
 * is unseen moves nothing when it changes.
 */
export function showAsked(): void {
  delete document.documentElement.dataset['query'];
}
