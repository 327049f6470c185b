/** Event that an island sends from its own root once it is alive, so that held clicks can be sent again. */
export const READY = 'island:ready';

/** Signs of interest in an island: whatever comes before a click. */
export const SIGNS = ['pointerover', 'focusin', 'keydown', 'input'] as const;
