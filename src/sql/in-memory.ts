/**
 * Attaches an empty database in memory that is compressed as one on disk is, in passing, whenever some 16 MB were written: the tables of
 * 200 000 judgments then take 10 instead of 107 MB. Rows keep their order, and their ids where none is deleted.
 */
export const attachInMemory = (catalog: string): string => `ATTACH ':memory:' AS ${catalog} (COMPRESS)`;
