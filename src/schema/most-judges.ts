/** Most judges that are compared at once; the others are compared with the first. */
export const MOST_JUDGES = 4;
