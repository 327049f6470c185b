import { saveFile } from '../../client/save-file.ts';
import { DRAWINGS, type FigurePicture, figurePictureOf } from './picture.ts';

/** Saves a figure: its picture as SVG or PNG, its numbers as CSV. */
const SCALE = 2;
/** How long, in ms, to wait for a long table, which is written when it is opened. */
const PATIENCE_MS = 15_000;

async function toPng({ text, width, height }: FigurePicture): Promise<Blob> {
  const url = URL.createObjectURL(new Blob([text], { type: 'image/svg+xml' }));
  const image = new Image();
  image.src = url;
  await image.decode();
  const canvas = document.createElement('canvas');
  canvas.width = width * SCALE;
  canvas.height = height * SCALE;
  canvas.getContext('2d')?.drawImage(image, 0, 0, canvas.width, canvas.height);
  URL.revokeObjectURL(url);
  return new Promise((resolve, reject) => {
    canvas.toBlob(
      (blob) => (blob === null ? reject(new Error('the browser made no PNG')) : resolve(blob)),
      'image/png',
    );
  });
}

const nextFrame = (): Promise<number> => new Promise((resolve) => requestAnimationFrame(resolve));

const savedText = (part: Element | null): string => (part?.textContent ?? '').replace(/\s+/g, ' ').trim();

/** Finds the tables of a figure's numbers; heat tables are these where there is no other. */
function numbersTables(figure: Element): readonly HTMLTableElement[] {
  const numbers = figure.querySelector<HTMLTableElement>('.numbers table');
  if (numbers !== null) return [numbers];
  return [...figure.querySelectorAll<HTMLTableElement>(':is(.slices, .heat-table) table')];
}

/** Writes the rows of a table. Where cells have a second, smaller number, it has a column of its own. */
function savedRows(table: HTMLTableElement): readonly (readonly string[])[] {
  const parts = table.querySelector('td small') === null ? 1 : 2;
  return [...table.rows].map((row) =>
    [...row.cells].flatMap((cell, i) => {
      const [all, small] = [savedText(cell), savedText(cell.querySelector('small'))];
      const own = i === 0 ? [all] : [all.slice(0, all.length - small.length).trim(), small].slice(0, parts);
      return [...own, ...Array.from({ length: parts * (cell.colSpan - 1) }, () => '')];
    }),
  );
}

/** Writes the whole of a figure's table: it is opened, since a long one has all of its rows only then. Of several each row names its own. */
async function csvOf(figure: HTMLElement): Promise<Blob | null> {
  const tables = numbersTables(figure);
  const box = tables[0]?.closest('details') ?? null;
  if (tables.length === 0) return null;
  if (box !== null) box.open = true;
  const end = performance.now() + PATIENCE_MS;
  while (figure.querySelector('.unfinished') !== null) {
    if (performance.now() > end) throw new Error('the rest of the table did not come');
    await nextFrame();
  }
  const { csvText } = await import('../../schema/csv.ts');
  const [header = [], ...rows] = tables.flatMap((table, i) => {
    const [head = [], ...own] = savedRows(table);
    if (tables.length === 1) return [head, ...own];
    return [...(i === 0 ? [['', ...head]] : []), ...own.map((row) => [savedText(table.caption), ...row])];
  });
  return new Blob([csvText(header, rows)], { type: 'text/csv' });
}

async function blobOf(figure: HTMLElement, format: string): Promise<Blob | null> {
  if (format === 'csv') return csvOf(figure);
  const picture = figurePictureOf(figure);
  if (picture === null) return null;
  return format === 'png' ? toPng(picture) : new Blob([picture.text], { type: 'image/svg+xml' });
}

async function download(button: HTMLButtonElement): Promise<void> {
  const figure = button.closest('figure');
  const status = figure?.querySelector('[role=status]');
  const { format = '' } = button.dataset;
  if (!figure || !status) return;
  try {
    const blob = await blobOf(figure, format);
    if (blob !== null) saveFile(`${figure.id}.${format}`, blob);
    status.textContent = '';
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    status.textContent = `The file could not be made: ${why}. Try once more.`;
  }
}

document.addEventListener('click', ({ target }) => {
  const button = target instanceof Element ? target.closest<HTMLButtonElement>('button[data-format]') : null;
  if (button !== null) void download(button);
});

// A figure without a drawing, or without a table, cannot save one.
for (const button of document.querySelectorAll<HTMLButtonElement>('button[data-format]')) {
  const figure = button.closest('figure');
  const isTable = button.dataset['format'] === 'csv';
  const wanted = figure === null ? null : isTable ? (numbersTables(figure)[0] ?? null) : figure.querySelector(DRAWINGS);
  button.hidden = wanted === null;
}
