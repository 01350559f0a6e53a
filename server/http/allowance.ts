type Account = { spent: number; at: number };

/** Beyond this many, accounts that owe nothing any more are closed. */
const MAX_ACCOUNTS = 1_000;

/** So much a second for each of many; what was not used in the last seconds may be used at once. */
export function createAllowance(perSecond: number, atOnce: number, now = () => performance.now()) {
  const accounts = new Map<string, Account>();

  const owed = ({ spent, at }: Account): number => Math.max(0, spent - ((now() - at) / 1_000) * perSecond);

  function closeSettled(): void {
    for (const [who, account] of accounts) if (owed(account) === 0) accounts.delete(who);
  }

  /** Takes it and answers 0, or takes nothing and answers in how many seconds it may be tried again. */
  return (who: string, amount: number): number => {
    const account = accounts.get(who);
    const spent = (account ? owed(account) : 0) + amount;
    if (spent > atOnce) return Math.max(1, Math.ceil((spent - atOnce) / perSecond));
    if (!account && accounts.size >= MAX_ACCOUNTS) closeSettled();
    accounts.set(who, { spent, at: now() });
    return 0;
  };
}
