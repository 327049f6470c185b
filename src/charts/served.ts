/** Draws a chart while a page is rendered on the server; null in the page itself, which knows neither Recharts nor a document of Node then. */
export const drawServed = import.meta.env.SSR ? (await import('./prerender.ts')).prerendered : null;
