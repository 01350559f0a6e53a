const LAST_ACT = 'bea-team-act';

/** Typing, clicking and being in a call are acts; all tabs of a browser have the same last one. */
export const noteAct = (): void => localStorage.setItem(LAST_ACT, String(Date.now()));

/** In milliseconds; 0 where there was none. */
export const lastAct = (): number => Number(localStorage.getItem(LAST_ACT));
