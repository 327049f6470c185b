const MARKUP: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** Writes any text for XML or HTML, also within double quotes, in one line; signs that XML refuses are left out, no-break spaces stay. */
export const markupText = (text: string): string =>
  text
    .replace(/[ \p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\uFFFE\uFFFF]+/gu, ' ')
    .replace(/[&<>"]/g, (sign) => MARKUP[sign] ?? sign);

/** Writes a frame that shows an address; `height` in px. */
export const frameHtml = (address: string, title: string, height: number): string =>
  `<iframe src="${markupText(address)}" title="${markupText(title)}" width="100%" height="${height}" loading="lazy" style="border: 0"></iframe>`;
