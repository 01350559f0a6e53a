import { measureRealtime } from '../realtime.ts';
import { assert } from './assert.ts';

/** Everybody in a crowd of 500 hears every word, and 99 of 100 of all that is heard is there within 100 ms. */
export async function crowd() {
  const { sockets, missed, medianMs, p99Ms } = await measureRealtime();
  assert(missed === 0, `${missed} were not heard`);
  assert(p99Ms < 100, `p99 ${p99Ms} ms`);
  return { sockets, median: medianMs, p99: p99Ms };
}
