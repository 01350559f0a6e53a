/** One JSON line an event. Callers pass routes, codes and counts: never a body, address, token or parameter. */
export type Log = (event: string, facts?: Record<string, string | number | boolean | null>) => void;

export const consoleLog: Log = (event, facts = {}) =>
  console.log(JSON.stringify({ time: new Date().toISOString(), event, ...facts }));

export const silentLog: Log = () => {};
