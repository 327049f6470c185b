import { createContext } from 'react';

/** Whether all splits, lines and rows are drawn at once: on paper, or in a file, nobody can ask for the others. */
export const WholeDrawings = createContext(false);
