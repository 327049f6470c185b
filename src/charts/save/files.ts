import regular from '@expo-google-fonts/inter/400Regular/Inter_400Regular.ttf?url';
import semibold from '@expo-google-fonts/inter/600SemiBold/Inter_600SemiBold.ttf?url';
import type { jsPDF as JsPdf } from 'jspdf';
import { saveFile } from '../../ui/file-name.ts';
import { frameHtml } from '../../ui/markup.ts';
import { DRAWINGS, type FigurePicture, figurePictureOf, plainText, type WantedWidth } from './picture.ts';

/** Makes the files of a figure: its picture as SVG, PNG or PDF, its numbers as CSV. */

/** What a file is made for: the page's name, which it tells, and how wide. */
interface Wanted {
  readonly of: string;
  readonly width: WantedWidth;
}

/** Pixels of a PNG per unit on the screen, and per inch on paper. */
const SCREEN = 2;
const PER_INCH = 300;
const MM_PER_INCH = 25.4;
const POINTS_PER_INCH = 72;
const PIXELS_PER_INCH = 96;
const PATIENCE_MS = 15_000;

/** Writes a picture in its size: that of a paper in millimetres. */
function svgText({ svg, width, height }: FigurePicture, { mm, pixels }: WantedWidth): string {
  const [size, unit] = mm === undefined ? [pixels ?? width, ''] : [mm, 'mm'];
  svg.setAttribute('width', `${size}${unit}`);
  svg.setAttribute('height', `${Number(((height * size) / width).toFixed(2))}${unit}`);
  return new XMLSerializer().serializeToString(svg);
}

async function toPng(picture: FigurePicture, { mm, pixels }: WantedWidth): Promise<Blob> {
  const wide = mm === undefined ? (pixels ?? SCREEN * picture.width) : Math.round((mm / MM_PER_INCH) * PER_INCH);
  const high = Math.round((picture.height * wide) / picture.width);
  const url = URL.createObjectURL(new Blob([svgText(picture, { pixels: wide })], { type: 'image/svg+xml' }));
  const image = new Image();
  image.src = url;
  await image.decode();
  const canvas = document.createElement('canvas');
  canvas.width = wide;
  canvas.height = high;
  canvas.getContext('2d')?.drawImage(image, 0, 0, wide, high);
  URL.revokeObjectURL(url);
  return new Promise((resolve, reject) => {
    canvas.toBlob(
      (blob) => (blob === null ? reject(new Error('the browser made no PNG')) : resolve(blob)),
      'image/png',
    );
  });
}

const FAMILY = 'Inter';
const BOLD = 550;
/** Bytes that are made text at once: more are too many arguments. */
const PIECE = 0x80_00;

async function addFont(pdf: JsPdf, address: string, weight: 'normal' | 'bold'): Promise<void> {
  const answer = await fetch(address);
  if (!answer.ok) throw new Error(`the typeface did not come (${answer.status})`);
  const bytes = new Uint8Array(await answer.arrayBuffer());
  const pieces = Array.from({ length: Math.ceil(bytes.length / PIECE) }, (_, i) =>
    String.fromCharCode(...bytes.subarray(i * PIECE, (i + 1) * PIECE)),
  );
  pdf.addFileToVFS(`${weight}.ttf`, btoa(pieces.join('')));
  pdf.addFont(`${weight}.ttf`, FAMILY, weight);
}

/** One typeface in two weights, and letters without an edge, which the writer of PDF would draw over them. */
function prepared({ svg }: FigurePicture): SVGSVGElement {
  const copy = svg.cloneNode(true) as SVGSVGElement;
  for (const text of copy.querySelectorAll<SVGElement>('text, tspan')) {
    const weight = Number(text.style.fontWeight || text.getAttribute('font-weight') || 400);
    text.style.fontFamily = FAMILY;
    text.style.fontWeight = weight > BOLD ? 'bold' : 'normal';
    text.style.stroke = 'none';
  }
  return copy;
}

/** A PDF of one page: lines as lines and words as words, in a typeface that the file brings along. */
async function pdfOf(picture: FigurePicture, width: number): Promise<Blob> {
  const [{ jsPDF }, { svg2pdf }] = await Promise.all([import('jspdf'), import('svg2pdf.js')]);
  const height = (picture.height * width) / picture.width;
  const orientation = width > height ? 'landscape' : 'portrait';
  const pdf = new jsPDF({ unit: 'pt', format: [width, height], orientation, compress: true });
  await addFont(pdf, regular, 'normal');
  await addFont(pdf, semibold, 'bold');
  pdf.setProperties({ title: picture.title, subject: picture.source, creator: 'Judgeboard' });
  await svg2pdf(prepared(picture), pdf, { x: 0, y: 0, width, height });
  return pdf.output('blob');
}

async function toPdf(picture: FigurePicture, { mm, pixels }: WantedWidth): Promise<Blob> {
  const inches = mm === undefined ? (pixels ?? picture.width) / PIXELS_PER_INCH : mm / MM_PER_INCH;
  return pdfOf(picture, inches * POINTS_PER_INCH);
}

const nextFrame = (): Promise<number> => new Promise((resolve) => requestAnimationFrame(resolve));

/** Finds the tables of a figure's numbers; heat tables are these where there is no other. */
function numbersTables(figure: Element): readonly HTMLTableElement[] {
  const numbers = figure.querySelector<HTMLTableElement>('.numbers table, table.compare');
  if (numbers !== null) return [numbers];
  return [...figure.querySelectorAll<HTMLTableElement>(':is(.slices, .heat-table) table')];
}

/** Writes the rows of a table. Where cells have a second, smaller number, it has a column of its own. */
function savedRows(table: HTMLTableElement): readonly (readonly string[])[] {
  const parts = table.querySelector('td small') === null ? 1 : 2;
  return [...table.rows].map((row) =>
    [...row.cells].flatMap((cell, i) => {
      const [all, small] = [plainText(cell), plainText(cell.querySelector('small'))];
      const own = i === 0 ? [all] : [all.slice(0, all.length - small.length).trim(), small].slice(0, parts);
      return [...own, ...Array.from({ length: parts * (cell.colSpan - 1) }, () => '')];
    }),
  );
}

/** Writes the whole of a figure's table: it is opened, since a long one has all of its rows only then. Of several each row names its own. */
async function csvOf(figure: HTMLElement): Promise<Blob> {
  const tables = numbersTables(figure);
  const box = tables[0]?.closest('details') ?? null;
  if (box !== null) box.open = true;
  const end = performance.now() + PATIENCE_MS;
  while (figure.querySelector('.unfinished') !== null) {
    if (performance.now() > end) throw new Error('the rest of the table did not come');
    await nextFrame();
  }
  const { csvBlob } = await import('../../schema/csv.ts');
  const [header = [], ...rows] = tables.flatMap((table, i) => {
    const [head = [], ...own] = savedRows(table);
    if (tables.length === 1) return [head, ...own];
    return [...(i === 0 ? [['', ...head]] : []), ...own.map((row) => [plainText(table.caption), ...row])];
  });
  return csvBlob(header, rows);
}

export const canBe = (figure: HTMLElement, format: string): boolean =>
  format === 'frame'
    ? true
    : format === 'csv'
      ? numbersTables(figure).length > 0
      : figure.querySelector(DRAWINGS) !== null;

async function blobOf(figure: HTMLElement, format: string, { of, width }: Wanted): Promise<Blob> {
  if (format === 'csv') return csvOf(figure);
  const picture = figurePictureOf(figure, of, width);
  if (picture === null) throw new Error('the figure has no drawing now');
  if (format === 'png') return toPng(picture, width);
  if (format === 'pdf') return toPdf(picture, width);
  return new Blob([svgText(picture, width)], { type: 'image/svg+xml' });
}

/** What stands around a figure in a frame, in px. */
const AROUND = 110;

/** Copies the code of a frame that shows a figure of a benchmark's pages, or gives it where the browser does not let it be copied. */
async function copiedFrame(figure: HTMLElement): Promise<string> {
  const address = location.href.replace(/([^/]+\/figures\/).*/, `embed/$1${figure.id}/`);
  const title = figure.querySelector('h3')?.textContent ?? figure.id;
  const code = frameHtml(address, title, figure.offsetHeight + AROUND);
  return navigator.clipboard.writeText(code).then(
    () => 'The code of a frame that shows it was copied: put it into a page (HTML).',
    () => `The browser does not let this page copy. Put this into a page: ${code}`,
  );
}

/** Hands a figure to the visitor as a file; gives what became of it. */
export async function savedAs(figure: HTMLElement, format: string, wanted: Wanted): Promise<string> {
  if (format === 'frame') return copiedFrame(figure);
  const name = `${figure.id}.${format}`;
  saveFile(name, await blobOf(figure, format, wanted));
  return `Saved as ${name}.`;
}
