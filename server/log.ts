/**
 * One JSON line per event. Callers pass routes, codes and counts: never a body, address, token or parameter. The cause of
 * a failure is not written; it only decides whether the failure is part of an outage (database/outage.ts).
 */
export type Log = (
  event: string,
  fields?: Record<string, string | number | boolean | null>,
  cause?: unknown,
) => void;

// Time and event come first for readers, and again last, so that no field can overwrite them.
export const consoleLog: Log = (event, fields = {}) => {
  const own = { time: new Date().toISOString(), event };
  console.log(JSON.stringify({ ...own, ...fields, ...own }));
};

export const silentLog: Log = () => {};
