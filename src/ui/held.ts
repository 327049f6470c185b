const isRemote = (src: string): boolean => /^[a-z][a-z0-9+.-]*:|^\/\//i.test(src);

/** Says whether a path is that of a picture which this site holds. */
export const isHeld = (src: string | null): src is string => src !== null && !isRemote(src);
