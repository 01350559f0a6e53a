import { measureRealtime } from '../realtime.ts';
import { assert } from './assert.ts';

/** Each of 500 sockets receives every broadcast, 99 of 100 within 100 ms. */
export async function crowd() {
  const { sockets, missed, medianMs, p99Ms } = await measureRealtime();
  assert(missed === 0, `${missed} were not received`);
  assert(p99Ms < 100, `p99 ${p99Ms} ms`);
  return { sockets, median: medianMs, p99: p99Ms };
}
