import regular from '@expo-google-fonts/inter/400Regular/Inter_400Regular.ttf?url';
import semibold from '@expo-google-fonts/inter/600SemiBold/Inter_600SemiBold.ttf?url';
import { jsPDF } from 'jspdf';
import { svg2pdf } from 'svg2pdf.js';
import type { FigurePicture } from './picture.ts';

/** Writes a picture as a PDF of one page: lines as lines and words as words, in a typeface that the file brings along. */

const FAMILY = 'Inter';
const BOLD = 550;
/** Bytes that are made text at once: more are too many arguments. */
const PIECE = 0x80_00;

async function addFont(pdf: jsPDF, address: string, weight: 'normal' | 'bold'): Promise<void> {
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

export async function pdfOf(picture: FigurePicture, width: number): Promise<Blob> {
  const height = (picture.height * width) / picture.width;
  const orientation = width > height ? 'landscape' : 'portrait';
  const pdf = new jsPDF({ unit: 'pt', format: [width, height], orientation, compress: true });
  await addFont(pdf, regular, 'normal');
  await addFont(pdf, semibold, 'bold');
  pdf.setProperties({ title: picture.title, subject: picture.source, creator: 'Judgeboard' });
  await svg2pdf(prepared(picture), pdf, { x: 0, y: 0, width, height });
  return pdf.output('blob');
}
