/**
 * One JSON line an event. Callers pass routes, codes and counts: never a body, address, token or parameter. The cause of a
 * failure is not written; it tells whether the failure is part of an outage (database/outage.ts).
 */
export type Log = (
  event: string,
  facts?: Record<string, string | number | boolean | null>,
  cause?: unknown,
) => void;

// Time and event come first for who reads, and are never a fact's: a line must not pass for another.
export const consoleLog: Log = (event, facts = {}) => {
  const own = { time: new Date().toISOString(), event };
  console.log(JSON.stringify({ ...own, ...facts, ...own }));
};

export const silentLog: Log = () => {};
