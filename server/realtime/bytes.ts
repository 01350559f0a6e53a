import type { Socket } from './hub.ts';
import type { Limits } from './limits.ts';

type Account = { spent: number; at: number };

/** Beyond this many, accounts that owe nothing any more are closed. */
const MAX_ACCOUNTS = 1_000;

/**
 * What is sent must be read, and that is the work of one process for all. So many bytes a second are a person's, however
 * many sockets they open or open anew.
 */
export function createBytes(
  { bytesPerSecond, bytesAtOnce }: Limits,
  rateLimitScale: number,
  now = () => performance.now(),
) {
  const accounts = new Map<string, Account>();

  const owed = ({ spent, at }: Account): number =>
    Math.max(0, spent - ((now() - at) / 1_000) * bytesPerSecond);

  function spend(who: string, amount: number): boolean {
    const account = accounts.get(who);
    const spent = (account ? owed(account) : 0) + amount;
    if (spent > bytesAtOnce) return false;
    if (!account && accounts.size >= MAX_ACCOUNTS) closeSettled();
    accounts.set(who, { spent, at: now() });
    return true;
  }

  function closeSettled(): void {
    for (const [who, account] of accounts) if (owed(account) === 0) accounts.delete(who);
  }

  return {
    maySpend({ channels, address }: Pick<Socket, 'channels' | 'address'>, amount: number): boolean {
      for (const { caller } of channels.values())
        if (caller.userId !== null) return spend(caller.userId, amount);
      return spend(address, amount / rateLimitScale);
    },
  };
}
