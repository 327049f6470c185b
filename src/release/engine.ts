/** The version of DuckDB in Node and in the browser: the results of one release come from one engine. */
export const ENGINE = 'DuckDB 1.4.3';
