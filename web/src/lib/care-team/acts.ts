const LAST_ACT = 'bea-team-act';

/** Typing, clicking and being in a call count as activity; all tabs of a browser share the last one. */
export const noteAct = (): void => localStorage.setItem(LAST_ACT, String(Date.now()));

/** In milliseconds; 0 if there was none. */
export const lastAct = (): number => Number(localStorage.getItem(LAST_ACT));
