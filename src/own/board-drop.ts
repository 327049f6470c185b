import carrier from './hand-over.ts?worker&url';

/** Lets a leaderboard take files. What hands them over is a script of its own that comes with the first, so that the page stays small. */
const { dataset } = document.documentElement;
const holdsFiles = ({ dataTransfer }: DragEvent): boolean => dataTransfer?.types.includes('Files') === true;

document.addEventListener('dragover', (event) => {
  if (!holdsFiles(event)) return;
  event.preventDefault();
  dataset['dropping'] = '';
});

document.addEventListener('dragleave', ({ relatedTarget }) => {
  if (relatedTarget === null) delete dataset['dropping'];
});

document.addEventListener('drop', (event) => {
  const { dataTransfer } = event;
  if (dataTransfer === null || !holdsFiles(event)) return;
  event.preventDefault();
  delete dataset['dropping'];
  const next = `${document.querySelector<HTMLAnchorElement>('.drop-here')?.href}?handed`;
  const script = Object.assign(document.createElement('script'), {
    id: 'carrier',
    // The browser empties the event's lists after the first `await`, so they are read before it.
    entries: [...dataTransfer.items].flatMap((item) => item.webkitGetAsEntry() ?? []),
    files: [...dataTransfer.files],
    next,
    src: carrier,
    type: import.meta.env.DEV ? 'module' : '',
    // Where nothing can be handed over, the page that opens says so.
    onerror: () => location.assign(next),
  });
  document.head.append(script);
});
