import { openEarly, TOUCHES } from '../client/directives/ready.ts';

// The engine and the answers come beside the page's scripts once a visitor touches what asks them: most of it is there when a statement is written.
const asks = document.querySelector('main astro-island');
const search = new URLSearchParams(location.search);
const open = async (): Promise<void> => {
  const { openDatabase } = await import('../client/database.ts');
  await openDatabase(search.get('on') ?? asks?.querySelector('select')?.value ?? '');
};
// The card of a value asks by itself, also where it is of another benchmark.
if (asks !== null && !search.has('value')) openEarly(asks, open, TOUCHES);
