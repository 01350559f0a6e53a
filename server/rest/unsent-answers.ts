import type { Caller } from '../database/database.ts';
import { shareOf, TooManyAtOnce } from '../database/shares.ts';

const MAX_UNSENT_BYTES = 32 * 2 ** 20;
/** To watch a small answer costs more than it. */
const MIN_WATCHED_BYTES = 64 * 2 ** 10;

/** Calls back when the answer has gone, or the one who waited for it has. */
export type OnceSent = (done: () => void) => void;

/** Bounds what lies here for one caller who asks for much and is slow to take it. */
export function createUnsentAnswers() {
  const unsent = new Map<string, number>();

  function refuseMore(caller: Caller, bytes = 0): void {
    const who = shareOf(caller);
    if (who !== null && (unsent.get(who) ?? 0) + bytes > MAX_UNSENT_BYTES) throw new TooManyAtOnce();
  }

  function add(caller: Caller, bytes: number, onceSent: OnceSent): void {
    const who = shareOf(caller);
    if (who === null || bytes < MIN_WATCHED_BYTES) return;
    unsent.set(who, (unsent.get(who) ?? 0) + bytes);
    onceSent(() => {
      const left = unsent.get(who)! - bytes;
      if (left === 0) unsent.delete(who);
      else unsent.set(who, left);
    });
  }

  return { refuseMore, add };
}
